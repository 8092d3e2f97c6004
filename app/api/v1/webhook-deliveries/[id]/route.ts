import { apiRoute } from '#lib/http/api-route';
import { getDelivery } from '#lib/webhooks/log';

export const GET = apiRoute({
  scope: 'account',
  handle: (ctx, { params }) => getDelivery(ctx, params.id ?? ''),
});

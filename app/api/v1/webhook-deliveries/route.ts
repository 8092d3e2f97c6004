import { apiRoute } from '#lib/http/api-route';
import { validate } from '#lib/http/validate';
import { deliveryQuery, listDeliveries } from '#lib/webhooks/log';

export const GET = apiRoute({
  scope: 'account',
  handle: (ctx, { query }) => listDeliveries(ctx, validate(deliveryQuery, query)),
  bare: true,
});

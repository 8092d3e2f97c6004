import { apiRoute } from '#lib/http/api-route';
import { resendDelivery } from '#lib/webhooks/resend';

export const POST = apiRoute({
  scope: 'account',
  withoutBody: true,
  handle: (ctx, { params }) => resendDelivery(ctx, params.id ?? ''),
});

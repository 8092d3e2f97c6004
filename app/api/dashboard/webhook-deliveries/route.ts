import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { listDeliveryLog } from '#lib/webhooks/delivery-log';
import { deliveryQuery } from '#lib/webhooks/log';

export const GET = dashboardRoute({
  bare: true,
  handle: async (ctx, { query }) => listDeliveryLog(ctx, validate(deliveryQuery, query)),
});

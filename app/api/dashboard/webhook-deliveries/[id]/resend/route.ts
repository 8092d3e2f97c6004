import { dashboardRoute } from '#lib/http/session-route';
import { resendDelivery } from '#lib/webhooks/resend';

export const POST = dashboardRoute({
  permission: 'webhooks.manage',
  handle: (ctx, { params }) => resendDelivery(ctx, params.id ?? ''),
});

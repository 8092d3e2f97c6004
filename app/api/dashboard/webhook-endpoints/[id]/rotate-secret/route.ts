import { dashboardRoute } from '#lib/http/session-route';
import { presentRotatedSecret, rotateSecret } from '#lib/webhooks/rotate-secret';

export const POST = dashboardRoute({
  permission: 'webhooks.manage',
  handle: (ctx, { params }) => rotateSecret(ctx, params.id ?? ''),
  present: presentRotatedSecret,
});

import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { resendFailed, resendFailedRequest } from '#lib/webhooks/resend';

export const POST = dashboardRoute({
  permission: 'webhooks.manage',
  isExpensive: true,
  handle: async (ctx, { body }) => resendFailed(ctx, validate(resendFailedRequest, body)),
});

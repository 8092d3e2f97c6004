import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { replayEndpoint, replayRequest } from '#lib/webhooks/resend';

export const POST = dashboardRoute({
  permission: 'webhooks.manage',
  isExpensive: true,
  handle: async (ctx, { body, params }) =>
    replayEndpoint(ctx, params.id ?? '', validate(replayRequest, body)),
});

import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { connectionDecision, withdrawConnection } from '#lib/rails/decide-connection';

export const POST = adminRoute({
  isLive: true,
  permission: 'rails.manage',
  handle: async (ctx, { params, body }) =>
    withdrawConnection(ctx, params.provider ?? '', validate(connectionDecision, body)),
});

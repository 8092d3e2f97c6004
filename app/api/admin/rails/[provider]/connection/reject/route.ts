import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { connectionRejection, rejectConnection } from '#lib/rails/decide-connection';

export const POST = adminRoute({
  isLive: true,
  permission: 'rails.manage',
  handle: async (ctx, { params, body }) =>
    rejectConnection(ctx, params.provider ?? '', validate(connectionRejection, body)),
});

import { adminRoute } from '#lib/http/session-route';
import { resetTwoFactor } from '#lib/users/reset-two-factor';

export const POST = adminRoute({
  permission: 'users.manage',
  handle: async (ctx, { params }) => resetTwoFactor(ctx, null, params.id ?? ''),
});

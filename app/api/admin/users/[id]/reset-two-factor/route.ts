import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { resetRequest, resetTwoFactor } from '#lib/users/reset-two-factor';

export const POST = adminRoute({
  permission: 'users.manage',
  handle: (ctx, { params, body }) => resetTwoFactor(ctx, null, params.id ?? '', validate(resetRequest, body)),
});

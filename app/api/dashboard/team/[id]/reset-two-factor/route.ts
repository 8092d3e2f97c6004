import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { resetRequest, resetTwoFactor } from '#lib/users/reset-two-factor';

export const POST = dashboardRoute({
  permission: 'team.manage',
  handle: (ctx, { params, body }) =>
    resetTwoFactor(ctx, ctx.client.id, params.id ?? '', validate(resetRequest, body)),
});

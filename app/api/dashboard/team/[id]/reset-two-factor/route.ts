import { dashboardRoute } from '#lib/http/session-route';
import { resetTwoFactor } from '#lib/users/reset-two-factor';

export const POST = dashboardRoute({
  permission: 'team.manage',
  handle: async (ctx, { params }) => resetTwoFactor(ctx, ctx.client.id, params.id ?? ''),
});

import { dashboardRoute } from '#lib/http/session-route';
import { inviteUser } from '#lib/users/invite-user';

export const POST = dashboardRoute({
  permission: 'team.manage',
  handle: async (ctx, { params }) => inviteUser(ctx, ctx.client.id, params.id ?? ''),
});

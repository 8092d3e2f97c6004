import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { clientUserChange, updateUser } from '#lib/users/update-user';

export const PATCH = dashboardRoute({
  permission: 'team.manage',
  handle: async (ctx, { params, body }) =>
    updateUser(ctx, ctx.client.id, params.id ?? '', validate(clientUserChange, body)),
});

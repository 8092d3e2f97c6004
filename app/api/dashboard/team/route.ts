import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { addUser, clientUserRequest } from '#lib/users/add-user';
import { listUsers } from '#lib/users/list-users';

export const GET = dashboardRoute({ handle: (ctx) => listUsers(ctx.client.id) });

export const POST = dashboardRoute({
  permission: 'team.manage',
  handle: async (ctx, { body }) => addUser(ctx, ctx.client.id, validate(clientUserRequest, body)),
});

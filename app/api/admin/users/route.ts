import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { addUser, staffUserRequest } from '#lib/users/add-user';
import { listUsers } from '#lib/users/list-users';

export const GET = adminRoute({ handle: () => listUsers(null) });

export const POST = adminRoute({
  permission: 'users.manage',
  handle: async (ctx, { body }) => addUser(ctx, null, validate(staffUserRequest, body)),
});

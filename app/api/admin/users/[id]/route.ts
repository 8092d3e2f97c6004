import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { staffUserChange, updateUser } from '#lib/users/update-user';

export const PATCH = adminRoute({
  permission: 'users.manage',
  handle: async (ctx, { params, body }) =>
    updateUser(ctx, null, params.id ?? '', validate(staffUserChange, body)),
});

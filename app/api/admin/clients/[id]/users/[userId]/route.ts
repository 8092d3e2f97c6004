import { getClientId } from '#lib/clients/get-client-id';
import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { clientUserChange, updateUser } from '#lib/users/update-user';

export const PATCH = adminRoute({
  permission: 'users.manage',
  handle: async (ctx, { params, body }) =>
    updateUser(
      ctx,
      await getClientId(params.id ?? ''),
      params.userId ?? '',
      validate(clientUserChange, body),
    ),
});

import { getClientId } from '#lib/clients/get-client-id';
import { adminRoute } from '#lib/http/session-route';
import { inviteUser } from '#lib/users/invite-user';

export const POST = adminRoute({
  permission: 'users.manage',
  handle: async (ctx, { params }) => inviteUser(ctx, await getClientId(params.id ?? ''), params.userId ?? ''),
});

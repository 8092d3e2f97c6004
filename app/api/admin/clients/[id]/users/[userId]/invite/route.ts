import { getClientId } from '#lib/clients/get-client-id';
import { adminRoute } from '#lib/http/session-route';
import { askForLink } from '#lib/users/ask-for-person';

export const POST = adminRoute({
  permission: 'users.manage',
  handle: async (ctx, { params }) => askForLink(ctx, await getClientId(params.id ?? ''), params.userId ?? ''),
});

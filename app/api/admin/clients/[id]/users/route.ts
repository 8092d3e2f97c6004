import { getClientId } from '#lib/clients/get-client-id';
import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { clientUserRequest } from '#lib/users/add-user';
import { askToAddPerson } from '#lib/users/ask-for-person';
import { listUsers } from '#lib/users/list-users';

export const GET = adminRoute({
  handle: async (_ctx, { params }) => listUsers(await getClientId(params.id ?? '')),
});

export const POST = adminRoute({
  permission: 'users.manage',
  handle: async (ctx, { params, body }) =>
    askToAddPerson(ctx, await getClientId(params.id ?? ''), validate(clientUserRequest, body)),
});

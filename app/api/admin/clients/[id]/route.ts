import { getClient } from '#lib/clients/get-client';
import { clientChange, updateClient } from '#lib/clients/update-client';
import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';

export const GET = adminRoute({ handle: (ctx, { params }) => getClient(params.id ?? '', ctx.now()) });

export const PATCH = adminRoute({
  permission: 'clients.manage',
  handle: async (ctx, { params, body }) => updateClient(ctx, params.id ?? '', validate(clientChange, body)),
});

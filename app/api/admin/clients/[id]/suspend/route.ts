import { suspendClient, suspension } from '#lib/clients/update-client';
import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';

export const POST = adminRoute({
  permission: 'clients.manage',
  handle: async (ctx, { params, body }) =>
    suspendClient(ctx, params.id ?? '', validate(suspension, body).reason),
});

import { changeClientRail, clientRailChange } from '#lib/clients/change-client-rail';
import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';

export const PATCH = adminRoute({
  permission: 'rails.manage',
  handle: async (ctx, { params, body }) =>
    changeClientRail(ctx, params.id ?? '', params.provider ?? '', validate(clientRailChange, body)),
});

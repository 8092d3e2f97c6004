import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { changeRail, railChange } from '#lib/rails/change-rail';

export const PATCH = adminRoute({
  permission: 'rails.manage',
  handle: async (ctx, { params, body }) => changeRail(ctx, params.provider ?? '', validate(railChange, body)),
});

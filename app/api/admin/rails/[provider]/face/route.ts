import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { changeFace, faceChange } from '#lib/rails/change-face';

export const PATCH = adminRoute({
  permission: 'rails.manage',
  handle: async (ctx, { params, body }) => changeFace(ctx, params.provider ?? '', validate(faceChange, body)),
});

import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { askForRotation, rotationRequest } from '#lib/keys/ask-for-rotation';

export const POST = dashboardRoute({
  permission: 'keys.manage',
  handle: async (ctx, { params, body }) =>
    askForRotation(ctx, params.id ?? '', validate(rotationRequest, body)),
});

import { closeCase, closing } from '#lib/cases/close-case';
import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';

export const POST = adminRoute({
  permission: 'cases.settle',
  handle: async (ctx, { params, body }) =>
    closeCase(ctx, params.id ?? '', validate(closing, body).resolution),
});

import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { collectionsMove, moveCollections } from '#lib/rails/move-house-money';

export const POST = adminRoute({
  permission: 'rails.manage',
  handle: async (ctx, { params, body }) =>
    moveCollections(ctx, params.provider ?? '', validate(collectionsMove, body)),
});

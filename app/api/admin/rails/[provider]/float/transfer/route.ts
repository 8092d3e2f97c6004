import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { transfer, transferFloat } from '#lib/rails/move-house-money';

export const POST = adminRoute({
  permission: 'rails.manage',
  handle: async (ctx, { params, body }) =>
    transferFloat(ctx, params.provider ?? '', validate(transfer, body)),
});

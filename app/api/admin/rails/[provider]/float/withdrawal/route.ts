import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { withdrawal, withdrawFloat } from '#lib/rails/move-house-money';

export const POST = adminRoute({
  permission: 'rails.manage',
  handle: async (ctx, { params, body }) =>
    withdrawFloat(ctx, params.provider ?? '', validate(withdrawal, body)),
});

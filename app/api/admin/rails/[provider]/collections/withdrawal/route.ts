import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { bookHouseMoney } from '#lib/rails/book-house-money';
import { withdrawal } from '#lib/rails/move-house-money';

export const POST = adminRoute({
  isLive: true,
  permission: 'rails.manage',
  handle: async (ctx, { params, body }) =>
    bookHouseMoney(ctx, params.provider ?? '', 'withdraw_collected', validate(withdrawal, body)),
});

import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { bookHouseMoney } from '#lib/rails/book-house-money';
import { topUp } from '#lib/rails/fund-live-float';

export const POST = adminRoute({
  isLive: true,
  permission: 'rails.manage',
  handle: async (ctx, { params, body }) =>
    bookHouseMoney(ctx, params.provider ?? '', 'top_up', validate(topUp, body)),
});

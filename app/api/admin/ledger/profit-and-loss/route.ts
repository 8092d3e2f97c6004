import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { getProfitAndLoss, profitQuery } from '#lib/ledger/profit-and-loss';

export const GET = adminRoute({
  reads: 'recent',
  handle: async (ctx, { query }) => getProfitAndLoss(validate(profitQuery, query), ctx.now()),
});

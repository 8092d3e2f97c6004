import { fileAnswer } from '#lib/http/respond';
import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { getProfitAndLoss, profitCsv, profitName, profitQuery } from '#lib/ledger/profit-and-loss';

export const GET = adminRoute({
  reads: 'whole',
  handle: async (ctx, { query }) => {
    const profit = await getProfitAndLoss(validate(profitQuery, query), ctx.now());
    return { stream: new Blob([profitCsv(profit)]).stream(), name: profitName(profit) };
  },
  respond: ({ stream, name }, facts) => fileAnswer(stream, { type: 'text/csv; charset=utf-8', name }, facts),
});

import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { getTrialBalance, trialBalanceQuery } from '#lib/ledger/trial-balance';

export const GET = adminRoute({
  reads: 'recent',
  handle: async (ctx, { query }) => getTrialBalance(validate(trialBalanceQuery, query), ctx.now()),
});

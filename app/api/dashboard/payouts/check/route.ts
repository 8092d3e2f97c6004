import { dashboardRoute } from '#lib/http/session-route';
import { checkPayout, presentPayoutCheck } from '#lib/payouts/check-payout';
import { payoutRequest } from '#lib/payouts/payout-request';
import { readInitiation } from '#lib/transactions/request';

export const POST = dashboardRoute({
  permission: 'payouts.prepare',
  handle: async (ctx, { body }) =>
    checkPayout(ctx, await readInitiation(payoutRequest, body, ctx.environment, 'payout')),
  present: presentPayoutCheck,
});

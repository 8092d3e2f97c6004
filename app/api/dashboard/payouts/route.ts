import { dashboardRoute } from '#lib/http/session-route';
import { initiatePayout } from '#lib/payouts/initiate-payout';
import { getPayoutDesk, presentPayoutDesk } from '#lib/payouts/payout-desk';
import { payoutRequest } from '#lib/payouts/payout-request';
import { presentPayout } from '#lib/payouts/present-payout';
import { readInitiation } from '#lib/transactions/request';

export const GET = dashboardRoute({ handle: getPayoutDesk, present: presentPayoutDesk });

export const POST = dashboardRoute({
  permission: 'payouts.create',
  handle: async (ctx, { body }) =>
    initiatePayout(ctx, await readInitiation(payoutRequest, body, ctx.environment, 'payout')),
  present: presentPayout,
});

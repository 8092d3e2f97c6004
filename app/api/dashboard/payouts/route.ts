import { dashboardRoute } from '#lib/http/session-route';
import { initiatePayout } from '#lib/payouts/initiate-payout';
import { getPayoutDesk, presentPayoutDesk } from '#lib/payouts/payout-desk';
import { presentPayout } from '#lib/payouts/present-payout';
import { readPayout } from '#lib/payouts/read-payout';

export const GET = dashboardRoute({ handle: getPayoutDesk, present: presentPayoutDesk });

export const POST = dashboardRoute({
  permission: 'payouts.create',
  handle: async (ctx, { body, headers }) => initiatePayout(ctx, await readPayout(ctx, body, headers)),
  present: presentPayout,
});

import { dashboardRoute } from '#lib/http/session-route';
import { getPayout } from '#lib/payouts/get-payout';
import { presentPayout } from '#lib/payouts/present-payout';

export const GET = dashboardRoute({
  handle: (ctx, { params }) => getPayout(ctx, params.transactionId ?? ''),
  present: presentPayout,
});

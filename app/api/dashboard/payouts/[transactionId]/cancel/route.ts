import { dashboardRoute } from '#lib/http/session-route';
import { cancelPayout } from '#lib/payouts/cancel-payout';
import { presentPayout } from '#lib/payouts/present-payout';

export const POST = dashboardRoute({
  permission: 'payouts.prepare',
  handle: (ctx, { params }) => cancelPayout(ctx, params.transactionId ?? ''),
  present: presentPayout,
});

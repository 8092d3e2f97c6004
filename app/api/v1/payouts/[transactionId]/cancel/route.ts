import { apiRoute } from '#lib/http/api-route';
import { cancelPayout } from '#lib/payouts/cancel-payout';
import { presentPayout } from '#lib/payouts/present-payout';

export const POST = apiRoute({
  scope: 'payouts',
  withoutBody: true,
  handle: (ctx, { params }) => cancelPayout(ctx, params.transactionId ?? ''),
  present: presentPayout,
});

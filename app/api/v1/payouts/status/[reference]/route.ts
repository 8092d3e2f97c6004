import { apiRoute } from '#lib/http/api-route';
import { getPayout } from '#lib/payouts/get-payout';
import { presentPayout } from '#lib/payouts/present-payout';

export const GET = apiRoute({
  scope: 'payouts',
  handle: (ctx, { params }) => getPayout(ctx, params.reference ?? ''),
  present: presentPayout,
});

import { apiRoute } from '#lib/http/api-route';
import { presentPayoutQuote, quotePayout } from '#lib/payouts/quote-payout';
import { readQuote } from '#lib/payouts/read-payout';

export const POST = apiRoute({
  scope: 'payouts',
  handle: async (ctx, { body }) => quotePayout(ctx, await readQuote(ctx, body)),
  present: presentPayoutQuote,
});

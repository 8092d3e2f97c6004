import { dashboardRoute } from '#lib/http/session-route';
import { checkPayout, presentPayoutCheck } from '#lib/payouts/check-payout';
import { readPayout, readQuote } from '#lib/payouts/read-payout';

export const POST = dashboardRoute({
  permission: 'payouts.prepare',
  handle: async (ctx, { body }) => checkPayout(ctx, await readPayout(ctx, body), await readQuote(ctx, body)),
  present: presentPayoutCheck,
});

import { dashboardRoute } from '#lib/http/session-route';
import { payOut, presentPayment } from '#lib/payment-approvals/make-payment';
import { getPayoutDesk, presentPayoutDesk } from '#lib/payouts/payout-desk';
import { presentPayout } from '#lib/payouts/present-payout';
import { readPayout } from '#lib/payouts/read-payout';

export const GET = dashboardRoute({ handle: getPayoutDesk, present: presentPayoutDesk });

export const POST = dashboardRoute({
  permission: 'payouts.create',
  handle: async (ctx, { body }) => payOut(ctx, await readPayout(ctx, body)),
  present: presentPayment(presentPayout),
});

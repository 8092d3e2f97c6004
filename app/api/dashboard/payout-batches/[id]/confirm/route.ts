import { dashboardRoute } from '#lib/http/session-route';
import { presentPayment, startBatch } from '#lib/payment-approvals/make-payment';
import type { PayoutBatch } from '#lib/payout-batches/batch';

export const POST = dashboardRoute({
  permission: 'payouts.create',
  handle: (ctx, { params }) => startBatch(ctx, params.id ?? ''),
  present: presentPayment(({ id, status }: PayoutBatch) => ({ id, status })),
});

import { z } from 'zod';
import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { presentPayment, startBatch } from '#lib/payment-approvals/make-payment';
import type { PayoutBatch } from '#lib/payout-batches/batch';

const seen = z.object({ version: z.int('The version must be the number that the file has.').optional() });

export const POST = dashboardRoute({
  permission: 'payouts.create',
  isExpensive: true,
  handle: (ctx, { params, body }) => startBatch(ctx, params.id ?? '', validate(seen, body).version),
  present: presentPayment(({ id, status }: PayoutBatch) => ({ id, status })),
});

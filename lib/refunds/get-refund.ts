import type { Context } from '#lib/context';
import { type PayoutView, withQueuePosition } from '#lib/payouts/get-payout';
import { lookUp } from '#lib/transactions/read';

/** By reference or id, with its place in the queue while it is held. Throws `TRANSACTION_NOT_FOUND`. */
export async function getRefund(ctx: Context, referenceOrId: string): Promise<PayoutView> {
  const { transaction } = await lookUp(ctx, 'refund', referenceOrId);
  return withQueuePosition(transaction);
}

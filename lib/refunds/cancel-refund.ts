import type { Context } from '#lib/context';
import { endUnsent } from '#lib/payouts/cancel-payout';
import { getTransaction } from '#lib/transactions/read';
import type { Transaction } from '#lib/transactions/transaction';

/**
 * Guarantee: a refund that was surely never paid (it waits for liquidity, or for its rail) ends as `FAILED`, its money is
 * back in the balance, and the collection can be refunded again; any other one stays as it is and `INVALID_STATE` is
 * thrown. Throws `TRANSACTION_NOT_FOUND`.
 */
export async function cancelRefund(ctx: Context, id: string): Promise<{ transaction: Transaction }> {
  const refund = await getTransaction(ctx, 'refund', id);
  return endUnsent(ctx, refund, 'CANCELLED_BY_CLIENT', (transaction) => ({ transaction }));
}

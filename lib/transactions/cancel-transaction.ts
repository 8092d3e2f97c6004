import { cancelCollection } from '#lib/collections/cancel-collection';
import type { Context } from '#lib/context';
import { cancelPayout } from '#lib/payouts/cancel-payout';
import { getAnyTransaction } from '#lib/transactions/read';
import type { Transaction } from '#lib/transactions/transaction';

/**
 * Ends what has not been paid: a pending collection (`cancel-collection.ts`) or a held payout (`cancel-payout.ts`),
 * with their guarantees. Throws `INVALID_STATE`, `PROVIDER_UNAVAILABLE`, `TRANSACTION_NOT_FOUND`.
 */
export async function cancelTransaction(ctx: Context, id: string): Promise<Transaction> {
  const { type } = await getAnyTransaction(ctx, id);
  const cancel = type === 'collection' ? cancelCollection : cancelPayout;
  return (await cancel(ctx, id)).transaction;
}

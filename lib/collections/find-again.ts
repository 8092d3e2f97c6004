import { isReofferable } from '#lib/collections/re-offer';
import type { Context } from '#lib/context';
import { isUuid } from '#lib/ids';
import { findTransaction, listAttempts } from '#lib/transactions/read';
import type { Transaction } from '#lib/transactions/transaction';

/** Whether it ended unpaid, and nothing became of its reference since: the same payment can be offered once more. */
export function canOfferAgain(transaction: Transaction, [newest]: Transaction[]): boolean {
  return (
    transaction.type === 'collection' &&
    newest?.id === transaction.id &&
    isReofferable(newest, transaction.amountBututs)
  );
}

/** The collection that is to be offered once more; undefined where there is none, or it cannot be. */
export async function findAgain(ctx: Context, id: string | undefined): Promise<Transaction | undefined> {
  const found = id && isUuid(id) ? await findTransaction(ctx.client.id, ctx.environment, id) : undefined;
  if (found === undefined) return undefined;
  return canOfferAgain(found, await listAttempts(ctx, 'collection', found.clientReference, 1))
    ? found
    : undefined;
}

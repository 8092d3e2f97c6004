import { applyCollectionNews } from '#lib/collections/apply-news';
import { askToClose } from '#lib/collections/ask-to-close';
import { lookUpCollection } from '#lib/collections/look-up-collection';
import type { Context } from '#lib/context';
import { getRail } from '#lib/rails/registry';
import type { Transaction } from '#lib/transactions/transaction';

/**
 * Asks the rail once more about a collection that has ended without money, and credits what was paid after all.
 * `isPlain`: the rail has said plainly that it was not paid.
 */
export async function lookBack(
  ctx: Context,
  transaction: Transaction,
): Promise<{ transaction: Transaction; isPlain: boolean }> {
  const rail = await getRail(transaction.environment, transaction.provider);
  if (rail.fetchCollection) {
    const { transaction: after, word } = await lookUpCollection(ctx, transaction, { isSaidToBePaid: true });
    if (word !== 'PENDING') return { transaction: after, isPlain: word !== 'silent' };
  }
  // What nobody has paid may be called pending for ever: whether it has ended, its end tells.
  const closed = await askToClose(ctx, rail, transaction);
  if (closed.kind !== 'done' || closed.value === 'still_open') return { transaction, isPlain: false };
  if (closed.value === 'closed') return { transaction, isPlain: true };
  // Paid in between: its record says it the next time, with what was paid.
  if (rail.fetchCollection) return { transaction, isPlain: false };
  const booked = await applyCollectionNews(ctx, transaction, { state: 'SUCCEEDED' });
  return { transaction: booked.transaction, isPlain: true };
}

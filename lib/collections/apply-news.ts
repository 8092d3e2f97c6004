import type { Context } from '#lib/context';
import type { CollectionNews } from '#lib/rails/rail';
import { advance } from '#lib/transactions/advance';
import { triggerOf } from '#lib/transactions/decide';
import { reread } from '#lib/transactions/read';
import type { Transaction } from '#lib/transactions/transaction';

/**
 * Guarantee: what a rail says of a collection is booked once, however often, late or out of order it is said; news
 * that the transition table has no edge for changes nothing.
 */
export async function applyCollectionNews(
  ctx: Context,
  transaction: Transaction,
  news: CollectionNews,
): Promise<{ transaction: Transaction; moved: boolean }> {
  const trigger = triggerOf(news);
  return trigger === null ? { transaction, moved: false } : advance(ctx, transaction, trigger, reread);
}

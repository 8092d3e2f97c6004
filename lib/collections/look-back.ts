import { applyCollectionNews } from '#lib/collections/apply-news';
import { lookUpCollection } from '#lib/collections/look-up-collection';
import type { Context } from '#lib/context';
import { askRail } from '#lib/rails/ask-rail';
import { getRail } from '#lib/rails/registry';
import { newCall, toRailCollection } from '#lib/transactions/rail-side';
import type { Transaction } from '#lib/transactions/transaction';

/** Asks the rail once more about a collection that has ended without money, and credits what was paid after all. */
export async function lookBack(ctx: Context, transaction: Transaction): Promise<Transaction> {
  const rail = await getRail(transaction.environment, transaction.provider);
  if (rail.fetchCollection) {
    return (await lookUpCollection(ctx, transaction, { isSaidToBePaid: true })).transaction;
  }
  // A rail that is asked at the end only says what it said then.
  const closed = await askRail(transaction, 'close', async () => {
    if (rail.closeCollection === undefined) return { kind: 'unknown', why: 'this rail cannot be asked' };
    return rail.closeCollection(toRailCollection(transaction), newCall(ctx.now()));
  });
  if (closed.kind !== 'done' || closed.value !== 'already_paid') return transaction;
  return (await applyCollectionNews(ctx, transaction, { state: 'SUCCEEDED' })).transaction;
}

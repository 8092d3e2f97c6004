import { afterEnd } from '#lib/collections/open-at-rail';
import type { Context } from '#lib/context';
import type { CollectionNews } from '#lib/rails/rail';
import { type AdvanceOptions, advance } from '#lib/transactions/advance';
import { triggerOf } from '#lib/transactions/decide';
import { reread } from '#lib/transactions/read';
import { isFinal, type Transaction } from '#lib/transactions/transaction';

/**
 * Guarantee: what a rail says of a collection is booked once, however often, late or out of order it is said; news
 * that the transition table has no edge for changes nothing. Whether it is about this collection at all has been
 * looked at before.
 */
export async function applyCollectionNews(
  ctx: Context,
  transaction: Transaction,
  news: CollectionNews,
  options: Pick<AdvanceOptions, 'answer' | 'also'> & { railReference?: string | null } = {},
): Promise<{ transaction: Transaction; moved: boolean }> {
  const trigger = triggerOf(news, options.railReference);
  if (trigger === null) return { transaction, moved: false };
  // A live rail that was paid after all has our customer's money. The simulator has none, and has itself closed what
  // was cancelled in the meantime: its word on an open collection is void once that has ended.
  const onlyWhileOpen = transaction.environment === 'SANDBOX' && !isFinal(transaction.status);
  const { answer } = options;
  const later = afterEnd(transaction, ctx.now(), trigger.kind === 'rail_succeeded' ? null : ctx.now());
  const own = options.also?.operations ?? [];
  const operations = [...own, ...later.filter(({ kind }) => own.every((each) => each.kind !== kind))];
  const also = { ...options.also, ...(operations.length > 0 && { operations }) };
  return advance(ctx, transaction, trigger, reread, { answer, also, onlyWhileOpen });
}

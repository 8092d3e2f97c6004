import { openCase } from '#lib/cases/open-case';
import { applyCollectionNews } from '#lib/collections/apply-news';
import { lookUpCollection } from '#lib/collections/look-up-collection';
import { isOpenAtRail, lookBackLater } from '#lib/collections/open-at-rail';
import type { Context } from '#lib/context';
import { askRail } from '#lib/rails/ask-rail';
import type { CollectionOpening } from '#lib/rails/rail';
import { getRail } from '#lib/rails/registry';
import { type AdvanceOptions, advance } from '#lib/transactions/advance';
import { isInDoubt } from '#lib/transactions/rail-calls';
import { newCall, toRailCollection } from '#lib/transactions/rail-side';
import { reread } from '#lib/transactions/read';
import type { Transaction } from '#lib/transactions/transaction';

/**
 * Guarantee: a pending collection is ended at the rail first and in the books afterwards, so that nobody can pay
 * what we call over; if the rail says that it was paid, that wins. Whatever the rail does not answer plainly leaves
 * the collection pending.
 */
export async function closeCollection(
  ctx: Context,
  transaction: Transaction,
  ending: 'rail_expired' | 'rail_cancelled' | 'cancelled_by_client',
  answer?: AdvanceOptions['answer'],
): Promise<{ transaction: Transaction; moved: boolean }> {
  if (transaction.environment === 'LIVE') {
    // Whether money was taken is not known, and the rail cannot be asked: only a person can end it.
    if (transaction.railReference === null && (await isInDoubt(transaction, 'charge'))) {
      await openCase(unknownCharge(transaction), ctx.now());
      return { transaction, moved: false };
    }
  }
  const rail = await getRail(transaction.environment, transaction.provider);
  // A rail that is asked by our own id answers below for what its lost answer opened, too.
  if (transaction.environment === 'LIVE' && !isOpenAtRail(transaction) && rail.traits.pollable) {
    const call = newCall(ctx.now());
    const found = await askRail<CollectionOpening | 'absent'>(transaction, 'resume', async () =>
      rail.resumeCollection
        ? rail.resumeCollection(toRailCollection(transaction), call)
        : { kind: 'done', value: 'absent' },
    );
    // It is opened in our books first: the operation `start` is at it.
    if (found.kind !== 'done' || found.value !== 'absent') return { transaction, moved: false };
    return advance(ctx, transaction, { kind: ending }, reread, { answer });
  }
  const closed = await askRail(transaction, 'close', async () => {
    if (rail.closeCollection === undefined) return { kind: 'unknown', why: 'this rail closes nothing' };
    return rail.closeCollection(toRailCollection(transaction), newCall(ctx.now()));
  });
  if (closed.kind !== 'done') return { transaction, moved: false };
  if (closed.value === 'already_paid') return bookPayment(ctx, transaction, answer);
  const isStillOpen = closed.value === 'still_open';
  // What nobody asked to end waits for the rail's own end.
  if (isStillOpen && ending === 'rail_expired') return { transaction, moved: false };
  const now = ctx.now();
  // A link that can still be paid is looked at when it no longer can.
  const since = isStillOpen ? (transaction.expiresAt ?? now) : now;
  const also = { operations: lookBackLater(transaction, now, since) };
  return advance(ctx, transaction, { kind: ending }, reread, { answer, also });
}

async function bookPayment(ctx: Context, transaction: Transaction, answer: AdvanceOptions['answer']) {
  const rail = await getRail(transaction.environment, transaction.provider);
  if (transaction.environment === 'LIVE' && rail.fetchCollection) {
    return lookUpCollection(ctx, transaction, { isSaidToBePaid: true });
  }
  const railCtx: Context = { ...ctx, actor: { type: 'rail', provider: transaction.provider } };
  return applyCollectionNews(railCtx, transaction, { state: 'SUCCEEDED' }, { answer });
}

/** The case of a charge whose answer was lost on a rail that has no name for it. */
export function unknownCharge(transaction: Transaction) {
  const { id, provider } = transaction;
  const details = { what: 'charge', reason: 'The rail’s answer was lost, and it cannot be asked.' };
  return { kind: 'unknown_outcome', provider, subject: id, transaction, details } as const;
}

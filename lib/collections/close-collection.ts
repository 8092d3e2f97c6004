import { sqlClient } from '#db/client';
import { openDoubt } from '#lib/cases/open-case';
import { applyCollectionNews } from '#lib/collections/apply-news';
import { askToClose } from '#lib/collections/ask-to-close';
import { lookUpCollection } from '#lib/collections/look-up-collection';
import { afterEnd, isOpenAtRail } from '#lib/collections/open-at-rail';
import type { Context } from '#lib/context';
import { readStored } from '#lib/notices/stored-notice';
import { askRail } from '#lib/rails/ask-rail';
import type { CollectionOpening } from '#lib/rails/rail';
import { getRail } from '#lib/rails/registry';
import { type AdvanceOptions, advance } from '#lib/transactions/advance';
import type { Trigger } from '#lib/transactions/decide';
import { isInDoubt, isUnderWay } from '#lib/transactions/rail-calls';
import { newCall, toRailCollection } from '#lib/transactions/rail-side';
import { reread } from '#lib/transactions/read';
import type { Failure, Transaction } from '#lib/transactions/transaction';

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
      await openDoubt(transaction, ctx.now());
      return { transaction, moved: false };
    }
    // The rail may be opening it: what it is going to say would come to nothing, and could be paid.
    if (!isOpenAtRail(transaction) && (await isUnderWay(transaction, 'start', ctx.now()))) {
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
    return advance(ctx, transaction, { kind: ending }, reread, { answer, onlyAsRead: true });
  }
  const closed = await askToClose(ctx, rail, transaction);
  if (closed.kind !== 'done') return { transaction, moved: false };
  if (closed.value === 'already_paid') return bookPayment(ctx, transaction, answer);
  const isStillOpen = closed.value === 'still_open';
  // What nobody asked to end waits for the rail's own end.
  if (isStillOpen && ending === 'rail_expired') return { transaction, moved: false };
  const now = ctx.now();
  // A link that can still be paid is looked at when it no longer can.
  const since = isStillOpen ? (transaction.expiresAt ?? now) : now;
  const also = { operations: afterEnd(transaction, now, since) };
  const declined = ending === 'rail_expired' ? await lastDecline(transaction) : undefined;
  const trigger: Trigger = declined ? { kind: 'rail_failed', failure: declined } : { kind: ending };
  // On what was read: a charge that was begun since is not to be overlooked.
  return advance(ctx, transaction, trigger, reread, { answer, also, onlyAsRead: true });
}

async function bookPayment(ctx: Context, transaction: Transaction, answer: AdvanceOptions['answer']) {
  const rail = await getRail(transaction.environment, transaction.provider);
  if (transaction.environment === 'LIVE' && rail.fetchCollection) {
    return lookUpCollection(ctx, transaction, { isSaidToBePaid: true });
  }
  const railCtx: Context = { ...ctx, actor: { type: 'rail', provider: transaction.provider } };
  return applyCollectionNews(railCtx, transaction, { state: 'SUCCEEDED' }, { answer });
}

/** Why the last try failed on a rail that only tells by notice: a card that was declined and not tried again. */
async function lastDecline({ environment, nextStep, id }: Transaction): Promise<Failure | undefined> {
  if (environment === 'SANDBOX' || nextStep !== 'show_card_page') return undefined;
  const rows = await sqlClient()`
    select body_sealed from rail_notices where transaction_id = ${id} and status <> 'CASE' order by received_at desc`;
  return rows.map((row) => readStored(row.body_sealed).failure).find((failure) => failure !== undefined);
}

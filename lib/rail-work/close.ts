import { sqlClient } from '#db/client';
import type { Context } from '#lib/context';
import { readStored } from '#lib/notices/stored-notice';
import { afterEnd, bookCollectionNews } from '#lib/rail-work/book-collection';
import { isInDoubt, isUnderWay, readCalls } from '#lib/rail-work/calls';
import { openDoubt } from '#lib/rail-work/doubt';
import { lookUpCollection } from '#lib/rail-work/look-up';
import { type Booking, run } from '#lib/rail-work/run';
import { isOpenAtRail } from '#lib/rail-work/start';
import type { CollectionClosing, CollectionOpening } from '#lib/rails/rail';
import { traitsOf } from '#lib/rails/registry';
import { places } from '#lib/seal';
import { decide, type Trigger } from '#lib/transactions/decide';
import { toRailCollection } from '#lib/transactions/rail-side';
import type { Failure, Transaction } from '#lib/transactions/transaction';

export type Ending = 'rail_expired' | 'rail_cancelled' | 'cancelled_by_client';
type Answer = ((after: Transaction) => unknown) | undefined;
type Closed = Promise<{ transaction: Transaction; moved: boolean }>;

/**
 * Guarantee: a pending collection is ended at the rail first and in the books afterwards, so that nobody can pay
 * what we call over; if the rail says that it was paid, that wins. Whatever the rail does not answer plainly leaves
 * the collection pending.
 */
export async function closeCollection(
  ctx: Context,
  collection: Transaction,
  ending: Ending,
  answer?: Answer,
): Closed {
  if (collection.environment === 'LIVE') {
    const calls = await readCalls(collection);
    // Whether money was taken is not known, and the rail cannot be asked: only people can end it.
    if (collection.railReference === null && isInDoubt(calls, 'charge')) {
      await openDoubt(collection, ctx.now(), 'charge');
      return { transaction: collection, moved: false };
    }
    if (!isOpenAtRail(collection)) {
      // By a link that we never got; what became of it is looked into because of the notice.
      if (await isSaidToBePaid(collection)) return { transaction: collection, moved: false };
      // The rail may be opening it: what it is going to say would come to nothing, and could be paid.
      if (isUnderWay(calls, 'start', ctx.now())) return { transaction: collection, moved: false };
      if (traitsOf(collection.provider).pollable) return closeUnopened(ctx, collection, ending, answer);
    }
  }
  return closeOpened(ctx, collection, ending, answer);
}

/** A rail that is asked by our own id answers in `closeOpened` for what its lost answer opened, too. */
async function closeUnopened(ctx: Context, collection: Transaction, ending: Ending, answer: Answer): Closed {
  return run<CollectionOpening | 'absent'>(ctx, 'resume', collection, {
    bookedBy: 'caller',
    ask: async (rail, call, present) =>
      rail.resumeCollection
        ? rail.resumeCollection(toRailCollection(present), call)
        : { kind: 'done', value: 'absent' },
    // What it has opened is opened in our books first: the operation `start` is at it.
    book: (present, told, { now }) =>
      told.kind === 'done' && told.value === 'absent' && present.version === collection.version
        ? endAs(present, { kind: ending }, null, now)
        : null,
    answer,
  });
}

async function closeOpened(ctx: Context, collection: Transaction, ending: Ending, answer: Answer): Closed {
  const declined = ending === 'rail_expired' ? await lastDecline(collection) : undefined;
  const trigger: Trigger = declined ? { kind: 'rail_failed', failure: declined } : { kind: ending };
  const closed = await run<CollectionClosing>(ctx, 'close', collection, {
    bookedBy: 'caller',
    ask: async (rail, call, present) => {
      if (rail.closeCollection === undefined) return { kind: 'unknown', why: 'this rail closes nothing' };
      return rail.closeCollection(toRailCollection(present), call);
    },
    // On what was read: a charge that was begun since is not to be overlooked.
    book: (present, told, { now }) => {
      if (told.kind !== 'done' || told.value === 'already_paid' || present.version !== collection.version)
        return null;
      const isStillOpen = told.value === 'still_open';
      // What nobody asked to end waits for the rail's own end.
      if (isStillOpen && ending === 'rail_expired') return null;
      // A link that can still be paid is looked at when it no longer can.
      return endAs(present, trigger, isStillOpen ? (present.expiresAt ?? now) : now, now);
    },
    answer,
  });
  const isPaid = closed.answer?.kind === 'done' && closed.answer.value === 'already_paid';
  return isPaid ? bookPayment(ctx, collection, answer) : closed;
}

/** `unpaidSince`: from when no money can come any more; null: nothing was ever open. */
function endAs(present: Transaction, trigger: Trigger, unpaidSince: Date | null, now: Date): Booking | null {
  const change = decide(present, present, trigger, now);
  if ('refused' in change) return null;
  return { changes: [{ ...change, operations: afterEnd(present, now, unpaidSince) }] };
}

async function bookPayment(ctx: Context, collection: Transaction, answer: Answer): Closed {
  if (collection.environment === 'LIVE') {
    return lookUpCollection(ctx, collection, { isSaidToBePaid: true, ...(answer && { answer }) });
  }
  const railCtx: Context = { ...ctx, actor: { type: 'rail', provider: collection.provider } };
  return bookCollectionNews(railCtx, collection, { state: 'SUCCEEDED' }, { answer });
}

/** A notice that is still worked on: any but one of a payment has come to its end at once. */
async function isSaidToBePaid({ clientId, id }: Transaction): Promise<boolean> {
  const rows = await sqlClient()`
    select 1 from rail_notices where client_id = ${clientId} and transaction_id = ${id} and status = 'RECEIVED'`;
  return rows.length > 0;
}

/** Why the last try failed on a rail that only tells by notice: a card that was declined and not tried again. */
async function lastDecline({ environment, nextStep, id }: Transaction): Promise<Failure | undefined> {
  if (environment === 'SANDBOX' || nextStep !== 'show_card_page') return undefined;
  const rows = await sqlClient()`
    select provider, dedupe_id, body_sealed from rail_notices where transaction_id = ${id} and status <> 'CASE' order by received_at desc`;
  return rows
    .map((row) => readStored(places.railNotice(row.provider, row.dedupe_id), row.body_sealed).failure)
    .find((failure) => failure !== undefined);
}

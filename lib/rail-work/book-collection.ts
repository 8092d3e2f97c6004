import { openCaseOf } from '#lib/cases/open-case';
import type { Context } from '#lib/context';
import type { Booking } from '#lib/rail-work/run';
import { LOOK_BACK_AFTER_MS } from '#lib/rail-work/timetable';
import type { CollectionNews } from '#lib/rails/rail';
import { type AdvanceOptions, type Committed, commitOn } from '#lib/transactions/advance';
import { type Change, decide, triggerOf } from '#lib/transactions/decide';
import { reread } from '#lib/transactions/read';
import { isFinal, type Transaction } from '#lib/transactions/transaction';

/** Pure: what the rail's word on a collection changes; null where the transition table has no edge for it, or it says nothing. */
export function collectionEnd(
  present: Transaction,
  news: CollectionNews,
  railReference: string | null,
  now: Date,
  paymentReference: string | null = null,
  feeBututs: bigint | null = null,
): Booking | null {
  const trigger = triggerOf(news, railReference, paymentReference, feeBututs);
  if (trigger === null) return null;
  const change = decide(present, present, trigger, now);
  if ('refused' in change) return null;
  const operations = afterEnd(present, now, news.state === 'SUCCEEDED' ? null : now);
  return { changes: [{ ...change, operations }] };
}

/**
 * Guarantee: what a rail says of a collection by itself is booked once, however often, late or out of order it is said;
 * news that the transition table has no edge for changes nothing. Whether it is about this collection at all, and
 * whether it may be believed, has been looked at before.
 */
export async function bookCollectionNews(
  ctx: Context,
  collection: Transaction,
  news: CollectionNews,
  { answer, railReference = null }: Pick<AdvanceOptions, 'answer'> & { railReference?: string | null } = {},
): Promise<Committed> {
  const build = (present: Transaction): Change[] | null => {
    // A live rail that was paid after all has our customer's money. The simulator has none, and has itself closed what
    // was cancelled in the meantime: its word on an open collection is void once that has ended.
    const isVoid =
      present.environment === 'SANDBOX' &&
      present !== collection &&
      !isFinal(collection.status) &&
      isFinal(present.status);
    return isVoid ? null : (collectionEnd(present, news, railReference, ctx.now())?.changes ?? null);
  };
  const committed = await commitOn(ctx, collection, build, reread, answer);
  if (committed.refusal?.outcome === 'adjusted') {
    const details = {
      ours: collection.status,
      theirs: news.state,
      reason: 'Two operators have booked it by hand.',
    };
    await openCaseOf('contradiction', collection, details, ctx.now());
  }
  return committed;
}

/**
 * What is still to be done about a live collection that ends. Leave to charge is given back. One that ends without money
 * is asked about again, because the rail's notice of a payment may be lost and its record may have lagged; a payment is
 * then a late one. `unpaidSince`: from when no money can come any more; null where it came.
 */
export function afterEnd(
  { environment, nextStep, railReference, railStateSealed }: Transaction,
  now: Date,
  unpaidSince: Date | null,
): Change['operations'] {
  if (environment !== 'LIVE') return [];
  const operations: Change['operations'] = [];
  if (nextStep === 'submit_otp' && railStateSealed !== null) operations.push({ kind: 'revoke', runAt: now });
  // Without a charge the rail with a password knows of nothing.
  if (unpaidSince !== null && (nextStep !== 'submit_otp' || railReference !== null)) {
    const from = Math.max(now.getTime(), unpaidSince.getTime());
    operations.push({ kind: 'look_up', runAt: new Date(from + LOOK_BACK_AFTER_MS) });
  }
  return operations;
}

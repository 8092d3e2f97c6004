import { invariant } from '#lib/errors';
import { bookedLater } from '#lib/rail-work/book-collection';
import type { Booking, Moment } from '#lib/rail-work/run';
import { LOOK_BACK_AFTER_MS, nextOf, type Unsettled } from '#lib/rail-work/timetable';
import type { PayoutView } from '#lib/rails/rail';
import type { OperationKind } from '#lib/transactions/decide';
import { amend, type Change, decide, type OpenCase, type Trigger } from '#lib/transactions/decide';
import type { Failure, Transaction } from '#lib/transactions/transaction';

/** Why a payout came back that nobody had asked for. */
export const REVERSED_BY_RAIL = 'The rail took the payout back.';

/** Pure: takes the edges of all triggers, or none. */
export function payoutSteps(present: Transaction, triggers: readonly Trigger[], now: Date): Change[] | null {
  const changes: Change[] = [];
  for (const trigger of triggers) {
    const before: Transaction = changes.at(-1)?.after ?? present;
    const change = decide(before, before, trigger, now);
    if ('refused' in change) return null;
    changes.push(change);
  }
  return changes;
}

/**
 * Pure: what the rail's own record changes of a payout. What the transition table has no edge for moves nothing and is a
 * case, unless our books say the same already. `asked`: why an operator wanted it taken back, if one did.
 */
export function bookRecord(
  present: Transaction,
  { railReference, news, feeBututs }: PayoutView,
  asked: string | null,
  { now, turns, taken, rail }: Moment,
  kind: OperationKind,
): Booking | null {
  if (news.state === 'PENDING') {
    const booking = stayInFlight(present, kind, 'pending', { now, turns, taken }, railReference);
    const later = bookedLater(news, now);
    for (const change of later.length > 0 ? (booking?.changes ?? []) : []) change.operations = later;
    return booking;
  }
  if (news.state === 'FAILED') return bookRefusal(present, news.failure, now);
  // A refund has no such end: what came back before its end was not given, what came back later is for people.
  if (news.state === 'REVERSED' && present.type === 'refund') {
    return bookRefusal(present, { code: 'PROVIDER_ERROR', message: REVERSED_BY_RAIL }, now, 'REVERSED');
  }
  const { status } = present;
  // What was held for want of float has been paid all the same.
  const funded: Trigger[] = status === 'AWAITING_LIQUIDITY' ? [{ kind: 'float_funded' }] : [];
  const delivered: Trigger[] =
    status === 'SUCCEEDED' ? [] : [...funded, { kind: 'payout_delivered', railReference, feeBututs }];
  const reversed: Trigger[] =
    news.state === 'REVERSED'
      ? [{ kind: 'payout_reversed', reason: asked ?? REVERSED_BY_RAIL, returnsFee: rail.traits.returnsFee }]
      : [];
  const isDone = status === news.state || status === 'REVERSED';
  const changes = isDone ? null : payoutSteps(present, [...delivered, ...reversed], now);
  if (changes?.[0]) {
    // Which payment of the rail it is, is claimed before anything else is done.
    changes[0].after.railReference = railReference ?? present.railReference;
    changes.at(-1)?.operations.push(...bookedLater(news, now));
    return { changes };
  }
  if (isDone || status !== 'FAILED') return null;
  return news.state === 'SUCCEEDED'
    ? bookDeliveryAfterFailure(present, railReference, now)
    : bookReturn(present, news.state);
}

/** Nobody takes back what the client was told: it is flagged, and two people settle who bears it. */
function bookDeliveryAfterFailure(present: Transaction, railReference: string | null, now: Date): Booking {
  const cases: OpenCase[] = [
    {
      kind: 'delivered_after_failure',
      details: { ours: present.status, theirs: 'SUCCEEDED', rail_reference: railReference },
    },
  ];
  if (present.deliveredAfterFailure) return { cases };
  const facts = { deliveredAfterFailure: true, ...(present.railReference === null && { railReference }) };
  return { changes: [amend(present, facts, now)], cases };
}

/** Pure: the same for a payout that stands as paid in the rail's own statement; null where that is no news. */
export function bookStatementLine(present: Transaction, railReference: string, now: Date): Change[] | null {
  if (present.status !== 'FAILED' || present.deliveredAfterFailure) return null;
  const { changes, cases } = bookDeliveryAfterFailure(present, railReference, now);
  return changes?.map((change) => ({ ...change, openCases: cases ?? [] })) ?? null;
}

/** Pure: surely not paid. What was delivered, or is held for want of float, stays; a rail's no comes too late for it. */
export function bookRefusal(
  present: Transaction,
  failure: Failure,
  now: Date,
  theirs: 'FAILED' | 'REVERSED' = 'FAILED',
): Booking | null {
  const changes = payoutSteps(present, [{ kind: 'payout_refused', failure }], now);
  if (changes?.[0]) {
    changes[0].operations = afterFailure(present, now);
    return { changes };
  }
  return bookReturn(present, theirs);
}

/**
 * Pure. What has failed, whoever said so, is asked about once more where its rail is asked by our reference: it may be
 * paid all the same. The simulator has not.
 */
export function afterFailure({ environment }: Transaction, now: Date): Change['operations'] {
  if (environment !== 'LIVE') return [];
  return [{ kind: 'look_up', runAt: new Date(now.getTime() + LOOK_BACK_AFTER_MS) }];
}

/**
 * Pure: what came back and no edge books. Of one that is `FAILED` here two people may have booked the payment by then, so
 * that its return is missing in our books; of one that never succeeded a mere no is no news.
 */
function bookReturn(present: Transaction, theirs: 'FAILED' | 'REVERSED'): Booking | null {
  const { status } = present;
  const isNews =
    status === 'SUCCEEDED' || (status === 'FAILED' && theirs === 'REVERSED' && !wasTakenBack(present));
  return isNews ? { cases: [{ kind: 'returned', details: { ours: status, theirs } }] } : null;
}

/** Pure: whether a refund has failed because its rail took it back: that it came back is booked by its failure. */
export function wasTakenBack({ type, failureMessage }: Transaction): boolean {
  return type === 'refund' && failureMessage === REVERSED_BY_RAIL;
}

/** Pure: nothing is decided. The client hears once that the payout is under way; the timetable says what is done. */
export function stayInFlight(
  present: Transaction,
  kind: OperationKind,
  end: Unsettled,
  { turns, now, taken }: Pick<Moment, 'turns' | 'now' | 'taken'>,
  railReference: string | null = null,
): Booking | null {
  if (present.status !== 'PENDING') return null;
  const isNews = present.version === 1 || (railReference ?? present.railReference) !== present.railReference;
  // Whoever asked asks again, by itself.
  if (kind === 'look_up' && !isNews) return null;
  const operations = nextOf(kind, end, turns, now, taken);
  return {
    changes: [{ ...underWay(present, railReference, now), operations, dropOperations: ['send', 'look_up'] }],
  };
}

/** Pure. The client is told once that a payout is under way: by its second version, whatever made that. */
export function underWay(present: Transaction, railReference: string | null, now: Date): Change {
  if (present.version > 1) return amend(present, railReference === null ? {} : { railReference }, now);
  const change = decide(present, present, { kind: 'payout_in_flight', railReference }, now);
  invariant(!('refused' in change), 'a payout in flight can stay so');
  return change;
}

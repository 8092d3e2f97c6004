import type { Context } from '#lib/context';
import { invariant } from '#lib/errors';
import { afterEnd, collectionEnd } from '#lib/rail-work/book-collection';
import { callsTo, readCalls } from '#lib/rail-work/calls';
import { openDoubt } from '#lib/rail-work/doubt';
import { type Booking, type Moment, type Ran, run } from '#lib/rail-work/run';
import { nextOf, timetable } from '#lib/rail-work/timetable';
import type { CollectionView, Outcome } from '#lib/rails/rail';
import { amend, type Change } from '#lib/transactions/decide';
import { sealRailState, toRailCollection } from '#lib/transactions/rail-side';
import { isFinal, type Transaction } from '#lib/transactions/transaction';

interface ChargeOptions {
  /** The leave to charge that a right code has given. Left out: that which is stored. */
  railState?: string | null;
  /** The tries that are left, where the rail has not decided for another reason than the code. */
  triesLeft?: number;
  answer?: (after: Transaction) => unknown;
  turns?: number;
}

/**
 * Charges the wallet whose customer has given leave. Of two right codes one commits the intent, and so charges; it is
 * never made again, unless it surely did not reach the rail. Not moved, with `answer` null: another one charges it, or
 * it has ended.
 */
export function charge(
  ctx: Context,
  collection: Transaction,
  { railState = null, triesLeft = 0, answer, turns }: ChargeOptions,
): Promise<Ran<CollectionView>> {
  return run<CollectionView>(ctx, 'charge', collection, {
    // The code was right: no other one is asked for.
    begin: (present, now) => {
      const leave = railState === null ? {} : { railStateSealed: sealRailState(present.id, railState) };
      return present.status === 'PENDING'
        ? [amend(present, { ...leave, otpAttemptsRemaining: 0 }, now)]
        : null;
    },
    ask: (rail, call, present) => {
      invariant(rail.charge, 'a rail that takes a code charges');
      return rail.charge(toRailCollection(present), call);
    },
    book: (present, told, at) => book(present, told, at, triesLeft),
    answer,
    turns,
  });
}

function book(
  present: Transaction,
  answer: Outcome<CollectionView>,
  { now, turns }: Moment,
  triesLeft: number,
): Booking | null {
  if (present.environment === 'SANDBOX') {
    const isOpen = answer.kind !== 'done' || answer.value.news.state === 'PENDING';
    if (isOpen) return { changes: [amend(present, { otpAttemptsRemaining: triesLeft }, now)] };
  }
  // The leave is given back; where nothing was sent, the next try uses it.
  const revoke = { kind: 'revoke', runAt: now } as const;
  const ended =
    answer.kind === 'refused'
      ? collectionEnd(present, { state: 'FAILED', failure: answer.failure }, null, now)
      : answer.kind === 'done'
        ? collectionEnd(
            present,
            answer.value.news,
            answer.value.railReference,
            now,
            null,
            answer.value.feeBututs,
          )
        : null;
  if (ended?.changes?.[0]) {
    const [change] = ended.changes;
    const own = present.environment === 'LIVE' ? [revoke] : [];
    const later = change.operations.filter(({ kind }) => kind !== 'revoke');
    return { changes: [{ ...change, operations: [...own, ...later] }] };
  }
  const reason = timetable.charge.reason ?? null;
  const cases =
    answer.kind === 'unknown'
      ? [{ kind: 'unknown_outcome', details: { what: 'charge', reason } } as const]
      : [];
  // Also of one that has ended meanwhile: what the rail calls it is what it can be asked by.
  const railReference = answer.kind === 'done' ? answer.value.railReference : null;
  const isNamed = railReference !== null && present.railReference === null;
  const change: Change = amend(present, isNamed ? { railReference } : {}, now);
  if (answer.kind === 'not_sent' && !isFinal(present.status)) {
    return {
      changes: [{ ...change, operations: nextOf('charge', 'not_sent', turns, now), dropOperations: [] }],
    };
  }
  const looks = isFinal(present.status) ? afterEnd(change.after, now, now) : lookNext(answer, now);
  const later = looks.filter(({ kind }) => kind !== 'revoke');
  return {
    changes: [{ ...change, operations: [revoke, ...later], dropOperations: ['charge'] }],
    cases: [...cases],
  };
}

function lookNext(answer: Outcome<CollectionView>, now: Date): Change['operations'] {
  return nextOf('charge', answer.kind === 'done' ? 'pending' : 'unknown', 0, now);
}

/**
 * A worker's turn at a charge that was begun: one that surely did not reach the rail is made now; of any other nobody
 * can ask, so it is a case for people with the rail's statement, and is never made again.
 */
export async function chargeAgain(
  ctx: Context,
  collection: Transaction,
  turns: number,
): Promise<'done' | 'again'> {
  if (isFinal(collection.status)) return 'done';
  const last = callsTo(await readCalls(collection), 'charge').at(-1);
  if (last?.outcome === 'not_sent') {
    await charge(ctx, collection, { turns });
    return 'done';
  }
  if (last && last.outcome !== 'refused' && collection.railReference === null) {
    await openDoubt(collection, ctx.now(), 'charge');
  }
  return 'done';
}

import type { Context } from '#lib/context';
import { invariant } from '#lib/errors';
import { underWay } from '#lib/rail-work/book-payout';
import { type Booking, type Moment, type Ran, run } from '#lib/rail-work/run';
import { nextOf } from '#lib/rail-work/timetable';
import type { Outcome, RefundNews } from '#lib/rails/rail';
import { type Change, decide, type Trigger } from '#lib/transactions/decide';
import { toRailRefund } from '#lib/transactions/rail-side';
import { findTransaction } from '#lib/transactions/read';
import type { Transaction } from '#lib/transactions/transaction';

interface RefundOptions {
  /** The changes that go before it; left out: it is under way already. */
  begin?: (present: Transaction, now: Date) => Change[] | null;
  isNew?: boolean;
  answer?: (after: Transaction) => unknown;
  turns?: number;
}

/**
 * Has a rail give back what it collected, and books what came of it. Only the rail's word ends it: what is not known stays
 * `PENDING`, and the same refund is asked for again, at the wallet that was paid into, for the rail makes it once.
 */
export function refundByRail(
  ctx: Context,
  refund: Transaction,
  options: RefundOptions = {},
): Promise<Ran<RefundNews>> {
  return run<RefundNews>(ctx, 'refund', refund, {
    ...options,
    begin: options.begin ?? whileInFlight,
    key: (_rail, { id }) => id,
    async ask(rail, call, present) {
      if (rail.refundCollection === undefined)
        return { kind: 'not_sent', why: 'this rail takes nothing back' };
      return rail.refundCollection(toRailRefund(present, await collectionOf(present)), call);
    },
    book,
  });
}

function whileInFlight(present: Transaction, now: Date): Change[] | null {
  return present.status === 'PENDING' ? [underWay(present, null, now)] : null;
}

function book(present: Transaction, answer: Outcome<RefundNews>, { now, turns }: Moment): Booking | null {
  if (present.status !== 'PENDING') return null;
  if (answer.kind === 'refused')
    return step(present, { kind: 'reversal_refused', failure: answer.failure }, now);
  if (answer.kind === 'done' && answer.value.state === 'done')
    return step(present, { kind: 'reversal_done' }, now);
  const end = answer.kind === 'done' ? 'pending' : answer.kind;
  const decidedAt =
    answer.kind === 'done' && answer.value.state === 'pending' ? answer.value.decidedAt : null;
  const operations: Change['operations'] =
    decidedAt === null ? nextOf('refund', end, turns, now) : [{ kind: 'refund', runAt: decidedAt }];
  return { changes: [{ ...underWay(present, null, now), operations, dropOperations: ['refund'] }] };
}

function step(present: Transaction, trigger: Trigger, now: Date): Booking | null {
  const change = decide(present, present, trigger, now);
  return 'refused' in change ? null : { changes: [change] };
}

async function collectionOf({ clientId, environment, collectionId }: Transaction): Promise<Transaction> {
  const collection = await findTransaction(clientId, environment, collectionId ?? '');
  invariant(collection, 'a refund is of a collection that is kept');
  return collection;
}

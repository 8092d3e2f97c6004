import { sqlClient } from '#db/client';
import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { payoutSteps } from '#lib/rail-work/book-payout';
import { callsTo, isInDoubt, readCalls, reasonForReversal } from '#lib/rail-work/calls';
import { lookUpPayout } from '#lib/rail-work/look-up';
import { type Ran, run } from '#lib/rail-work/run';
import { nextOf } from '#lib/rail-work/timetable';
import { skippedSince } from '#lib/sandbox/skipped-since';
import { amend } from '#lib/transactions/decide';
import { toRailPayout } from '#lib/transactions/rail-side';
import type { Transaction } from '#lib/transactions/transaction';

/**
 * Asks the rail to take a payout back: once, in full. Of two who ask at the same time on what they have read, one does;
 * `isRepeat`: whatever was read.
 */
export function reverse(
  ctx: Context,
  payout: Transaction,
  reason: string,
  { isRepeat, turns }: { isRepeat: boolean; turns?: number },
): Promise<Ran<'reversed'>> {
  return run<'reversed'>(ctx, 'reverse', payout, {
    note: reason,
    turns,
    bookedBy: 'caller',
    begin: (present, now) =>
      present.status === 'SUCCEEDED' && (isRepeat || present.version === payout.version)
        ? [amend(present, {}, now)]
        : null,
    ask: async (rail, call, present) => {
      if (rail.reversePayout === undefined) return { kind: 'not_sent', why: 'this rail takes nothing back' };
      return rail.reversePayout(toRailPayout(present), call);
    },
    book: (present, told, at) => {
      if (told.kind === 'done') {
        const { returnsFee } = at.rail.traits;
        const changes = payoutSteps(present, [{ kind: 'payout_reversed', reason, returnsFee }], at.now);
        return changes && { changes };
      }
      const operations = told.kind === 'unknown' ? nextOf('reverse', 'unknown', at.turns, at.now) : [];
      return { changes: [{ ...amend(present, {}, at.now), operations, dropOperations: ['reverse'] }] };
    },
  });
}

/**
 * A worker's turn at a reversal whose answer was lost: its record says whether the payout came back; else the rail is
 * asked again, for it takes a payout back once, and may refuse what it has done.
 */
export async function reverseAgain(ctx: Context, payout: Transaction, turns: number): Promise<void> {
  const calls = await readCalls(payout);
  if (payout.status !== 'SUCCEEDED' || callsTo(calls, 'reverse').length === 0) return;
  const { transaction } = isInDoubt(calls, 'reverse')
    ? await lookUpPayout(ctx, payout)
    : { transaction: payout };
  if (transaction.status !== 'SUCCEEDED') return;
  const reason = reasonForReversal(calls) ?? 'Reversed by an operator';
  await reverse(ctx, transaction, reason, { isRepeat: true, turns });
}

/** Throws `INVALID_STATE` while the rail is being asked, and when the time in which it may be asked is over, by the database's clock. */
export async function requireReversible(payout: Transaction, windowMs: number): Promise<void> {
  const { clientId, id, completedAt } = payout;
  const leftMs = windowMs - (await skippedSince(payout, completedAt));
  const [row] = await sqlClient()`
    select exists (
      select from rail_operations where client_id = ${clientId} and transaction_id = ${id} and kind = 'reverse'
    ) as is_asked, now() > ${completedAt?.toISOString() ?? null}::timestamptz + make_interval(secs => ${leftMs / 1000}) as is_over`;
  if (row?.is_asked) {
    throw new AppError(
      'INVALID_STATE',
      'The rail was asked to take this payout back; its answer is awaited.',
    );
  }
  if (row?.is_over)
    throw new AppError('INVALID_STATE', 'The 72 hours in which a payout can be reversed are over.');
}

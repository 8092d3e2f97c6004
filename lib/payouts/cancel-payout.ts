import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { lookUpPayout } from '#lib/payouts/look-up-payout';
import { advance } from '#lib/transactions/advance';
import { lastCall } from '#lib/transactions/rail-calls';
import { getTransaction, reread } from '#lib/transactions/read';
import { failure, type Transaction } from '#lib/transactions/transaction';

/** No request to a rail is thought to be done later than this after it was sent. */
const DONE_BY_MS = 30 * 60_000;

/**
 * Guarantee: a payout that still waits for liquidity ends as `FAILED` and its money is back in the balance; any
 * other one stays as it is and `INVALID_STATE` is thrown. Throws `TRANSACTION_NOT_FOUND`.
 */
export async function cancelPayout(ctx: Context, id: string): Promise<{ transaction: Transaction }> {
  const payout = await getTransaction(ctx, 'payout', id);
  await requireCancellable(ctx, payout);
  return endHeld(ctx, payout, 'CANCELLED_BY_CLIENT');
}

/** Ends what `requireCancellable` has let pass, unless it went out in between. Throws `INVALID_STATE`. */
export async function endHeld(
  ctx: Context,
  payout: Transaction,
  code: 'CANCELLED_BY_CLIENT' | 'CANCELLED_BY_OPERATOR',
): Promise<{ transaction: Transaction }> {
  const trigger = { kind: 'payout_cancelled', failure: failure(code) } as const;
  const answer = (transaction: Transaction) => ({ transaction });
  const { transaction, moved } = await advance(ctx, payout, trigger, reread, { answer });
  if (!moved) throw notHeld(transaction);
  return { transaction };
}

/**
 * Throws `INVALID_STATE` for what does not wait for liquidity, and for a payout that may be paid all the same: one that
 * its rail sent back for want of money there was sent once, and is given back only when the rail knows nothing of it.
 */
export async function requireCancellable(ctx: Context, payout: Transaction): Promise<void> {
  if (payout.status !== 'AWAITING_LIQUIDITY') throw notHeld(payout);
  if (payout.environment === 'SANDBOX') return;
  const last = await lastCall(payout, 'send');
  if (last === undefined) return;
  // A request that was under way when its answer was lost may still be done for a while.
  const isOver = ctx.now().getTime() - last.startedAt.getTime() > DONE_BY_MS;
  if (isOver && (await lookUpPayout(ctx, payout)).word === 'absent') return;
  throw new AppError(
    'INVALID_STATE',
    'This payout was sent to its rail, which was short of money. It goes out when the rail is funded; it can be cancelled half an hour after it was last sent, if the rail then knows nothing of it.',
  );
}

function notHeld({ type, status }: Transaction): AppError {
  return new AppError(
    'INVALID_STATE',
    `This ${type} is ${status}; only a payout that is AWAITING_LIQUIDITY can be cancelled.`,
  );
}

import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { lookUpPayout } from '#lib/payouts/look-up-payout';
import { advance } from '#lib/transactions/advance';
import { lastCall } from '#lib/transactions/rail-calls';
import { getTransaction, reread } from '#lib/transactions/read';
import { failure, type Transaction } from '#lib/transactions/transaction';

/**
 * Guarantee: a payout that still waits for liquidity ends as `FAILED` and its money is back in the balance; any
 * other one stays as it is and `INVALID_STATE` is thrown. Throws `TRANSACTION_NOT_FOUND`.
 */
export async function cancelPayout(ctx: Context, id: string): Promise<{ transaction: Transaction }> {
  const payout = await getTransaction(ctx, 'payout', id);
  await requireNeverSent(ctx, payout);
  const trigger = { kind: 'payout_cancelled', failure: failure('CANCELLED_BY_CLIENT') } as const;
  const answer = (transaction: Transaction) => ({ transaction });
  const { transaction, moved } = await advance(ctx, payout, trigger, reread, { answer });
  if (moved) return { transaction };
  throw new AppError(
    'INVALID_STATE',
    `This payout is ${transaction.status}; only one that is AWAITING_LIQUIDITY can be cancelled.`,
  );
}

/**
 * A payout that its rail sent back for want of money there was sent once: unless the rail says that it knows nothing of
 * it, it may still be paid, and is not given back.
 */
async function requireNeverSent(ctx: Context, payout: Transaction): Promise<void> {
  if (payout.environment === 'SANDBOX' || payout.status !== 'AWAITING_LIQUIDITY') return;
  if ((await lastCall(payout, 'send')) === undefined) return;
  const { word } = await lookUpPayout(ctx, payout);
  if (word === 'absent') return;
  throw new AppError(
    'INVALID_STATE',
    'This payout was sent to its rail once, which was short of money. It cannot be cancelled; it goes out when the rail is funded.',
  );
}

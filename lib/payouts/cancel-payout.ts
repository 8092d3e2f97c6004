import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { advance } from '#lib/transactions/advance';
import { getTransaction, reread } from '#lib/transactions/read';
import { failure, type Transaction } from '#lib/transactions/transaction';

/**
 * Guarantee: a payout that still waits for liquidity ends as `FAILED` and its money is back in the balance; any
 * other one stays as it is and `INVALID_STATE` is thrown. Throws `TRANSACTION_NOT_FOUND`.
 */
export async function cancelPayout(ctx: Context, id: string): Promise<{ transaction: Transaction }> {
  const payout = await getTransaction(ctx, 'payout', id);
  const trigger = { kind: 'payout_cancelled', failure: failure('CANCELLED_BY_CLIENT') } as const;
  const answer = (transaction: Transaction) => ({ transaction });
  const { transaction, moved } = await advance(ctx, payout, trigger, reread, { answer });
  if (moved) return { transaction };
  throw new AppError(
    'INVALID_STATE',
    `This payout is ${transaction.status}; only one that is AWAITING_LIQUIDITY can be cancelled.`,
  );
}

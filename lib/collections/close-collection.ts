import type { Context } from '#lib/context';
import { getRail } from '#lib/rails/registry';
import { advance } from '#lib/transactions/advance';
import { triggerOf } from '#lib/transactions/decide';
import { reread } from '#lib/transactions/read';
import type { Transaction } from '#lib/transactions/transaction';

/**
 * Guarantee: a pending collection is ended at the rail first and in the books afterwards, so that nobody can pay
 * what we call over; if the rail says that it was paid, that wins. Whatever the rail does not answer plainly leaves
 * the collection pending.
 */
export async function closeCollection(
  ctx: Context,
  transaction: Transaction,
  ending: 'rail_expired' | 'cancelled_by_client',
  options: { answersWithResult?: boolean } = {},
): Promise<{ transaction: Transaction; moved: boolean }> {
  const rail = getRail(transaction.environment, transaction.provider);
  const closed = await rail.closeCollection?.(transaction, ctx.now());
  if (closed === undefined || closed.kind !== 'done') return { transaction, moved: false };
  const trigger =
    closed.value === 'already_paid' ? triggerOf({ state: 'SUCCEEDED' }) : ({ kind: ending } as const);
  return trigger === null
    ? { transaction, moved: false }
    : advance(ctx, transaction, trigger, reread, options);
}

import type { Context } from '#lib/context';
import { getRail } from '#lib/rails/registry';
import { type AdvanceOptions, advance } from '#lib/transactions/advance';
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
  answer?: AdvanceOptions['answer'],
): Promise<{ transaction: Transaction; moved: boolean }> {
  const rail = getRail(transaction.environment, transaction.provider);
  const closed = await rail.closeCollection?.(transaction, ctx.now());
  if (closed === undefined || closed.kind !== 'done') return { transaction, moved: false };
  if (closed.value === 'closed') return advance(ctx, transaction, { kind: ending }, reread, { answer });
  const railCtx: Context = { ...ctx, actor: { type: 'rail', provider: transaction.provider } };
  return advance(railCtx, transaction, { kind: 'rail_succeeded' }, reread, { answer });
}

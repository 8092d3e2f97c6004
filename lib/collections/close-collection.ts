import { openCase } from '#lib/cases/open-case';
import { applyCollectionNews } from '#lib/collections/apply-news';
import { lookUpCollection } from '#lib/collections/look-up-collection';
import { CLOSE_AFTER_MS, isOpenAtRail } from '#lib/collections/open-at-rail';
import type { Context } from '#lib/context';
import { askRail } from '#lib/rails/ask-rail';
import { getRail } from '#lib/rails/registry';
import { type AdvanceOptions, advance } from '#lib/transactions/advance';
import type { Change } from '#lib/transactions/decide';
import { isInDoubt } from '#lib/transactions/rail-calls';
import { newCall, toRailCollection } from '#lib/transactions/rail-side';
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
  ending: 'rail_expired' | 'rail_cancelled' | 'cancelled_by_client',
  answer?: AdvanceOptions['answer'],
): Promise<{ transaction: Transaction; moved: boolean }> {
  if (transaction.environment === 'LIVE') {
    // Whether money was taken is not known, and the rail cannot be asked: only a person can end it.
    if (transaction.railReference === null && (await isInDoubt(transaction, 'charge'))) {
      await openCase(unknownCharge(transaction), ctx.now());
      return { transaction, moved: false };
    }
    // Nobody was ever told where to pay.
    if (!isOpenAtRail(transaction)) return advance(ctx, transaction, { kind: ending }, reread, { answer });
  }
  const rail = await getRail(transaction.environment, transaction.provider);
  const closed = await askRail(transaction, 'close', async () => {
    if (rail.closeCollection === undefined) return { kind: 'unknown', why: 'this rail closes nothing' };
    return rail.closeCollection(toRailCollection(transaction), newCall(ctx.now()));
  });
  if (closed.kind !== 'done') return { transaction, moved: false };
  if (closed.value === 'already_paid') return bookPayment(ctx, transaction, answer);
  const also = closed.value === 'still_open' ? { operations: lookLater(transaction, ctx.now()) } : undefined;
  // What nobody asked to end waits for the rail's own end.
  if (also && ending === 'rail_expired') return { transaction, moved: false };
  return advance(ctx, transaction, { kind: ending }, reread, { answer, also });
}

async function bookPayment(ctx: Context, transaction: Transaction, answer: AdvanceOptions['answer']) {
  const rail = await getRail(transaction.environment, transaction.provider);
  if (transaction.environment === 'LIVE' && rail.fetchCollection) return lookUpCollection(ctx, transaction);
  const railCtx: Context = { ...ctx, actor: { type: 'rail', provider: transaction.provider } };
  return applyCollectionNews(railCtx, transaction, { state: 'SUCCEEDED' }, { answer });
}

/** The link can still be paid: when it no longer can, the rail is asked once more, and a payment is then a late one. */
function lookLater({ expiresAt }: Transaction, now: Date): Change['operations'] {
  return [{ kind: 'look_up', runAt: new Date((expiresAt ?? now).getTime() + CLOSE_AFTER_MS) }];
}

/** The case of a charge whose answer was lost on a rail that has no name for it. */
export function unknownCharge(transaction: Transaction) {
  const { id, provider } = transaction;
  const details = { what: 'charge', reason: 'The rail’s answer was lost, and it cannot be asked.' };
  return { kind: 'unknown_outcome', provider, subject: id, transaction, details } as const;
}

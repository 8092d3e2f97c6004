import type { Context } from '#lib/context';
import { lookUpCollection } from '#lib/rail-work/look-up';
import { run } from '#lib/rail-work/run';
import type { CollectionClosing } from '#lib/rails/rail';
import { toRailCollection } from '#lib/transactions/rail-side';
import type { Transaction } from '#lib/transactions/transaction';

/**
 * Asks the rail once more about a collection that has ended without money, and credits what was paid after all.
 * `isPlain`: the rail has said plainly that it was not paid.
 */
export async function askWhetherPaid(
  ctx: Context,
  collection: Transaction,
): Promise<{ transaction: Transaction; isPlain: boolean }> {
  const looked = await lookUpCollection(ctx, collection, { isSaidToBePaid: true });
  if (looked.word !== 'PENDING' && looked.word !== 'silent') {
    return { transaction: looked.transaction, isPlain: true };
  }
  if (looked.word === 'silent') return { transaction: collection, isPlain: false };
  // What nobody has paid may be called pending for ever: whether it has ended, its end tells.
  const closed = await run<CollectionClosing>(ctx, 'close', collection, {
    ask: async (rail, call, present) =>
      rail.closeCollection?.(toRailCollection(present), call) ?? {
        kind: 'unknown',
        why: 'this rail closes nothing',
      },
    book: () => null,
  });
  return {
    transaction: collection,
    isPlain: closed.answer?.kind === 'done' && closed.answer.value === 'closed',
  };
}

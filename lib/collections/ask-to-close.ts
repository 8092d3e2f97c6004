import type { Context } from '#lib/context';
import { askRail } from '#lib/rails/ask-rail';
import type { CollectionClosing, Outcome, Rail } from '#lib/rails/rail';
import { newCall, toRailCollection } from '#lib/transactions/rail-side';
import type { Transaction } from '#lib/transactions/transaction';

/** Ends a collection at its rail; `unknown` of a rail that closes nothing. The books stay as they are. */
export function askToClose(
  ctx: Context,
  rail: Rail,
  collection: Transaction,
): Promise<Outcome<CollectionClosing>> {
  return askRail(collection, 'close', async () => {
    if (rail.closeCollection === undefined) return { kind: 'unknown', why: 'this rail closes nothing' };
    return rail.closeCollection(toRailCollection(collection), newCall(ctx.now()));
  });
}

import { openCaseOf } from '#lib/cases/open-case';
import { applyCollectionNews } from '#lib/collections/apply-news';
import type { Context } from '#lib/context';
import { askRail } from '#lib/rails/ask-rail';
import type { CollectionView } from '#lib/rails/rail';
import { getRail } from '#lib/rails/registry';
import type { AdvanceOptions } from '#lib/transactions/advance';
import { mismatchOf, newCall, toRailCollection } from '#lib/transactions/rail-side';
import type { Transaction } from '#lib/transactions/transaction';

export interface LookedUp {
  transaction: Transaction;
  moved: boolean;
  /** `silent`: the rail could not be asked, or its answer is not to be relied on. */
  word: CollectionView['news']['state'] | 'absent' | 'mismatch' | 'silent';
}

interface LookUpOptions {
  /** The rail's own name for it, where a notice told one that we have not stored. */
  railReference?: string | null;
  /** The rail has said in another way that it was paid: a record that says otherwise contradicts it and ends nothing. */
  isSaidToBePaid?: boolean;
}

/** Asks the rail what became of a collection and books it. */
export async function lookUpCollection(
  ctx: Context,
  transaction: Transaction,
  { railReference = transaction.railReference, isSaidToBePaid = false }: LookUpOptions = {},
): Promise<LookedUp> {
  const rail = await getRail(transaction.environment, transaction.provider);
  const subject = { ...toRailCollection(transaction), railReference };
  const answer = await askRail(transaction, 'look_up', async () => {
    if (rail.fetchCollection === undefined) return { kind: 'unknown', why: 'this rail cannot be asked' };
    return rail.fetchCollection(subject, newCall(ctx.now()));
  });
  if (answer.kind !== 'done') return { transaction, moved: false, word: 'silent' };
  if (answer.value === 'absent') return { transaction, moved: false, word: 'absent' };
  const { state } = answer.value.news;
  if (isSaidToBePaid && state !== 'SUCCEEDED') return { transaction, moved: false, word: state };
  return applyCollectionView(ctx, transaction, answer.value);
}

/** Books what a rail's own record says of a collection; what is not about it opens a case and moves nothing. */
export async function applyCollectionView(
  ctx: Context,
  transaction: Transaction,
  view: CollectionView,
  options: Pick<AdvanceOptions, 'answer' | 'also'> = {},
): Promise<LookedUp> {
  const mismatch = mismatchOf(transaction, view);
  if (mismatch) {
    await openCaseOf('mismatch', transaction, { ...mismatch }, ctx.now());
    return { transaction, moved: false, word: 'mismatch' };
  }
  const railCtx: Context = { ...ctx, actor: { type: 'rail', provider: transaction.provider } };
  const { railReference } = view;
  const applied = await applyCollectionNews(railCtx, transaction, view.news, { ...options, railReference });
  return { ...applied, word: view.news.state };
}

import type { Context } from '#lib/context';
import { collectionEnd } from '#lib/rail-work/book-collection';
import { bookRecord } from '#lib/rail-work/book-payout';
import { readCalls, reasonForReversal } from '#lib/rail-work/calls';
import { type Ran, run } from '#lib/rail-work/run';
import type { CollectionView, PayoutView } from '#lib/rails/rail';
import { toRailCollection, toRailPayout } from '#lib/transactions/rail-side';
import type { Transaction } from '#lib/transactions/transaction';

export interface LookedUp {
  transaction: Transaction;
  moved: boolean;
  /** Whether what the rail said is a case for people. */
  isCase: boolean;
  /** `silent`: the rail could not be asked, knows nothing that it can be asked by, or is not to be believed. */
  word: CollectionView['news']['state'] | 'REVERSED' | 'absent' | 'mismatch' | 'silent';
}

interface LookUpOptions {
  /** The rail's own name for it, where a notice told one that we have not stored. */
  railReference?: string | null;
  /** The rail has said in another way that it was paid: a record that says otherwise contradicts it and ends nothing. */
  isSaidToBePaid?: boolean;
  answer?: (after: Transaction) => unknown;
}

/** Asks the rail what became of a collection and books it. */
export async function lookUpCollection(
  ctx: Context,
  collection: Transaction,
  { railReference = collection.railReference, isSaidToBePaid = false, answer }: LookUpOptions = {},
): Promise<LookedUp> {
  return wordOf(
    await run<CollectionView | 'absent'>(ctx, 'look_up', collection, {
      ask: async (rail, call, present) => {
        if (rail.fetchCollection === undefined) return { kind: 'unknown', why: 'this rail cannot be asked' };
        return rail.fetchCollection({ ...toRailCollection(present), railReference }, call);
      },
      counts: (value) => !isSaidToBePaid || (value !== 'absent' && value.news.state === 'SUCCEEDED'),
      book: (present, told, { now }) => {
        if (told.kind !== 'done' || told.value === 'absent') return null;
        const { news, railReference: name, paymentReference, feeBututs } = told.value;
        return collectionEnd(present, news, name, now, paymentReference, feeBututs);
      },
      answer,
    }),
  );
}

/** Asks the rail what became of a payout and books it. */
export async function lookUpPayout(
  ctx: Context,
  payout: Transaction,
  { railReference = payout.railReference, isSaidToBePaid = false }: LookUpOptions = {},
): Promise<LookedUp> {
  const asked = payout.environment === 'LIVE' ? reasonForReversal(await readCalls(payout)) : null;
  return wordOf(
    await run<PayoutView | 'absent'>(ctx, 'look_up', payout, {
      ask: async (rail, call, present) => {
        if (rail.fetchPayout === undefined) return { kind: 'unknown', why: 'this rail cannot be asked' };
        return rail.fetchPayout({ ...toRailPayout(present), railReference }, call);
      },
      counts: (value) => !isSaidToBePaid || (value !== 'absent' && value.news.state !== 'FAILED'),
      book: (present, told, at) => {
        if (told.kind !== 'done' || told.value === 'absent') return null;
        return bookRecord(present, told.value, asked, at, 'look_up');
      },
    }),
  );
}

function wordOf({
  transaction,
  moved,
  answer,
  mismatch,
  isCase = false,
}: Ran<CollectionView | PayoutView | 'absent'>): LookedUp {
  const looked = { transaction, moved, isCase };
  if (mismatch) return { ...looked, word: 'mismatch' };
  if (answer?.kind !== 'done') return { ...looked, word: 'silent' };
  return { ...looked, word: answer.value === 'absent' ? 'absent' : answer.value.news.state };
}

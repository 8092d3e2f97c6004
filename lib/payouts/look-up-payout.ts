import { openDoubt } from '#lib/cases/open-case';
import type { Context } from '#lib/context';
import { type AppliedPayout, applyPayoutView, railOf, sendNow } from '#lib/payouts/send-payout';
import { askRail } from '#lib/rails/ask-rail';
import { lastCall } from '#lib/transactions/rail-calls';
import { newCall, toRailPayout } from '#lib/transactions/rail-side';
import type { Transaction } from '#lib/transactions/transaction';

/** How long a rail is trusted to know a key; afterwards the same key could pay a second time. */
const KEY_HOLDS_MS = 12 * 60 * 60_000;

export interface LookedUpPayout {
  transaction: Transaction;
  moved: boolean;
  /** `silent`: the rail could not be asked, or knows nothing that it can be asked by. */
  word: AppliedPayout['word'] | 'absent' | 'silent';
}

interface LookUpOptions {
  /** The rail's own name for it, where a notice told one that we have not stored. */
  railReference?: string | null;
  /** The rail has said in another way that it was paid: a record of its failure contradicts that and returns nothing. */
  isSaidToBePaid?: boolean;
}

/** Asks the rail what became of a payout and books it. */
export async function lookUpPayout(
  ctx: Context,
  payout: Transaction,
  { railReference = payout.railReference, isSaidToBePaid = false }: LookUpOptions = {},
): Promise<LookedUpPayout> {
  const rail = await railOf(payout);
  const subject = { ...toRailPayout(payout), railReference };
  const answer = await askRail(payout, 'look_up', async () => {
    if (rail.fetchPayout === undefined) return { kind: 'unknown', why: 'this rail cannot be asked' };
    return rail.fetchPayout(subject, newCall(ctx.now()));
  });
  if (answer.kind !== 'done') return { transaction: payout, moved: false, word: 'silent' };
  if (answer.value === 'absent') return { transaction: payout, moved: false, word: 'absent' };
  const { state } = answer.value.news;
  if (isSaidToBePaid && state === 'FAILED') return { transaction: payout, moved: false, word: state };
  return applyPayoutView(ctx, payout, answer.value);
}

/**
 * Finds out about a payout that may have been sent. A rail that does a key once is sent the same key again where it
 * knows of nothing, or cannot be asked by what we have; any other is asked only, and left to a person.
 */
export async function settlePayout(ctx: Context, payout: Transaction): Promise<Transaction> {
  const rail = await railOf(payout);
  const last = await lastCall(payout, 'send');
  const mayHavePaid = last !== undefined && last.outcome !== 'not_sent' && last.outcome !== 'refused';
  if (!mayHavePaid) return sendNow(ctx, rail, payout);
  const found = await lookUpPayout(ctx, payout);
  const isKnown = found.word !== 'absent' && found.word !== 'silent';
  if (isKnown || found.transaction.railReference !== null) return found.transaction;
  const isKeyOld = ctx.now().getTime() - last.startedAt.getTime() > KEY_HOLDS_MS;
  if (rail.traits.payoutRepeat === 'never' || isKeyOld) {
    await openDoubt(payout, ctx.now());
    return payout;
  }
  return sendNow(ctx, rail, payout);
}

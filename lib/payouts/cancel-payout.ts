import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { afterFailure } from '#lib/rail-work/book-payout';
import { callsTo, readCalls } from '#lib/rail-work/calls';
import { lookUpPayout } from '#lib/rail-work/look-up';
import { type AdvanceOptions, commitOn } from '#lib/transactions/advance';
import { type Change, decide } from '#lib/transactions/decide';
import { getTransaction, reread } from '#lib/transactions/read';
import { failure, isSent, type Transaction } from '#lib/transactions/transaction';

/**
 * Guarantee: a payout that was surely never paid (it waits for liquidity, or for its rail) ends as `FAILED` and its
 * money is back in the balance; any other one stays as it is and `INVALID_STATE` is thrown. Throws
 * `TRANSACTION_NOT_FOUND`.
 */
export async function cancelPayout(ctx: Context, id: string): Promise<{ transaction: Transaction }> {
  const payout = await getTransaction(ctx, 'payout', id);
  return endUnsent(ctx, payout, 'CANCELLED_BY_CLIENT', (transaction) => ({ transaction }));
}

/** Ends a payout that no call to its rail can have paid. Throws `INVALID_STATE`. */
export async function endUnsent(
  ctx: Context,
  payout: Transaction,
  code: 'CANCELLED_BY_CLIENT' | 'CANCELLED_BY_OPERATOR',
  answer?: AdvanceOptions['answer'],
): Promise<{ transaction: Transaction }> {
  const because = failure(code);
  const message = because.message.replace('payout', payout.type);
  const trigger = { kind: 'payout_cancelled', failure: { ...because, message } } as const;
  // The calls are read after the row: whoever begins one meanwhile changes its version, and it is looked at anew.
  const build = async (present: Transaction): Promise<Change[] | null> => {
    if (!(await isUnsent(present))) return null;
    const change = decide(present, present, trigger, ctx.now());
    if ('refused' in change) return null;
    // Of what its rail has said no to, it may think better.
    if ((await readCalls(present)).length > 0) change.operations = afterFailure(present, ctx.now());
    return [change];
  };
  await requireUnsent(payout);
  const asked = await askOnceMore(ctx, payout);
  const { transaction, moved } = await commitOn(ctx, asked, build, reread, answer);
  if (!moved) throw notCancellable(transaction);
  return { transaction };
}

/** Throws `INVALID_STATE` for what may have been paid, or has ended. */
export async function requireUnsent(payout: Transaction): Promise<void> {
  if (!(await isUnsent(payout))) throw notCancellable(payout);
}

/** A rail that can be asked, and had said no, is asked once more: what it has paid all the same is booked. */
async function askOnceMore(ctx: Context, payout: Transaction): Promise<Transaction> {
  if (payout.environment === 'SANDBOX' || (await readCalls(payout)).length === 0) return payout;
  const railCtx: Context = { ...ctx, actor: { type: 'rail', provider: payout.provider } };
  return (await lookUpPayout(railCtx, payout)).transaction;
}

async function isUnsent(payout: Transaction): Promise<boolean> {
  const { status, environment } = payout;
  if (!isSent(payout) || (status !== 'AWAITING_LIQUIDITY' && status !== 'PENDING')) return false;
  if (environment === 'SANDBOX') return status === 'AWAITING_LIQUIDITY';
  const sent = callsTo(await readCalls(payout), 'send');
  return sent.every(({ outcome }) => outcome === 'not_sent' || outcome === 'refused');
}

function notCancellable({ type, status }: Transaction): AppError {
  const isOpen = status === 'PENDING' || status === 'AWAITING_LIQUIDITY';
  return new AppError(
    'INVALID_STATE',
    isOpen
      ? `This ${type} was sent to its provider, which may have paid it. It cannot be cancelled; look up its status.`
      : `This ${type} is ${status} and can no longer be cancelled.`,
  );
}

import { CUSTOMER_CHOICE } from '#lib/browser/customer-choice';
import { findUnchosen, findUnchosenById, unchosenOf } from '#lib/collections/unchosen';
import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { closeCollection } from '#lib/rail-work/close';
import { lookUpCollection } from '#lib/rail-work/look-up';
import { isOpenAtRail } from '#lib/rail-work/start';
import { isReachable, traitsOf } from '#lib/rails/registry';
import { type RefundsOf, readRefundsOf } from '#lib/refunds/refunds-of';
import { listAttempts, lookUp } from '#lib/transactions/read';
import type { Transaction } from '#lib/transactions/transaction';

/** A pending collection is asked for at its rail at most this often, in each server process. */
const REFRESH_MS = 10_000;
const REMEMBER_REFRESHES = 10_000;
const refreshedAt = new Map<string, number>();

/**
 * The newest attempt of a reference (or the transaction of an id) with all attempts, newest
 * first, and what was refunded of it. A pending one is
 * refreshed from its rail where the rail can be asked. Throws `TRANSACTION_NOT_FOUND`.
 */
export async function getCollection(
  ctx: Context,
  referenceOrId: string,
): Promise<{ transaction: Transaction; attempts: Transaction[]; refunds?: RefundsOf }> {
  const { transaction: found, attempts } = await lookUpOrUnchosen(ctx, referenceOrId);
  const transaction = await refreshIfDue(ctx, found);
  return {
    transaction,
    attempts: attempts.map((each) => (each.id === transaction.id ? transaction : each)),
    ...(transaction.status === 'SUCCEEDED' && { refunds: await readRefundsOf(transaction) }),
  };
}

interface Found {
  transaction: Transaction;
  attempts: Transaction[];
}

/** What is stored, or what its customer has yet to choose the wallet of, which is then the newest attempt. */
async function lookUpOrUnchosen(ctx: Context, referenceOrId: string): Promise<Found> {
  const found = await lookUp(ctx, 'collection', referenceOrId).catch(unlessNotFound);
  const newest = found?.attempts[0];
  // What is open, paid or declined is offered by nobody a second time.
  if (found && newest && newest.status !== 'EXPIRED' && newest.status !== 'CANCELLED') return found;
  const link = newest
    ? await findUnchosen(ctx, newest.clientReference)
    : ((await findUnchosen(ctx, referenceOrId)) ?? (await findUnchosenById(ctx, referenceOrId)));
  // Somebody may have chosen meanwhile, or its time was over.
  if (link === undefined) return lookUp(ctx, 'collection', referenceOrId);
  const waiting = unchosenOf(ctx, link);
  const before = found?.attempts ?? (await listAttempts(ctx, 'collection', waiting.clientReference));
  const isMeant = found === undefined || referenceOrId === waiting.clientReference;
  return { transaction: isMeant ? waiting : found.transaction, attempts: [waiting, ...before] };
}

function unlessNotFound(error: unknown): undefined {
  if (!(error instanceof AppError && error.code === 'TRANSACTION_NOT_FOUND')) throw error;
}

/** Asks the rail of a pending collection, unless this process did so within the last ten seconds. */
export async function refreshIfDue(ctx: Context, transaction: Transaction): Promise<Transaction> {
  const isAtRail = transaction.status === 'PENDING' && transaction.provider !== CUSTOMER_CHOICE;
  const isDue = isAtRail && isRefreshDue(transaction, ctx.now());
  return isDue ? refreshCollection(ctx, transaction) : transaction;
}

/** Asks the rail of a pending collection, where it can be asked and there is something to ask about. */
async function refreshCollection(ctx: Context, transaction: Transaction): Promise<Transaction> {
  const railCtx: Context = { ...ctx, actor: { type: 'rail', provider: transaction.provider } };
  if (!(await isReachable(transaction))) return transaction;
  if (transaction.expiresAt !== null && transaction.expiresAt <= ctx.now()) {
    return (await closeCollection(railCtx, transaction, 'rail_expired')).transaction;
  }
  const canAsk = traitsOf(transaction.provider).pollable && isOpenAtRail(transaction) && hasName(transaction);
  return canAsk ? (await lookUpCollection(railCtx, transaction)).transaction : transaction;
}

/** The live rail with a password knows a collection only once it was charged. */
function hasName({ environment, nextStep, railReference }: Transaction): boolean {
  return environment === 'SANDBOX' || nextStep !== 'submit_otp' || railReference !== null;
}

function isRefreshDue(transaction: Transaction, now: Date): boolean {
  const last = refreshedAt.get(transaction.id);
  if (last !== undefined && now.getTime() - last < REFRESH_MS) return false;
  if (refreshedAt.size >= REMEMBER_REFRESHES) refreshedAt.clear();
  refreshedAt.set(transaction.id, now.getTime());
  return true;
}

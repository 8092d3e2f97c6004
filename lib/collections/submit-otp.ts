import { z } from 'zod';
import { applyCollectionNews } from '#lib/collections/apply-news';
import { closeCollection } from '#lib/collections/close-collection';
import type { Context } from '#lib/context';
import { AppError, invariant } from '#lib/errors';
import { rateLimited } from '#lib/http/respond';
import { createTokenBuckets } from '#lib/http/token-bucket';
import { getRail } from '#lib/rails/registry';
import { advance, commitChanges } from '#lib/transactions/advance';
import { amend, otpAttemptsExceeded } from '#lib/transactions/decide';
import { getTransaction, reread } from '#lib/transactions/read';
import type { Transaction } from '#lib/transactions/transaction';

/** The body of `POST /collections/{id}/otp`: 4 to 8 digits, never stored, logged or echoed. */
export const otpRequest = z.object({
  otp: z.string({ error: 'The otp must be a string of 4 to 8 digits.' }).superRefine((value, context) => {
    if (/^[0-9]{4,8}$/.test(value)) return;
    context.addIssue({
      code: 'custom',
      message: 'The otp must be 4 to 8 digits.',
      params: { code: 'invalid_otp_form' },
    });
  }),
});

/** contract.md §6: a minute has room for ten. */
const submissions = createTokenBuckets({ ratePerSecond: 10 / 60, burst: 10, maxKeys: 100_000 });

/**
 * Guarantee: at most three codes ever reach the rail for one collection, also in parallel; the code itself is kept
 * nowhere. Throws `INVALID_OTP` (with `attempts_remaining`), `OTP_ATTEMPTS_EXCEEDED`, `OTP_EXPIRED`, `INVALID_STATE`,
 * `RATE_LIMITED`, `TRANSACTION_NOT_FOUND`.
 */
export async function submitOtp(
  ctx: Context,
  id: string,
  otp: string,
): Promise<{ transaction: Transaction }> {
  const found = await getTransaction(ctx, 'collection', id);
  requireOtpRate(found.id);
  const transaction = await requireAwaitingOtp(ctx, found);
  const rail = getRail(transaction.environment, transaction.provider);
  invariant(rail.submitOtp, 'a rail that asks for a code takes it');

  // The try is counted before the rail is asked, so that a crash or a parallel guess cannot win one back.
  const tried = await takeTry(ctx, transaction);
  const answered = await rail.submitOtp(tried, otp);
  const railCtx: Context = { ...ctx, actor: { type: 'rail', provider: tried.provider } };
  const resultOf = (after: Transaction) => ({ transaction: after });
  if (answered.kind === 'done' && answered.value !== 'wrong_otp') {
    if (answered.value.state === 'PENDING') return resultOf(await giveTryBack(ctx, tried));
    return resultOf((await applyCollectionNews(railCtx, tried, answered.value, resultOf)).transaction);
  }
  if (answered.kind === 'refused') {
    const trigger = { kind: 'rail_failed', failure: answered.failure } as const;
    return resultOf((await advance(railCtx, tried, trigger, reread, { answer: resultOf })).transaction);
  }
  if (answered.kind !== 'done') return resultOf(tried);
  const remaining = tried.otpAttemptsRemaining ?? 0;
  if (remaining > 0) {
    throw new AppError('INVALID_OTP', `The one-time password is wrong. ${remaining} of 3 tries remain.`, {
      details: { attempts_remaining: remaining },
    });
  }
  const ended = await advance(railCtx, tried, otpAttemptsExceeded(), reread, { onlyWhileOpen: true });
  // A right code that was under way at the same time has won.
  if (!ended.moved) return resultOf(await requireSucceeded(ctx, ended.transaction));
  throw attemptsExceeded();
}

function requireOtpRate(id: string): void {
  const taken = submissions.take(id, performance.now());
  if (taken.allowed) return;
  throw rateLimited('Too many codes for this collection; ten a minute are accepted.', taken);
}

async function requireSucceeded(ctx: Context, transaction: Transaction): Promise<Transaction> {
  return transaction.status === 'SUCCEEDED' ? transaction : requireAwaitingOtp(ctx, transaction);
}

/** Throws unless the collection waits for a code; one that waited too long is expired first. */
export async function requireAwaitingOtp(ctx: Context, found: Transaction): Promise<Transaction> {
  if (found.nextStep !== 'submit_otp') {
    throw new AppError('INVALID_STATE', `${found.provider} asks for no one-time password.`);
  }
  const isOver = found.status === 'PENDING' && found.expiresAt !== null && found.expiresAt <= ctx.now();
  const transaction = isOver ? (await closeCollection(ctx, found, 'rail_expired')).transaction : found;
  if (transaction.status === 'EXPIRED') {
    throw new AppError(
      'OTP_EXPIRED',
      'The one-time password was not given in time. Start a new collection with the same reference.',
    );
  }
  if (transaction.failureCode === 'OTP_ATTEMPTS_EXCEEDED') throw attemptsExceeded();
  if (transaction.status !== 'PENDING') {
    throw new AppError(
      'INVALID_STATE',
      `This collection is ${transaction.status} and takes no one-time password.`,
    );
  }
  return transaction;
}

async function takeTry(ctx: Context, start: Transaction): Promise<Transaction> {
  let transaction = start;
  for (;;) {
    const remaining = transaction.otpAttemptsRemaining ?? 0;
    // Whether the third code was right is not known yet: somebody else has it in hand, or died with it.
    if (remaining <= 0) {
      throw new AppError(
        'INVALID_STATE',
        'All three tries are used and the last one is not settled yet. Look up the status.',
      );
    }
    const change = amend(transaction, { otpAttemptsRemaining: remaining - 1 }, ctx.now());
    const committed = await commitChanges(ctx, [change]);
    if (committed.outcome === 'done') return change.after;
    transaction = await requireAwaitingOtp(ctx, await reread(transaction));
  }
}

/** The code was right, and the rail has not decided for another reason. */
async function giveTryBack(ctx: Context, tried: Transaction): Promise<Transaction> {
  const change = amend(tried, { otpAttemptsRemaining: (tried.otpAttemptsRemaining ?? 0) + 1 }, ctx.now());
  const committed = await commitChanges(ctx, [change]);
  return committed.outcome === 'done' ? change.after : reread(tried);
}

function attemptsExceeded(): AppError {
  return new AppError(
    'OTP_ATTEMPTS_EXCEEDED',
    'A wrong one-time password was given three times: this collection has failed.',
  );
}

import { z } from 'zod';
import type { Context } from '#lib/context';
import { AppError, invariant } from '#lib/errors';
import { rateLimited } from '#lib/http/respond';
import { createTokenBuckets } from '#lib/http/token-bucket';
import { afterEnd } from '#lib/rail-work/book-collection';
import { callsTo, readCalls } from '#lib/rail-work/calls';
import { charge } from '#lib/rail-work/charge';
import { closeCollection } from '#lib/rail-work/close';
import { revokeUnused } from '#lib/rail-work/revoke';
import { run } from '#lib/rail-work/run';
import type { Outcome } from '#lib/rails/rail';
import { type AdvanceOptions, advance, commitChanges } from '#lib/transactions/advance';
import { amend, otpAttemptsExceeded, type Trigger } from '#lib/transactions/decide';
import { toRailCollection } from '#lib/transactions/rail-side';
import { getTransaction, reread } from '#lib/transactions/read';
import { isFinal, type Transaction } from '#lib/transactions/transaction';

const OTP_FORM = /^[0-9]{4,8}$/;

/** The body of `POST /collections/{id}/otp`: 4 to 8 digits, never stored, logged or echoed. */
export const otpRequest = z.object({
  otp: z
    .string({ error: 'The otp must be a string of 4 to 8 digits.' })
    .superRefine((value, context) => {
      if (OTP_FORM.test(value)) return;
      context.addIssue({
        code: 'custom',
        message: 'The otp must be 4 to 8 digits and nothing else.',
        params: { code: 'invalid_otp_form' },
      });
    })
    .meta({
      description: 'The one-time password that the customer was sent. In the sandbox 000000 pays.',
      pattern: OTP_FORM.source,
      examples: ['000000'],
    }),
});

/** contract.md §6: a minute has room for ten. */
const submissions = createTokenBuckets({ ratePerSecond: 10 / 60, burst: 10, maxKeys: 100_000 });

/**
 * Guarantee: at most three codes ever reach the rail for one collection, also in parallel; the code itself is kept
 * nowhere; the wallet is charged at most once. Throws `INVALID_OTP` (with `attempts_remaining`),
 * `OTP_ATTEMPTS_EXCEEDED`, `OTP_EXPIRED`, `INVALID_STATE`, `RATE_LIMITED`, `PROVIDER_UNAVAILABLE`,
 * `TRANSACTION_NOT_FOUND`.
 */
export async function submitOtp(
  ctx: Context,
  id: string,
  otp: string,
): Promise<{ transaction: Transaction }> {
  const found = await getTransaction(ctx, 'collection', id);
  requireOtpRate(found.id);
  const transaction = await requireAwaitingOtp(ctx, found);

  // The try is counted before the rail is asked, so that a crash or a parallel guess cannot win one back.
  const tried = await takeTry(ctx, transaction);
  const confirmed = await confirm(ctx, tried, otp);
  const railCtx: Context = { ...ctx, actor: { type: 'rail', provider: tried.provider } };
  const answer = (after: Transaction) => ({ transaction: after });
  if (confirmed.kind === 'not_sent') {
    await giveTryBack(ctx, tried);
    throw new AppError(
      'PROVIDER_UNAVAILABLE',
      'The rail could not be reached; the code was not sent to it and no try was used. Send it again.',
      { retryAfterSeconds: 5 },
    );
  }
  if (confirmed.kind === 'unknown') return answer(tried);
  if (confirmed.kind === 'refused') {
    const trigger = { kind: 'rail_failed', failure: confirmed.failure } as const;
    const ended = await failUnlessCharged(railCtx, tried, trigger, answer);
    if (ended.transaction.failureCode === 'OTP_ATTEMPTS_EXCEEDED') throw attemptsExceeded();
    return answer(ended.transaction);
  }
  if (confirmed.value === 'otp_expired') throw railForgotCode();
  if (confirmed.value !== 'wrong_otp') {
    return answer(await chargeOnce(ctx, tried, confirmed.value.railState, answer));
  }
  const remaining = tried.otpAttemptsRemaining ?? 0;
  if (remaining > 0) {
    throw new AppError(
      'INVALID_OTP',
      `The one-time password is wrong. ${remaining} of 3 tries remain. Ask the customer for the code and send it again.`,
      {
        details: { attempts_remaining: remaining },
      },
    );
  }
  const ended = await failUnlessCharged(railCtx, tried, otpAttemptsExceeded());
  // A right code that was under way at the same time has won.
  if (!ended.moved) return answer(await requireSucceeded(ctx, ended.transaction));
  throw attemptsExceeded();
}

/**
 * Ends a collection whose codes were wrong or refused, unless a right one that was under way at the same time charges it:
 * then nothing moves.
 */
async function failUnlessCharged(
  ctx: Context,
  tried: Transaction,
  trigger: Trigger,
  answer?: AdvanceOptions['answer'],
): Promise<{ transaction: Transaction; moved: boolean }> {
  let transaction = tried;
  for (;;) {
    const also = { operations: afterEnd(transaction, ctx.now(), null) };
    const ended = await advance(ctx, transaction, trigger, reread, { answer, also, onlyAsRead: true });
    const isOver = ended.moved || ended.transaction === transaction || isFinal(ended.transaction.status);
    if (isOver || callsTo(await readCalls(ended.transaction), 'charge').length > 0) return ended;
    transaction = ended.transaction;
  }
}

type Confirmed = { railState: string | null } | 'wrong_otp' | 'otp_expired';

/** Forwards the code to the rail. It moves no money, so nothing is booked for it. */
async function confirm(ctx: Context, tried: Transaction, otp: string): Promise<Outcome<Confirmed>> {
  const { answer } = await run<Confirmed>(ctx, 'confirm_otp', tried, {
    ask: (rail, call, present) => {
      invariant(rail.confirmOtp, 'a rail that asks for a code takes it');
      return rail.confirmOtp(toRailCollection(present), otp, call);
    },
    book: () => null,
  });
  invariant(answer, 'what needs no intent is always asked');
  return answer;
}

/** Charges the wallet whose customer has given leave, unless it has ended meanwhile or another right code charges it. */
async function chargeOnce(
  ctx: Context,
  tried: Transaction,
  railState: string | null,
  answer: (after: Transaction) => unknown,
): Promise<Transaction> {
  const triesLeft = (tried.otpAttemptsRemaining ?? 0) + 1;
  const charged = await charge(ctx, tried, { railState, triesLeft, answer });
  if (charged.answer === null) {
    // This leave to charge is used by nobody, unless the rail gave the same one for both.
    const isInUse = toRailCollection(charged.transaction).railState === railState;
    if (!isInUse) await revokeUnused(ctx, charged.transaction, railState);
  }
  return charged.transaction;
}

function requireOtpRate(id: string): void {
  const taken = submissions.take(id, performance.now());
  if (taken.allowed) return;
  throw rateLimited(
    'Too many codes for this collection: ten a minute are accepted, and no try was used. Wait for Retry-After, then send it again.',
    taken,
  );
}

async function requireSucceeded(ctx: Context, transaction: Transaction): Promise<Transaction> {
  return transaction.status === 'SUCCEEDED' ? transaction : requireAwaitingOtp(ctx, transaction);
}

/** Throws unless the collection waits for a code; one that waited too long is expired first. */
export async function requireAwaitingOtp(ctx: Context, found: Transaction): Promise<Transaction> {
  if (found.nextStep !== 'submit_otp') {
    throw new AppError(
      'INVALID_STATE',
      `${found.provider} asks for no one-time password: redirect_url or next_action of the collection says what the customer has to do.`,
    );
  }
  const isOver = found.status === 'PENDING' && found.expiresAt !== null && found.expiresAt <= ctx.now();
  const transaction = isOver ? (await closeCollection(ctx, found, 'rail_expired')).transaction : found;
  if (transaction.status === 'EXPIRED') throw otpExpired();
  if (transaction.failureCode === 'OTP_ATTEMPTS_EXCEEDED') throw attemptsExceeded();
  if (transaction.status !== 'PENDING') {
    throw new AppError(
      'INVALID_STATE',
      `This collection is ${transaction.status}, which is final, and takes no one-time password.`,
    );
  }
  return transaction;
}

async function takeTry(ctx: Context, start: Transaction): Promise<Transaction> {
  let transaction = start;
  for (;;) {
    const remaining = transaction.otpAttemptsRemaining ?? 0;
    // A code was right and its charge is not settled, or whether the third one was right is not known yet.
    if (remaining <= 0) {
      throw new AppError(
        'INVALID_STATE',
        'No further code is taken: the last one is not settled yet. Look up the status until it is.',
      );
    }
    const change = amend(transaction, { otpAttemptsRemaining: remaining - 1 }, ctx.now());
    const committed = await commitChanges(ctx, [change]);
    if (committed.outcome === 'done') return change.after;
    transaction = await requireAwaitingOtp(ctx, await reread(transaction));
  }
}

/** The code was right, and the rail has not decided for another reason; or it never saw the code. */
async function giveTryBack(ctx: Context, tried: Transaction): Promise<Transaction> {
  const change = amend(tried, { otpAttemptsRemaining: (tried.otpAttemptsRemaining ?? 0) + 1 }, ctx.now());
  const committed = await commitChanges(ctx, [change]);
  return committed.outcome === 'done' ? change.after : reread(tried);
}

function attemptsExceeded(): AppError {
  return new AppError(
    'OTP_ATTEMPTS_EXCEEDED',
    'A wrong one-time password was given three times: this collection has failed, and nothing was charged. Start another one with a new reference.',
  );
}

function otpExpired(): AppError {
  return new AppError(
    'OTP_EXPIRED',
    'The one-time password was not given in time, and nothing was charged. Start a new collection with the same reference.',
  );
}

/** The rail's own limit was shorter than ours; the collection goes on with a new code. */
function railForgotCode(): AppError {
  return new AppError(
    'OTP_EXPIRED',
    'This one-time password is too old. Have a new one sent: POST …/otp/resend.',
  );
}

import { requireAwaitingOtp } from '#lib/collections/submit-otp';
import type { Context } from '#lib/context';
import { AppError, invariant } from '#lib/errors';
import { rateLimited } from '#lib/http/respond';
import { type Ran, run } from '#lib/rail-work/run';
import { commitChanges } from '#lib/transactions/advance';
import { amend } from '#lib/transactions/decide';
import { sealRailState, toRailCollection } from '#lib/transactions/rail-side';
import { getTransaction, reread } from '#lib/transactions/read';
import { isFinal, type Transaction } from '#lib/transactions/transaction';

/** contract.md §3: at most three times, a minute apart. */
export const OTP_RESENDS = 3;
export const OTP_RESEND_AFTER_MS = 60_000;

/**
 * Guarantee: the code is sent again at most three times, never within a minute of the last one; tries are not
 * refilled. Throws `RATE_LIMITED` (too soon), `INVALID_STATE` (a fourth time), and as `submitOtp` does.
 */
export async function resendOtp(ctx: Context, id: string): Promise<{ transaction: Transaction }> {
  let transaction = await requireAwaitingOtp(ctx, await getTransaction(ctx, 'collection', id));
  for (;;) {
    if (transaction.environment === 'LIVE' && (transaction.otpAttemptsRemaining ?? 0) <= 0) {
      throw new AppError(
        'INVALID_STATE',
        'No further code is needed: the last one is not settled yet. Look up the status until it is.',
      );
    }
    if (transaction.otpResends >= OTP_RESENDS) {
      throw new AppError(
        'INVALID_STATE',
        'The one-time password was already sent again three times. Take the last one, or cancel this collection and start it again with the same reference.',
      );
    }
    const now = ctx.now();
    const waitMs = (transaction.otpSentAt?.getTime() ?? 0) + OTP_RESEND_AFTER_MS - now.getTime();
    if (waitMs > 0) {
      throw rateLimited(
        'A one-time password can be sent again a minute after the last one. Wait for Retry-After.',
        {
          limit: 1,
          remaining: 0,
          retryAfterSeconds: waitMs / 1000,
          resetSeconds: waitMs / 1000,
        },
      );
    }
    // Counted first: of two at the same time only one sends.
    const change = amend(transaction, { otpResends: transaction.otpResends + 1, otpSentAt: now }, now);
    const committed = await commitChanges(ctx, [change]);
    if (committed.outcome === 'done') {
      const sent = await sendAgain(ctx, change.after);
      if (sent.answer?.kind === 'done') return { transaction: sent.transaction };
      throw new AppError(
        'PROVIDER_UNAVAILABLE',
        'The rail did not send the code again. Try again in a minute.',
        {
          retryAfterSeconds: 60,
        },
      );
    }
    transaction = await requireAwaitingOtp(ctx, await reread(transaction));
  }
}

function sendAgain(ctx: Context, collection: Transaction): Promise<Ran<{ railState: string | null }>> {
  return run<{ railState: string | null }>(ctx, 'resend_otp', collection, {
    ask: (rail, call, present) => {
      invariant(rail.resendOtp, 'a rail that asks for a code can send it again');
      return rail.resendOtp(toRailCollection(present), call);
    },
    // The rail may want to be told another token from now on.
    book: (present, told, { now }) => {
      const railState = told.kind === 'done' ? told.value.railState : null;
      if (railState === null || isFinal(present.status)) return null;
      return { changes: [amend(present, { railStateSealed: sealRailState(present.id, railState) }, now)] };
    },
  });
}

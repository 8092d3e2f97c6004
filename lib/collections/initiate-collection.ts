import type { CollectionRequest } from '#lib/collections/collection-request';
import type { Context } from '#lib/context';
import { AppError, invariant } from '#lib/errors';
import { newId } from '#lib/ids';
import type { CollectionOpening } from '#lib/rails/rail';
import { requireRail } from '#lib/rails/rail-settings';
import { commitChanges } from '#lib/transactions/advance';
import { type Change, decide } from '#lib/transactions/decide';
import { newTransaction } from '#lib/transactions/new-transaction';
import { listAttempts } from '#lib/transactions/read';
import { duplicateReference, hashOf } from '#lib/transactions/request';
import type { Transaction } from '#lib/transactions/transaction';

export interface Initiated {
  transaction: Transaction;
  /** The answer repeats what an earlier request did. */
  replayed: boolean;
}

/** A wrong one-time password may be tried this often; the third one fails the collection. */
export const OTP_ATTEMPTS = 3;
/** How often a reference is looked at anew when equal requests come at the same time. */
const MAX_TRIES = 5;

/**
 * Guarantee: one collection per client reference, however often and in parallel this is called; a repeat gets the
 * first one as it stands now. An expired or cancelled one with the same amount is offered anew.
 * Throws `provider_not_enabled`, `DUPLICATE_REFERENCE`, `INTERNAL_ERROR` (the sandbox's 500.00, which stores nothing).
 */
export async function initiateCollection(ctx: Context, request: CollectionRequest): Promise<Initiated> {
  const rail = await requireRail(ctx.environment, request.provider, 'collection');
  const facts = {
    type: 'collection',
    clientReference: request.client_reference,
    provider: request.provider,
    amountBututs: request.amount,
    mobile: request.customer_mobile ?? null,
    customerName: request.customer_name ?? null,
    successUrl: request.success_url ?? null,
    errorUrl: request.error_url ?? null,
    metadata: request.metadata,
  } as const;
  const requestHash = hashOf('collection', facts);

  let attempt = 1;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const now = ctx.now();
    const id = newId(now);
    invariant(rail.openCollection, `${request.provider} opens collections`);
    const opening = rail.openCollection(
      { transactionId: id, amountBututs: request.amount, mobile: facts.mobile },
      now,
    );
    if (opening !== 'server_error') {
      const draft = newTransaction(
        ctx,
        {
          ...facts,
          id,
          attempt,
          requestHash,
          commissionBps: ctx.client.commissionBps,
          ...openingFacts(opening, now),
        },
        now,
      );
      const change = decide(null, draft, { kind: 'initiated' }, now);
      invariant(!('refused' in change), 'a collection can begin');
      change.operations = openingOperations(opening);
      const result: Initiated = { transaction: change.after, replayed: false };
      const committed = await commitChanges(ctx, [change], result);
      if (committed.outcome === 'done') return result;
    }
    const [newest] = await listAttempts(ctx, 'collection', request.client_reference, 1);
    if (newest === undefined) {
      // Nothing is in the way, so it was the simulator's own server error.
      throw new AppError(
        'INTERNAL_ERROR',
        'Simulated server error: the sandbox answers 500 to this amount and stores nothing.',
      );
    }
    const isReoffer =
      (newest.status === 'EXPIRED' || newest.status === 'CANCELLED') &&
      newest.amountBututs === request.amount;
    if (!isReoffer) {
      if (!requestHash.equals(newest.requestHash)) throw duplicateReference(request.client_reference);
      return { transaction: newest, replayed: true };
    }
    attempt = newest.attempt + 1;
  }
  throw new AppError('SERVICE_UNAVAILABLE', 'Too many equal requests at once. Repeat the request.', {
    retryAfterSeconds: 1,
  });
}

function openingFacts(opening: CollectionOpening, now: Date): Partial<Transaction> {
  const { step } = opening;
  return {
    railReference: opening.railReference,
    expiresAt: opening.expiresAt,
    ...(step.type === 'redirect' && { redirectUrl: step.url }),
    ...(step.type === 'show_card_page' && { nextStep: step.type, cardPageUrl: step.url }),
    ...(step.type === 'submit_otp' && {
      nextStep: step.type,
      otpLength: step.otpLength,
      otpAttemptsRemaining: OTP_ATTEMPTS,
      otpSentAt: now,
    }),
  };
}

/** The simulator's notice comes long before the end of the checkout, so one job is enough. */
function openingOperations(opening: CollectionOpening): Change['operations'] {
  if (opening.noticeAt) return [{ kind: 'notice', runAt: opening.noticeAt }];
  return opening.expiresAt ? [{ kind: 'close', runAt: opening.expiresAt }] : [];
}

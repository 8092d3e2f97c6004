import * as wire from '#lib/rails/provider-c/wire';
import type {
  CollectionNews,
  CollectionOpening,
  CollectionView,
  Outcome,
  PayoutView,
  RailCollection,
} from '#lib/rails/rail';
import { refused } from '#lib/rails/refusal';
import {
  type Answer,
  afterPaying,
  done,
  failed,
  isAbout,
  isNotLetIn,
  lookUp,
  notLetIn,
  plainWords,
  read,
  unknown,
  unreadable,
} from '#lib/rails/wire';
import type { FailureCode } from '#lib/transactions/transaction';

// Pure and total: every answer has a meaning, and a word that we do not know never ends a payment.

/** `message` of a refusal, and `failure_reason`. */
const failures: Readonly<Record<string, FailureCode>> = {
  'Insufficient funds': 'INSUFFICIENT_FUNDS',
  'Account blocked': 'ACCOUNT_BLOCKED',
  'Recipient not found': 'RECIPIENT_NOT_FOUND',
  'Recipient inactive': 'RECIPIENT_INACTIVE',
  'Limit exceeded': 'LIMIT_REACHED',
};

/** Our own wallet at the rail. */
const FLOAT_SHORT = 'Insufficient balance';

export function collectionOf(intent: wire.Intent): CollectionView {
  return {
    news: newsOf(intent),
    railReference: intent.id,
    reference: intent.metadata.reference,
    amountBututs: intent.amount,
    currency: intent.currency,
  };
}

function newsOf({ status, failure_reason }: wire.Intent): CollectionNews {
  if (status === 'successful') return { state: 'SUCCEEDED' };
  if (status === 'failed') return failedFor(failure_reason);
  if (status === 'cancelled') return { state: failure_reason === 'Expired' ? 'EXPIRED' : 'CANCELLED' };
  return { state: 'PENDING' };
}

export function payoutOf(transfer: wire.Transfer): PayoutView {
  return {
    news: payoutNewsOf(transfer),
    railReference: transfer.transfer_reference,
    reference: transfer.metadata.reference,
    amountBututs: transfer.amount,
    feeBututs: transfer.fee,
    currency: transfer.currency,
  };
}

function payoutNewsOf({ status, failure_reason }: wire.Transfer): PayoutView['news'] {
  if (status === 'completed') return { state: 'SUCCEEDED' };
  if (status === 'reversed') return { state: 'REVERSED' };
  if (status === 'failed' || status === 'cancelled') return failedFor(failure_reason);
  return { state: 'PENDING' };
}

/** A reason that we do not know is no doubt about the failure. */
function failedFor(reason: string | null) {
  return failed(lookUp(failures, reason ?? '') ?? 'PROVIDER_ERROR');
}

export function translateStart(answer: Answer, collection: RailCollection): Outcome<CollectionOpening> {
  if (answer.status !== 200) return refusal(answer);
  return read(wire.opened, answer, ({ data }) => {
    if (!isAbout(collection, collectionOf(data))) return unknown('the rail opened something else');
    return done({
      railReference: data.id,
      step: { type: 'redirect', url: data.payment_link },
      expiresAt: data.expires_at,
      decidedAt: null,
      railState: data.intent_secret,
    } as const);
  });
}

export function translateIntent(answer: Answer): Outcome<CollectionView | 'absent'> {
  if (answer.status === 200) {
    return read(wire.verified, answer, ({ data }) =>
      done({ ...collectionOf(data), paymentReference: data.transaction_reference }),
    );
  }
  return absentOr(answer);
}

/** Nothing ends an intent early: it is closed once it is final, or once its link takes no money any more. */
export function translateClose(answer: Answer, now: Date): Outcome<'closed' | 'already_paid' | 'still_open'> {
  if (answer.status !== 200) return notRead(answer);
  return read(wire.verified, answer, ({ data }): Outcome<'closed' | 'already_paid' | 'still_open'> => {
    if (newsOf(data).state === 'SUCCEEDED') return done('already_paid');
    if (newsOf(data).state !== 'PENDING') return done('closed');
    if (now < data.expires_at) return done('still_open');
    // Beyond its end a payment may still be under way.
    const nobodyPays = data.status === 'initialized' || data.status === 'requires_payment_method';
    return nobodyPays ? done('closed') : unknown('the link has ended, and its payment has not');
  });
}

export function translateSend(answer: Answer): Outcome<PayoutView | 'float_short'> {
  if (answer.status === 200) return read(wire.transfer, answer, (transfer) => done(payoutOf(transfer)));
  const isRefusal = answer.status === 400 || answer.status === 422;
  if (isRefusal && messageOf(answer) === FLOAT_SHORT) return done('float_short');
  return afterPaying(refusal(answer));
}

export function translateTransfer(answer: Answer): Outcome<PayoutView | 'absent'> {
  if (answer.status === 200) return read(wire.transfer, answer, (transfer) => done(payoutOf(transfer)));
  return absentOr(answer);
}

/** A secret that cannot exist is not found: the rail is there, and knows us. */
export function translateProbe(answer: Answer): Outcome<'up'> {
  const told = translateIntent(answer);
  return told.kind === 'done' ? done('up') : told;
}

function absentOr(answer: Answer): Outcome<'absent'> {
  const message = messageOf(answer);
  // An address that leads to nothing says 404 as well, but not in the rail's form.
  return answer.status === 404 && message !== undefined ? done('absent') : notRead(answer);
}

/** 400 and 422 in the rail's own form are its no, also for a reason that we do not know; docs/rails/wire.md. */
function refusal(answer: Answer): Outcome<never> {
  const message = messageOf(answer);
  const isRefusal = answer.status === 400 || answer.status === 422;
  // That it knows the key or the payment already is no refusal of it.
  const isKnown = message !== undefined && /duplicate|already|idempoten/i.test(message);
  if (!isRefusal || message === undefined || isKnown) return notRead(answer);
  return refused(lookUp(failures, message) ?? 'PROVIDER_ERROR', plainWords(message));
}

function notRead(answer: Answer): Extract<Outcome<never>, { why: string }> {
  const message = messageOf(answer);
  return isNotLetIn(answer, message) ? notLetIn(answer, message) : unreadable(answer, message);
}

/** What went wrong, of an error that has the rail's form and speaks of this very answer. */
function messageOf({ status, json }: Answer): string | undefined {
  const error = wire.error.safeParse(json).data;
  return error?.statusCode === status ? error.message : undefined;
}

import * as wire from '#lib/rails/provider-a/wire';
import type { CollectionView, Outcome, PayoutView, RailFacts } from '#lib/rails/rail';
import { refused } from '#lib/rails/refusal';
import {
  type Answer,
  done,
  failed,
  isNotLetIn,
  isPlainYes,
  lookUp,
  notLetIn,
  read,
  unreadable,
} from '#lib/rails/wire';
import type { FailureCode } from '#lib/transactions/transaction';

// Pure and total: every answer has a meaning, and a word that we do not know never ends a payment.

/** `message`, where the wallet is the customer's. */
const payerFailures: Readonly<Record<string, FailureCode>> = {
  'Insufficient funds': 'INSUFFICIENT_FUNDS',
  'Wallet blocked': 'ACCOUNT_BLOCKED',
  'Wallet inactive': 'ACCOUNT_BLOCKED',
  'Wallet not found': 'PAYER_NOT_FOUND',
  'Limit exceeded': 'LIMIT_REACHED',
};

/** `message`, where the wallet is the recipient's. */
const recipientFailures: Readonly<Record<string, FailureCode>> = {
  'Wallet blocked': 'ACCOUNT_BLOCKED',
  'Wallet inactive': 'RECIPIENT_INACTIVE',
  'Wallet not found': 'RECIPIENT_NOT_FOUND',
  'Limit exceeded': 'LIMIT_REACHED',
};

/** `lifetimeMs`: how long the token may be used, from now. */
export function translateLogin(answer: Answer): Outcome<{ accessToken: string; lifetimeMs: number }> {
  const message = messageOf(answer);
  // A log-in moves nothing, so here its no may be believed.
  if (isNotLetIn(answer, message)) return notLetIn(answer, message);
  if (answer.status !== 200) return unreadable(answer, message);
  return read(wire.login, answer, ({ access_token, expires_in }) =>
    done({ accessToken: access_token, lifetimeMs: expires_in * 1_000 }),
  );
}

/** `linked`: the wallet is authorised by another call. */
export function translateAuthorise(answer: Answer): Outcome<{ railState: string } | 'linked'> {
  if (answer.status === 200) {
    return read(wire.authorised, answer, (authorised) => done({ railState: JSON.stringify(authorised) }));
  }
  if (answer.status === 400 && messageOf(answer) === 'Account already linked') return done('linked');
  return refusal(answer, payerFailures);
}

export function translateConfirm(
  answer: Answer,
): Outcome<{ railState: string } | 'wrong_otp' | 'otp_expired'> {
  if (answer.status === 200) {
    return read(wire.confirmed, answer, (confirmed) => done({ railState: JSON.stringify(confirmed) }));
  }
  const message = messageOf(answer);
  if (answer.status === 400 && message === 'Invalid OTP') return done('wrong_otp');
  if (answer.status === 400 && message === 'OTP expired') return done('otp_expired');
  if (answer.status === 423 && message === 'OTP locked') return refused('OTP_ATTEMPTS_EXCEEDED', message);
  return refusal(answer, payerFailures);
}

export function translateCharge(answer: Answer): Outcome<CollectionView> {
  if (answer.status !== 200) return refusal(answer, payerFailures);
  return read(wire.transaction, answer, (transaction) => done(viewOf(transaction, payerFailures)));
}

export function translateCollection(answer: Answer): Outcome<CollectionView | 'absent'> {
  return isMissing(answer) ? done('absent') : translateCharge(answer);
}

export function translateSend(answer: Answer): Outcome<PayoutView | 'float_short'> {
  if (answer.status === 400 && messageOf(answer) === 'Insufficient balance') return done('float_short');
  if (answer.status !== 200) return refusal(answer, recipientFailures);
  return read(wire.transaction, answer, (transaction) => done(viewOf(transaction, recipientFailures)));
}

export function translatePayout(answer: Answer): Outcome<PayoutView | 'absent'> {
  if (isMissing(answer)) return done('absent');
  if (answer.status !== 200) return unreadable(answer, messageOf(answer));
  return read(wire.transaction, answer, (transaction) => done(viewOf(transaction, recipientFailures)));
}

/** 404 in the rail's own form: unlinked already. */
export function translateUnlink(answer: Answer): Outcome<'revoked'> {
  return isPlainYes(answer) || isMissing(answer) ? done('revoked') : unreadable(answer, messageOf(answer));
}

function viewOf(
  { transaction_id, status, amount, currency, message }: wire.Transaction,
  failures: Readonly<Record<string, FailureCode>>,
): RailFacts & { news: Extract<CollectionView['news'], PayoutView['news']> } {
  const facts = { railReference: transaction_id, reference: null, amountBututs: amount, currency };
  if (status === 'SUCCESS') return { ...facts, news: { state: 'SUCCEEDED' } };
  if (status !== 'FAILED') return { ...facts, news: { state: 'PENDING' } };
  // A reason that we do not know is no doubt about the failure.
  return { ...facts, news: failed(lookUp(failures, message) ?? 'PROVIDER_ERROR') };
}

function isMissing(answer: Answer): boolean {
  return answer.status === 404 && messageOf(answer) !== undefined;
}

function messageOf({ json }: Answer): string | undefined {
  return wire.error.safeParse(json).data?.message;
}

/** A message that the table does not have is unknown: here nothing is ever tried a second time to find out. */
function refusal(answer: Answer, failures: Readonly<Record<string, FailureCode>>): Outcome<never> {
  const message = messageOf(answer);
  const meaning =
    answer.status === 400 || answer.status === 404 ? lookUp(failures, message ?? '') : undefined;
  return meaning === undefined ? unreadable(answer, message) : refused(meaning, message);
}

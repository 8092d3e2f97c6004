import type { z } from 'zod';
import type { Bututs } from '#lib/money';
import * as wire from '#lib/rails/provider-w/wire';
import type {
  CollectionNews,
  CollectionOpening,
  CollectionView,
  Outcome,
  PayoutView,
  RailCollection,
  RecipientCheck,
  RefundNews,
  StatementLine,
} from '#lib/rails/rail';
import { refused } from '#lib/rails/refusal';
import {
  type Answer,
  afterPaying,
  CURRENCY,
  done,
  failed,
  isAbout,
  isNotLetIn,
  lookUp,
  notLetIn,
  read,
  unknown,
  unreadable,
} from '#lib/rails/wire';
import type { Failure, FailureCode } from '#lib/transactions/transaction';

// Pure and total: every answer has a meaning, and a word that we do not know never ends a payment.

/** `last_payment_error.code`, and what refuses a session. */
const payerFailures: Readonly<Record<string, FailureCode>> = {
  'insufficient-funds': 'INSUFFICIENT_FUNDS',
  'blocked-account': 'ACCOUNT_BLOCKED',
  'payer-mobile-mismatch': 'PAYER_MISMATCH',
  'kyb-limits-exceeded': 'LIMIT_REACHED',
  'payment-failure': 'DECLINED',
};

const recipientFailures: Readonly<Record<string, FailureCode>> = {
  'recipient-minor': 'RECIPIENT_NOT_ELIGIBLE',
  'recipient-account-blocked': 'ACCOUNT_BLOCKED',
  'recipient-account-inactive': 'RECIPIENT_INACTIVE',
  'recipient-limit-exceeded': 'LIMIT_REACHED',
  'recipient-not-found': 'RECIPIENT_NOT_FOUND',
};

/** By status and code: what surely moved no money. */
const startRefusals: Readonly<Record<string, FailureCode>> = {
  '400 request-validation-error': 'PROVIDER_ERROR',
};

const payoutRefusals: Readonly<Record<string, FailureCode>> = {
  '400 country-mismatch': 'PROVIDER_ERROR',
  '400 currency-mismatch': 'PROVIDER_ERROR',
  '400 request-validation-error': 'PROVIDER_ERROR',
  ...Object.fromEntries(Object.entries(recipientFailures).map(([code, meaning]) => [`422 ${code}`, meaning])),
};

const reversalRefusals: Readonly<Record<string, FailureCode>> = {
  '422 insufficient-funds': 'INSUFFICIENT_FUNDS',
  '422 payout-reversal-account-terminated': 'RECIPIENT_INACTIVE',
  '422 payout-reversal-time-limit-exceeded': 'PROVIDER_ERROR',
  '409 payout-not-succeeded': 'PROVIDER_ERROR',
};

const refundRefusals: Readonly<Record<string, FailureCode>> = {
  '422 checkout-refund-failed': 'PROVIDER_ERROR',
};

/** docs.wave.com/business, "Errors": the request was turned away at the door. */
const authenticationErrors: readonly string[] = [
  'missing-auth-header',
  'invalid-auth',
  'api-key-not-provided',
  'no-matching-api-key',
  'api-key-revoked',
  'invalid-wallet',
  'disabled-wallet',
];

/** A failed try leaves the session open; only its end ends it. Words that contradict each other are no end. */
function newsOf({ checkout_status, payment_status }: wire.Session): CollectionNews {
  if (checkout_status === 'complete' && payment_status === 'succeeded') return { state: 'SUCCEEDED' };
  const unpaid = payment_status === 'processing' || payment_status === 'cancelled';
  return { state: checkout_status === 'expired' && unpaid ? 'EXPIRED' : 'PENDING' };
}

/** Why the last try failed, while the session is open for another. */
export function lastFailureOf({ last_payment_error }: wire.Session): Failure | undefined {
  if (last_payment_error === null) return undefined;
  return failed(lookUp(payerFailures, last_payment_error.code) ?? 'PROVIDER_ERROR').failure;
}

export function collectionOf(session: wire.Session): CollectionView {
  return {
    news: newsOf(session),
    railReference: session.id,
    reference: session.client_reference,
    amountBututs: session.amount,
    currency: session.currency,
  };
}

export function payoutOf(payout: wire.Payout): PayoutView {
  return {
    news: payoutNewsOf(payout),
    railReference: payout.id,
    reference: payout.client_reference,
    amountBututs: payout.receive_amount,
    feeBututs: payout.fee,
    currency: payout.currency,
  };
}

function payoutNewsOf({ status, payout_error }: wire.Payout): PayoutView['news'] {
  if (status === 'succeeded') return { state: 'SUCCEEDED' };
  if (status === 'reversed') return { state: 'REVERSED' };
  if (status !== 'failed') return { state: 'PENDING' };
  // A reason that we do not know is no doubt about the failure.
  return failed(lookUp(recipientFailures, payout_error?.error_code ?? '') ?? 'PROVIDER_ERROR');
}

export function translateStart(answer: Answer, collection: RailCollection): Outcome<CollectionOpening> {
  if (answer.status !== 200) return refusal(answer, startRefusals);
  return read(wire.session, answer, (session) => openingFor(collection, session));
}

/** The session that was paid, if one was; else the newest. */
export function translateResume(
  answer: Answer,
  collection: RailCollection,
): Outcome<CollectionOpening | 'absent'> {
  if (answer.status !== 200) return refusal(answer, {});
  return read(wire.sessions, answer, ({ result }): Outcome<CollectionOpening | 'absent'> => {
    const session = result.find((each) => newsOf(each).state === 'SUCCEEDED') ?? result[0];
    return session === undefined ? done('absent') : openingFor(collection, session);
  });
}

function openingFor(collection: RailCollection, session: wire.Session): Outcome<CollectionOpening> {
  if (!isAbout(collection, collectionOf(session))) return unknown('the rail opened something else');
  return done({
    railReference: session.id,
    step: { type: 'redirect', url: session.wave_launch_url },
    expiresAt: session.when_expires,
    decidedAt: null,
  });
}

export function translateSession(answer: Answer): Outcome<CollectionView | 'absent'> {
  if (answer.status === 200) {
    return read(wire.session, answer, (session) =>
      done({ ...collectionOf(session), paymentReference: session.transaction_id }),
    );
  }
  if (is(answer, '404 checkout-session-not-found')) return done('absent');
  return refusal(answer, {});
}

/** `ended`: by itself, before we asked. */
export function translateExpire(answer: Answer): Outcome<'closed' | 'already_paid' | 'ended'> {
  if (isDone(answer, wire.expired)) return done('closed');
  if (is(answer, '409 checkout-session-complete')) return done('already_paid');
  if (is(answer, '409 checkout-session-expired')) return done('ended');
  return refusal(answer, {});
}

export function translatePayout(answer: Answer): Outcome<PayoutView | 'float_short'> {
  if (answer.status === 200) return read(wire.payout, answer, (payout) => done(payoutOf(payout)));
  if (is(answer, '422 insufficient-funds')) return done('float_short');
  return afterPaying(refusal(answer, payoutRefusals));
}

export function translatePayoutById(answer: Answer): Outcome<PayoutView | 'absent'> {
  if (answer.status === 200) return read(wire.payout, answer, (payout) => done(payoutOf(payout)));
  if (is(answer, '404 payout-not-found')) return done('absent');
  return refusal(answer, {});
}

/** Should there be several, what moved money counts, then what still may. */
export function translatePayoutSearch(answer: Answer): Outcome<PayoutView | 'absent'> {
  if (answer.status !== 200) return translatePayoutById(answer);
  return read(wire.payouts, answer, ({ result }) => {
    const views = result.map(payoutOf);
    const inState = (state: string) => views.find(({ news }) => news.state === state);
    return done(inState('SUCCEEDED') ?? inState('PENDING') ?? views[0] ?? 'absent');
  });
}

/** The rail's word on a name; one that is new to us says nothing. */
export function translateRecipient(answer: Answer): Outcome<RecipientCheck> {
  if (answer.status !== 200) return refusal(answer, {});
  return read(wire.recipient, answer, ({ name_match: said }) =>
    done(said === 'MATCH' || said === 'NO_MATCH' ? said : 'UNAVAILABLE'),
  );
}

export function translateReversal(answer: Answer): Outcome<'reversed'> {
  return isDone(answer, wire.reversed) ? done('reversed') : afterPaying(refusal(answer, reversalRefusals));
}

/** Of the whole session; again for one that was refunded already. */
export function translateRefund(answer: Answer): Outcome<RefundNews> {
  return isDone(answer, wire.session)
    ? done({ state: 'done' })
    : afterPaying(refusal(answer, refundRefusals));
}

export function translateBalance(answer: Answer): Outcome<Bututs> {
  if (answer.status !== 200) return refusal(answer, {});
  return read(wire.balance, answer, ({ amount, currency }) =>
    currency === CURRENCY ? done(amount) : unknown('the balance is in another currency'),
  );
}

const kinds: Readonly<Record<string, StatementLine['kind']>> = {
  merchant_payment: 'collection',
  api_payout: 'payout',
  api_payout_reversal: 'reversal',
  merchant_payment_refund: 'reversal',
};

/** One page; `next` is the cursor of the following one, or null. Types that are none of ours are left out. */
export function translateStatement(answer: Answer): Outcome<{ lines: StatementLine[]; next: string | null }> {
  if (answer.status !== 200) return refusal(answer, {});
  return read(wire.statementPage, answer, ({ page_info, items }) => {
    const next = page_info.has_next_page ? (page_info.end_cursor ?? '') : null;
    if (next === '') return unreadable(answer, 'no cursor');
    const lines: StatementLine[] = [];
    for (const each of items) {
      const kind = lookUp(kinds, each.transaction_type);
      if (kind === undefined) continue;
      const item = wire.statementItem.safeParse(each);
      if (!item.success) return unreadable(answer, 'a line without its form');
      lines.push({
        railReference: item.data.transaction_id,
        reference: item.data.client_reference,
        kind,
        amountBututs: item.data.amount,
        feeBututs: item.data.fee,
        currency: item.data.currency,
        mobile: item.data.counterparty_mobile ?? null,
        at: item.data.timestamp,
      });
    }
    return done({ lines, next });
  });
}

/** A yes is empty, or is the record that says so. Any other JSON may be anybody's. */
function isDone({ status, json, excerpt = '' }: Answer, record: z.ZodType): boolean {
  if (status !== 200) return false;
  return json === undefined ? excerpt === '' : record.safeParse(json).success;
}

function is(answer: Answer, statusAndCode: string): boolean {
  return statusAndCode === `${answer.status} ${codeOf(answer)}`;
}

function codeOf({ json }: Answer): string | undefined {
  return wire.error.safeParse(json).data?.code;
}

/** A code that the table does not have is unknown, which is the retry rule of the rail's own pages. */
function refusal(answer: Answer, table: Readonly<Record<string, FailureCode>>): Outcome<never> {
  const code = codeOf(answer);
  if (isNotLetIn(answer, code) && authenticationErrors.includes(code)) return notLetIn(answer, code);
  const meaning = lookUp(table, `${answer.status} ${code}`);
  return meaning === undefined ? unreadable(answer, code) : refused(meaning, code);
}

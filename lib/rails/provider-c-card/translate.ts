import type { Bututs } from '#lib/money';
import * as wire from '#lib/rails/provider-c-card/wire';
import type { CollectionView, Outcome, RailCollection } from '#lib/rails/rail';
import { refused } from '#lib/rails/refusal';
import {
  type Answer,
  done,
  failed,
  isNotLetIn,
  lookUp,
  notLetIn,
  read,
  unknown,
  unreadable,
} from '#lib/rails/wire';
import type { Failure, FailureCode } from '#lib/transactions/transaction';

// Pure and total: every answer has a meaning, and a word that we do not know never ends a payment.

/** `response.gatewayCode` of a try that failed. */
const failures: Readonly<Record<string, FailureCode>> = {
  DECLINED: 'DECLINED',
  INSUFFICIENT_FUNDS: 'INSUFFICIENT_FUNDS',
  BLOCKED: 'ACCOUNT_BLOCKED',
  EXPIRED_CARD: 'DECLINED',
};

/** Words of an order that nobody has paid. Another try, or another session, may still pay it. */
const unpaid = ['INITIATED', 'FAILED', 'CANCELLED'];
/** Somebody is about to pay: waited for, for so long after the end of the session. */
const underWay = 'AUTHENTICATION_INITIATED';
const UNDER_WAY_MS = 15 * 60_000;

/** The id of the session that was made. */
export function translateStart(answer: Answer): Outcome<{ sessionId: string }> {
  if (answer.status === 200 || answer.status === 201) {
    return read(wire.session, answer, ({ session }) => done({ sessionId: session.id }));
  }
  const cause = causeOf(answer);
  if (answer.status === 400 && cause === 'INVALID_REQUEST') return refused('PROVIDER_ERROR', cause);
  return notRead(answer);
}

/** The one check at the end. */
export function translateClose(
  answer: Answer,
  { id, expiresAt }: RailCollection,
  now: Date,
): Outcome<'closed' | 'already_paid' | 'still_open'> {
  // Nothing ends a session early.
  const hasEnded = expiresAt !== null && now >= expiresAt;
  const unpaidNow = hasEnded ? done('closed' as const) : done('still_open' as const);
  if (isMissing(answer)) return unpaidNow;
  if (answer.status !== 200) return notRead(answer);
  return read(wire.order, answer, (order): Outcome<'closed' | 'already_paid' | 'still_open'> => {
    if (order.id !== id) return unknown('the rail answered with another order');
    if (isCaptured(order)) return done('already_paid');
    if (order.status === underWay) {
      const isOver = expiresAt !== null && now.getTime() >= expiresAt.getTime() + UNDER_WAY_MS;
      return isOver ? unpaidNow : done('still_open');
    }
    return unpaid.includes(order.status) ? unpaidNow : unknown('the order is in a state that we do not know');
  });
}

/** An order as it stands. One that was not paid may be until its session ends, so it is never more than pending. */
export function translateOrder(answer: Answer): Outcome<CollectionView | 'absent'> {
  if (isMissing(answer)) return done('absent');
  if (answer.status !== 200) return notRead(answer);
  return read(wire.order, answer, (order) =>
    done({
      news: isCaptured(order) ? ({ state: 'SUCCEEDED' } as const) : ({ state: 'PENDING' } as const),
      railReference: order.id,
      reference: order.id,
      amountBututs: movedBy(order),
      currency: order.currency,
    }),
  );
}

/** An order that cannot exist is not found: the rail is there, and knows us. */
export function translateProbe(answer: Answer): Outcome<'up'> {
  const isUp = isMissing(answer) || (answer.status === 200 && wire.order.safeParse(answer.json).success);
  return isUp ? done('up') : notRead(answer);
}

/** Both words have to say so. */
export function isCaptured({ status, result }: wire.Order): boolean {
  return status === 'CAPTURED' && result === 'SUCCESS';
}

/** What was captured, where the rail tells it; else what was asked for. */
export function movedBy({ amount, totalCapturedAmount }: wire.Order): Bututs {
  return totalCapturedAmount ?? amount;
}

/** Why the last try failed, if it did. */
export function lastFailureOf({ status, response }: wire.Order): Failure | undefined {
  if (status !== 'FAILED') return undefined;
  return failed(lookUp(failures, response.gatewayCode) ?? 'PROVIDER_ERROR').failure;
}

/** Nobody has tried to pay it. The rail has no code of its own for that, only this sentence. */
export function isMissing(answer: Answer): boolean {
  const error = wire.error.safeParse(answer.json).data?.error;
  return (
    answer.status === 400 &&
    error?.cause === 'INVALID_REQUEST' &&
    error.explanation.startsWith('Unable to find order')
  );
}

function notRead(answer: Answer): Extract<Outcome<never>, { why: string }> {
  const cause = causeOf(answer);
  return isNotLetIn(answer, cause) ? notLetIn(answer, cause) : unreadable(answer, cause);
}

function causeOf({ json }: Answer): string | undefined {
  return wire.error.safeParse(json).data?.error.cause;
}

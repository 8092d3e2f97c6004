import type { transactions } from '#db/schema/transactions';
import { timeOfId } from '#lib/ids';

/** A row of `transactions`: a collection, a payout or a refund. Amounts in bututs. */
export type Transaction = typeof transactions.$inferSelect;
export type TransactionType = Transaction['type'];
export type Status = Transaction['status'];

export interface Failure {
  code: FailureCode;
  message: string;
}

/**
 * Why a transaction is `FAILED`, each with the sentence that people read. contract.md §2. A card may fail for want of
 * money too, or be blocked, and is no wallet.
 */
export const failureMessages = {
  INSUFFICIENT_FUNDS: 'The customer does not have enough money.',
  ACCOUNT_BLOCKED: 'The customer’s account is blocked.',
  RATE_LIMIT_EXCEEDED: 'The provider refused the payment: too many requests for this account.',
  DECLINED: 'The customer or the provider declined the payment.',
  PAYER_NOT_FOUND: 'The provider knows no wallet with this number.',
  PAYER_MISMATCH: 'Somebody other than the named customer tried to pay.',
  LIMIT_REACHED: 'A limit of the wallet was reached.',
  OTP_ATTEMPTS_EXCEEDED: 'A wrong one-time password was given three times.',
  RECIPIENT_NOT_FOUND: 'The provider knows no recipient with this number.',
  RECIPIENT_INACTIVE: 'The recipient’s wallet is not active.',
  RECIPIENT_NOT_ELIGIBLE: 'The recipient may not receive this payment.',
  CANCELLED_BY_CLIENT: 'The payout was cancelled while it waited for liquidity.',
  CANCELLED_BY_OPERATOR: 'The payout was cancelled by an operator while it waited for liquidity.',
  PROVIDER_ERROR: 'The provider refused the payment without a reason that we know.',
} as const;

export type FailureCode = keyof typeof failureMessages;

export function failure(code: FailureCode): Failure {
  return { code, message: failureMessages[code] };
}

/** When it was asked for: of a collection whose wallet its customer chose later, long before it began at the rail. */
export function askedAt({
  customerChooses,
  id,
  createdAt,
}: Pick<Transaction, 'customerChooses' | 'id' | 'createdAt'>): Date {
  return customerChooses ? timeOfId(id) : createdAt;
}

/** Whether it leaves through a float, to a number: a payout, and a refund that no reversal makes. */
export function isSent({ type, refundMethod }: Pick<Transaction, 'type' | 'refundMethod'>): boolean {
  return type === 'payout' || refundMethod === 'payout';
}

/** Whether its money has moved by an edge of the transition table. */
export function isMoved({ status }: Pick<Transaction, 'status'>): boolean {
  return status === 'SUCCEEDED' || status === 'REVERSED';
}

/**
 * What is booked of the rail's fee: of what has moved `railFeeBututs`; of what ended otherwise nothing, until the
 * statement's fee is booked of what two operators had booked.
 */
export function bookedFee(
  transaction: Pick<Transaction, 'status' | 'railFeeBututs' | 'railFeeToldBututs'>,
): bigint {
  return isMoved(transaction) ? transaction.railFeeBututs : (transaction.railFeeToldBututs ?? 0n);
}

/** Statuses that only the named exceptions of the transition table ever leave. */
export function isFinal(status: Status): boolean {
  return status !== 'PENDING' && status !== 'AWAITING_LIQUIDITY';
}

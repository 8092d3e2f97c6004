import { formatAmount } from '#lib/money';
import { readGiven } from '#lib/refunds/given';
import { presentRefundLine, readRefundsOf } from '#lib/refunds/refunds-of';
import type { Transaction } from '#lib/transactions/transaction';

/** What went back of a paid collection, what still can, and its refunds, newest first; null of anything else. */
export async function presentRefundsOf(transaction: Transaction) {
  if (transaction.type !== 'collection' || transaction.status !== 'SUCCEEDED') return null;
  const [given, { refundedBututs, refunds }] = await Promise.all([
    readGiven(transaction),
    readRefundsOf(transaction),
  ]);
  return {
    refunded_amount: formatAmount(refundedBututs),
    /** Asked for, and not ended yet. */
    under_way_amount: formatAmount(given.amountBututs - refundedBututs),
    refundable_amount: formatAmount(given.leftBututs),
    list: refunds.map((refund) => ({
      ...presentRefundLine(refund),
      created_at: refund.createdAt.toISOString(),
    })),
  };
}

/** What a refund gives back, how and why; null of anything else. */
export function presentRefundFacts(transaction: Transaction) {
  const { type, status, collectionId, collectionReference, refundMethod, refundReason } = transaction;
  if (type !== 'refund' || collectionId === null) return null;
  return {
    collection: { transaction_id: collectionId, client_reference: collectionReference ?? collectionId },
    method: refundMethod,
    reason: refundReason,
    /** Its share of the commission, where that came back. */
    commission_returned:
      status === 'SUCCEEDED' && transaction.commissionBututs > 0n
        ? formatAmount(transaction.commissionBututs)
        : null,
  };
}

export type PresentedRefundsOf = Awaited<ReturnType<typeof presentRefundsOf>>;

import { presentFailure } from '#lib/collections/present-collection';
import { formatAmount } from '#lib/money';
import { presentRail } from '#lib/rails/rail-faces';
import { askedAt, type Transaction } from '#lib/transactions/transaction';

export type PresentedTransaction = ReturnType<typeof presentTransaction>;

/** A transaction of either type as the dashboards list it. */
export function presentTransaction(transaction: Transaction) {
  const { type, status } = transaction;
  return {
    transaction_id: transaction.id,
    type,
    client_reference: transaction.clientReference,
    attempt: transaction.attempt,
    amount: formatAmount(transaction.amountBututs),
    /** Null until it is known: a collection is charged when it succeeds, a payout never. */
    commission:
      type === 'collection' && status === 'SUCCEEDED' ? formatAmount(transaction.commissionBututs) : null,
    status,
    ...presentRail(transaction.provider),
    mobile: transaction.mobile,
    customer_name: transaction.customerName,
    rail_reference: transaction.railReference,
    failure: presentFailure(transaction),
    late: transaction.late,
    created_at: askedAt(transaction).toISOString(),
    completed_at: transaction.completedAt?.toISOString() ?? null,
  };
}

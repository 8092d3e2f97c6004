import { presentFailure } from '#lib/collections/present-collection';
import { formatAmount } from '#lib/money';
import { presentRail } from '#lib/rails/rail-faces';
import type { Transaction } from '#lib/transactions/transaction';

/** What every answer about a refund carries; contract-more.md §11. */
export function presentRefund({
  transaction,
  queuePosition,
}: {
  transaction: Transaction;
  queuePosition?: number;
}) {
  return {
    transaction_id: transaction.id,
    client_reference: transaction.clientReference,
    type: transaction.type,
    collection: {
      transaction_id: transaction.collectionId,
      client_reference: transaction.collectionReference,
    },
    amount: formatAmount(transaction.amountBututs),
    currency: 'GMD',
    status: transaction.status,
    ...presentRail(transaction.provider),
    method: transaction.refundMethod,
    recipient_mobile: transaction.mobile,
    environment: transaction.environment,
    reason: transaction.refundReason,
    failure: presentFailure(transaction),
    ...(transaction.deliveredAfterFailure && { delivered_after_failure: true as const }),
    metadata: transaction.metadata,
    ...(transaction.status === 'AWAITING_LIQUIDITY' && {
      liquidity: {
        queue_position: queuePosition ?? null,
        since: transaction.heldSince?.toISOString() ?? null,
      },
    }),
    created_at: transaction.createdAt.toISOString(),
    updated_at: transaction.updatedAt.toISOString(),
    completed_at: transaction.completedAt?.toISOString() ?? null,
  };
}

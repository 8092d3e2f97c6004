import { presentFailure } from '#lib/collections/present-collection';
import { formatAmount } from '#lib/money';
import { presentRail } from '#lib/rails/rail-faces';
import type { Transaction } from '#lib/transactions/transaction';

/** What every answer about a payout carries; contract.md §4. */
export function presentPayout({
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
    amount: formatAmount(transaction.amountBututs),
    currency: 'GMD',
    status: transaction.status,
    ...presentRail(transaction.provider),
    recipient_mobile: transaction.mobile,
    environment: transaction.environment,
    failure: presentFailure(transaction),
    reversal:
      transaction.reversedAt === null
        ? null
        : { reversed_at: transaction.reversedAt.toISOString(), reason: transaction.reversalReason },
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

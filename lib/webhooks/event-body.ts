import { formatAmount } from '#lib/money';
import { presentChosenRail } from '#lib/rails/rail-faces';
import { receiptUrl } from '#lib/receipts/receipt-token';
import type { Adjustment } from '#lib/transactions/decide';
import { presentLink } from '#lib/transactions/link';
import { isFinal, type Transaction } from '#lib/transactions/transaction';

/**
 * The exact bytes that a client is sent for an event (spec.md "Events"), and the same in the earlier payload form,
 * which can tell final states only. The rail is named as it is called at this moment, for ever; the amount of the earlier form is printed, never computed.
 */
export function eventBodies(
  event: string,
  transaction: Transaction,
  adjustment?: Adjustment,
): { body: string; legacyBody: string | null } {
  if (adjustment) return { body: adjustmentBody(event, transaction, adjustment), legacyBody: null };
  const amount = formatAmount(transaction.amountBututs);
  const data = {
    id: transaction.id,
    type: transaction.type,
    reference: transaction.clientReference,
    amount,
    currency: 'GMD',
    status: transaction.status,
    ...presentChosenRail(transaction.provider),
    environment: transaction.environment,
    completed_at: transaction.completedAt?.toISOString() ?? null,
    ...(transaction.type === 'collection' && {
      receipt_url: receiptUrl(transaction),
      ...presentLink(transaction),
    }),
    ...(transaction.type !== 'collection' && { recipient_mobile: transaction.mobile }),
    ...(transaction.type === 'refund' && {
      collection: {
        transaction_id: transaction.collectionId,
        client_reference: transaction.collectionReference,
      },
    }),
    ...(transaction.failureCode !== null && {
      failure: { code: transaction.failureCode, message: transaction.failureMessage },
    }),
  };
  const body = JSON.stringify({ event, data });
  if (!isFinal(transaction.status)) return { body, legacyBody: null };
  const legacyBody =
    `{"event":"transaction.completed","transaction":{"id":${JSON.stringify(transaction.id)},` +
    `"client_reference":${JSON.stringify(transaction.clientReference)},` +
    `"type":"${transaction.type.toUpperCase()}","amount":${amount},"status":"${transaction.status}"}}`;
  return { body, legacyBody };
}

/** contract-more.md §20: `amount` may be negative, and `reference` is that of the transaction which it is about. */
function adjustmentBody(
  event: string,
  transaction: Transaction,
  { id, railBututs, reason }: Adjustment,
): string {
  const data = {
    id,
    type: 'adjustment',
    reference: transaction.clientReference,
    amount: formatAmount(railBututs),
    currency: 'GMD',
    reason,
    environment: transaction.environment,
    completed_at: transaction.updatedAt.toISOString(),
  };
  return JSON.stringify({ event, data });
}

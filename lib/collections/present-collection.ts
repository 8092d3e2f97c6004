import { OTP_RESEND_AFTER_MS } from '#lib/collections/resend-otp';
import { type Bututs, formatAmount } from '#lib/money';
import { maskMobile } from '#lib/phone';
import { presentChosenRail } from '#lib/rails/rail-faces';
import { receiptUrl } from '#lib/receipts/receipt-token';
import { presentRefundLine, type RefundsOf } from '#lib/refunds/refunds-of';
import { settings } from '#lib/settings';
import { presentLink } from '#lib/transactions/link';
import { askedAt, failureMessages, type Transaction } from '#lib/transactions/transaction';

/** The spec's Collection, with the additive fields of contract.md §3. */
export function presentCollection(transaction: Transaction) {
  return { ...collectionFacts(transaction), next_action: presentNextAction(transaction) };
}

/** What the status look-up answers. */
export function presentCollectionStatus({
  transaction,
  attempts,
  refunds = { refundedBututs: 0n, refunds: [] },
}: {
  transaction: Transaction;
  attempts: Transaction[];
  /** Left out where none can be. */
  refunds?: RefundsOf;
}) {
  return {
    ...presentListedCollection(transaction, attempts, refunds.refundedBututs),
    refunds: refunds.refunds.map(presentRefundLine),
    next_action: presentNextAction(transaction),
  };
}

/** What is told of each attempt of a reference. */
export type Attempt = Pick<Transaction, 'id' | 'status' | 'provider' | 'createdAt' | 'customerChooses'>;

/** The same without `next_action`, for lists. */
export function presentListedCollection(
  transaction: Transaction,
  attempts: Attempt[],
  refundedBututs: Bututs,
) {
  return {
    ...collectionFacts(transaction),
    type: transaction.type,
    failure: presentFailure(transaction),
    late: transaction.late,
    refunded_amount: formatAmount(refundedBututs),
    attempts: attempts.map((each) => ({
      transaction_id: each.id,
      status: each.status,
      ...presentChosenRail(each.provider),
      created_at: askedAt(each).toISOString(),
    })),
    updated_at: transaction.updatedAt.toISOString(),
    completed_at: transaction.completedAt?.toISOString() ?? null,
  };
}

export function presentFailure({ failureCode: code, failureMessage }: Transaction) {
  if (code === null) return null;
  const message = failureMessage === SAID_OF_CARDS_TOO ? failureMessages.INSUFFICIENT_FUNDS : failureMessage;
  return { code, message };
}

/** What rows of before were stored with, whether a wallet or a card lacked the money. */
const SAID_OF_CARDS_TOO = 'The customer does not have enough money in the wallet.';

function collectionFacts(transaction: Transaction) {
  return {
    transaction_id: transaction.id,
    client_reference: transaction.clientReference,
    amount: formatAmount(transaction.amountBututs),
    currency: 'GMD',
    status: transaction.status,
    ...presentChosenRail(transaction.provider),
    redirect_url: customerUrl(transaction),
    environment: transaction.environment,
    customer_name: transaction.customerName,
    customer_mobile: transaction.mobile,
    metadata: transaction.metadata,
    expires_at: transaction.expiresAt?.toISOString() ?? null,
    created_at: askedAt(transaction).toISOString(),
    receipt_url: receiptUrl(transaction),
    ...presentLink(transaction),
  };
}

/** Where the customer is sent: to the rail, or to the page that leads there whatever is chosen. */
export function customerUrl({ customerChooses, paymentLinkCode, redirectUrl }: Transaction): string | null {
  return customerChooses ? `${settings().baseUrl}/pay/${paymentLinkCode}` : redirectUrl;
}

function presentNextAction(transaction: Transaction) {
  if (transaction.status !== 'PENDING' || transaction.nextStep === null) return null;
  // Its page takes every step.
  if (transaction.customerChooses) return null;
  // A right code was given, and what the rail makes of it is awaited: there is nothing to do.
  const isTaken = transaction.environment === 'LIVE' && transaction.otpAttemptsRemaining === 0;
  if (transaction.nextStep === 'submit_otp' && isTaken) return null;
  const expiresAt = transaction.expiresAt?.toISOString() ?? null;
  if (transaction.nextStep === 'show_card_page') {
    return {
      type: 'show_card_page',
      show_card_page: {
        url: transaction.cardPageUrl,
        presentation: ['new_tab', 'iframe'],
        expires_at: expiresAt,
      },
    };
  }
  const url = `${settings().baseUrl}/api/v1/collections/${transaction.id}/otp`;
  const sentAt = transaction.otpSentAt ?? transaction.createdAt;
  return {
    type: 'submit_otp',
    submit_otp: {
      method: 'POST',
      url,
      otp_length: transaction.otpLength,
      sent_to: transaction.mobile === null ? null : maskMobile(transaction.mobile),
      expires_at: expiresAt,
      attempts_remaining: transaction.otpAttemptsRemaining,
      resend_url: `${url}/resend`,
      resend_after: new Date(sentAt.getTime() + OTP_RESEND_AFTER_MS).toISOString(),
    },
  };
}

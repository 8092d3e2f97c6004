import type { Transaction } from '#lib/transactions/transaction';

/** What a collection that came through a payment link says of it, in answers and events; of any other nothing. */
export function presentLink({
  paymentLinkId,
  paymentLinkCode,
  customerChooses,
  overLimit,
}: Pick<Transaction, 'paymentLinkId' | 'paymentLinkCode' | 'customerChooses' | 'overLimit'>) {
  if (paymentLinkId === null) return {};
  return {
    ...(!customerChooses && { payment_link: { id: paymentLinkId, code: paymentLinkCode } }),
    ...(overLimit && { over_limit: true }),
  };
}

import type { Transaction } from '#lib/transactions/transaction';

/** Where the customer decides: the simulator's page. */
export function checkoutPath(transactionId: string): string {
  return `/checkout/${transactionId}`;
}

/** Where the customer waits for the truth. `query` is `since=…` or `from=form`; see return-page.ts. */
export function returnPath(transactionId: string, query = ''): string {
  return `/checkout/${transactionId}/return${query && `?${query}`}`;
}

/** Where the payment goes on that came through a payment link; undefined for any other. */
export function linkPath({
  id,
  paymentLinkCode,
}: Pick<Transaction, 'id' | 'paymentLinkCode'>): string | undefined {
  return paymentLinkCode ? `/pay/${paymentLinkCode}/${id}` : undefined;
}

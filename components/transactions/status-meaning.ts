import { later, refusal, t } from '#lib/browser/language/words';
import type { PresentedTransaction } from '#lib/reads/present-transaction';
import type { Status } from '#lib/transactions/transaction';

type Type = PresentedTransaction['type'];

const meanings: Record<Status, Partial<Record<Type, () => string>>> = {
  PENDING: {
    collection: later('The customer has been asked and has not paid yet. No money has moved.'),
    payout: later('On its way. The money is held until the wallet confirms that it arrived.'),
    refund: later(
      'On its way back to the customer. The money is held until the provider confirms that it arrived.',
    ),
  },
  SUCCEEDED: {
    collection: later('The customer paid. The amount, less the commission, is in your available balance.'),
    payout: later('The recipient has the money.'),
    refund: later('The customer has the money back.'),
  },
  FAILED: {
    collection: later('The payment was declined. Nothing was charged.'),
    payout: later('The payout could not be delivered. The money is back in your available balance.'),
    refund: later(
      'The customer did not get the money back. It is in your available balance again, and you can refund the payment again.',
    ),
  },
  EXPIRED: {
    collection: later(
      'The customer did not pay in time. Nothing was charged; the same payment can be offered again.',
    ),
  },
  CANCELLED: {
    collection: later(
      'The checkout was cancelled. Nothing was charged; the same payment can be offered again.',
    ),
  },
  AWAITING_LIQUIDITY: {
    payout: later(
      'The balance at the provider is short. The money is held, and the payout goes out by itself when there is enough.',
    ),
    refund: later(
      'The provider cannot send it now. The money is held, and the refund goes out by itself as soon as the provider can.',
    ),
  },
  REVERSED: {
    payout: later(
      'The payout was taken back from the recipient. The money is in your available balance again.',
    ),
  },
};

/** What a status means for the money, in a sentence or two. */
export const statusMeaning = (type: Type, status: Status): string | undefined => meanings[status][type]?.();

/** What is said of a payout, of a refund that waited as one does. */
const ofRefund: Record<string, () => string> = {
  'The payout was cancelled while it waited for liquidity.': later(
    'The refund was cancelled while it waited for liquidity.',
  ),
  'The payout was cancelled by an operator while it waited for liquidity.': later(
    'The refund was cancelled by an operator while it waited for liquidity.',
  ),
};

/** The sentence of a failure; those about a cancelled payout hold for a refund, which waits as one does. */
export function failureText(type: Type, message: string): string {
  return (type === 'refund' ? ofRefund[message] : undefined)?.() ?? refusal(message);
}

/** Of a payout, or a refund, that has not left us because its rail is closed. */
export const waitingMeaning = (provider: string) =>
  t(
    'It waits until {provider} is open again, and then goes out by itself. Nothing was sent. The money is held.',
    { provider },
  );

/** Of one that was sent, and whose end the rail has not told: it may have arrived. */
export const unansweredMeaning = (provider: string) =>
  t(
    'It was sent, and {provider} has not said yet whether it arrived. It may have: pay it no other way. Kaira asks {provider} again by itself, and it ends as it really ended.',
    { provider },
  );

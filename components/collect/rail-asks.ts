import { later } from '#lib/browser/language/words';
export type Style = 'choice' | 'redirect' | 'otp' | 'card';

export interface CollectingRail {
  provider: string;
  style: Style;
  open: boolean;
}

/** What a rail asks of the customer, by its style. */
export const railAsks: Record<Style, { name(): string; asks(): string }> = {
  choice: {
    name: later('the customer chooses'),
    asks: later(
      'The customer opens the link, or scans its code, chooses a wallet there and pays by it. A code by SMS is typed there too.',
    ),
  },
  redirect: {
    name: later('payment link'),
    asks: later('The customer opens the link, or scans its code, and approves the payment in the wallet.'),
  },
  otp: {
    name: later('code by SMS'),
    asks: later(
      'The customer gets a one-time password on the mobile number above and reads it to you; you type it on the next page. There is no link.',
    ),
  },
  card: {
    name: later('card page'),
    asks: later(
      'The customer opens the link and types the card on the page of the acquirer. No card data passes through Kaira.',
    ),
  },
};

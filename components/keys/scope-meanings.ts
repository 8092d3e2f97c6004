import { later } from '#lib/browser/language/words';
import type { Key } from '#lib/keys/key';

/** What a key may do, as the screen says it. */
export const scopeMeanings: Record<Key['scope'], () => string> = {
  full: later('Everything'),
  read: later('Read only'),
  collections: later('Collections only'),
  payouts: later('Payouts only'),
};

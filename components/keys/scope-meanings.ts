import type { Key } from '#lib/keys/key';

/** What a key may do, as the screen says it. */
export const scopeMeanings: Record<Key['scope'], string> = {
  full: 'Everything',
  read: 'Read only',
  collections: 'Collections only',
  payouts: 'Payouts only',
};

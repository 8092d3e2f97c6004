import { account, log, scenarios } from '#lib/docs/examples/account';
import { beginning, cards, collections, passwords } from '#lib/docs/examples/collections';
import type { Example } from '#lib/docs/examples/example';
import { payouts, refunds } from '#lib/docs/examples/payouts';

/** In the order in which they are made: each begins where the ones before it have left the account. */
export const examples: readonly Example[] = [
  ...beginning,
  ...collections,
  ...passwords,
  ...cards,
  ...payouts,
  ...refunds,
  ...account,
  ...log,
  ...scenarios,
];

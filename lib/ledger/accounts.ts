import type { Environment } from '#lib/context';

/** The house: owner of the live floats. It has no key and no user. */
export const HOUSE_CLIENT_ID = '00000000-0000-7000-8000-000000000000';

/**
 * `available` and `held` are owed to the client, `commission` is earned, `float_funding` is who funded a float, `losses`
 * what the house has lost, `rail_fees` what a live rail has taken for its work.
 */
export type AccountName =
  | 'available'
  | 'held'
  | 'commission'
  | 'float_funding'
  | 'losses'
  | `rail_collections:${string}`
  | `rail_float:${string}`
  | `rail_fees:${string}`;

/** Assets are debit-positive; everything else stands below zero in the books and above zero on a screen. */
export function isAsset(account: string): boolean {
  return account.startsWith('rail_') || account === 'losses';
}

/** A balance as people read it: what is owed, owned or earned, as a positive figure. */
export function naturalBalance(account: string, bookedBututs: bigint): bigint {
  return isAsset(account) ? bookedBututs : -bookedBututs;
}

/** In the sandbox each client has floats of its own; live floats belong to the house. */
export function floatOwner(environment: Environment, clientId: string): string {
  return environment === 'LIVE' ? HOUSE_CLIENT_ID : clientId;
}

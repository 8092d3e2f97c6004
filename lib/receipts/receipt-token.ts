import { createHmac, timingSafeEqual } from 'node:crypto';
import { base58Of, isBase58, randomBase58 } from '#lib/base58';
import { deriveKeys } from '#lib/seal';
import { settings } from '#lib/settings';
import type { Transaction } from '#lib/transactions/transaction';

/** 94 bits, which nobody guesses. */
const SECRET_LENGTH = 16;
const ID_LENGTH = 22;

type Receipted = Pick<Transaction, 'id' | 'type' | 'status' | 'receiptToken'>;

/** The half of a receipt's address that only who was given it knows. Stored with the collection, so that it works whatever becomes of `KAIRA_SECRET`. */
export function newReceiptToken(): string {
  return randomBase58(SECRET_LENGTH);
}

/** The address of a receipt; null while there is nothing to be receipted. */
export function receiptUrl(transaction: Receipted): string | null {
  if (transaction.type !== 'collection' || transaction.status !== 'SUCCEEDED') return null;
  return `${settings().baseUrl}${receiptPath(transaction)}`;
}

export function receiptPath({ id, receiptToken }: Pick<Transaction, 'id' | 'receiptToken'>): string {
  const half = receiptToken ?? derivedTokens(id)[0];
  return `/r/${Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')}${half}`;
}

/** The collection that an address names, and the half that has to fit; undefined for what is no such address. */
export function parseReceiptToken(token: string): { id: string; half: string } | undefined {
  const [name, half] = [token.slice(0, ID_LENGTH), token.slice(ID_LENGTH)];
  if (!/^[\w-]{22}$/.test(name) || !isBase58(half, SECRET_LENGTH)) return undefined;
  const bytes = Buffer.from(name, 'base64url');
  // Of the spellings of one id, only ours.
  if (bytes.toString('base64url') !== name) return undefined;
  const hex = bytes.toString('hex');
  return { id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'), half };
}

/** In the same time, whatever differs. */
export function fitsReceipt(
  { id, receiptToken }: Pick<Transaction, 'id' | 'receiptToken'>,
  half: string,
): boolean {
  const right = receiptToken === null ? derivedTokens(id) : [receiptToken];
  return right.some((each) => timingSafeEqual(Buffer.from(each), Buffer.from(half)));
}

/** Of collections that were begun before receipts were: by the installation's secret, and the one before while that is kept. */
function derivedTokens(id: string): [string, ...string[]] {
  return deriveKeys('kaira receipt v1').map((key) =>
    base58Of(createHmac('sha256', key).update(id).digest(), SECRET_LENGTH),
  ) as [string, ...string[]];
}

import { randomInt } from 'node:crypto';

/** Crockford's base 32: no letter that is read as a digit. https://www.crockford.com/base32.html */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;

/** A reference for a form, such as `COL-7Q2M9K4D1X`: 50 random bits, so that nobody meets one of them twice. */
export function suggestReference(prefix: 'COL' | 'PAY'): string {
  const signs = Array.from({ length: LENGTH }, () => alphabet[randomInt(alphabet.length)]);
  return `${prefix}-${signs.join('')}`;
}

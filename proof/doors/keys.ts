/** Keys that look right and belong to nobody (contract.md §6: 43 base62 characters, the last six a checksum). */
import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export function unknownKey(kind: 'test' | 'live') {
  const body = Array.from(randomBytes(37), (byte) => DIGITS[byte % 62]).join('');
  const start = `sk_${kind}_${body}`;
  let rest = crc32(start);
  let sum = '';
  for (let place = 0; place < 6; place += 1) {
    sum = `${DIGITS[rest % 62]}${sum}`;
    rest = Math.floor(rest / 62);
  }
  return `${start}${sum}`;
}

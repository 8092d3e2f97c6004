import { randomInt } from 'node:crypto';

/** The digits and letters that nobody mistakes for one another: no 0, O, I or l. */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BASE = BigInt(ALPHABET.length);

/** So many letters, each by chance; 5.9 bits a letter. */
export function randomBase58(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** The first letters of a digest: the same for the same bytes. */
export function base58Of(bytes: Uint8Array, length: number): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (let index = 0; index < length; index++) {
    text += ALPHABET[Number(rest % BASE)];
    rest /= BASE;
  }
  return text;
}

export function isBase58(text: string, length: number): boolean {
  return text.length === length && [...text].every((letter) => ALPHABET.includes(letter));
}

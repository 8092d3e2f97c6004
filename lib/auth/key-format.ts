import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Environment } from '#lib/context';

const prefixOf: Record<Environment, string> = { SANDBOX: 'sk_test_', LIVE: 'sk_live_' };
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 37 characters of 62 are 220 bits. */
const RANDOM_CHARACTERS = 37;
const CHECKSUM_CHARACTERS = 6;

/** `$` without the flag `m` is the end itself: a newline after the key is refused. */
const keyForm = /^sk_(test|live)_[0-9A-Za-z]{43}$/;

/** A new secret key of contract.md §6. Show it once, keep only its hash. */
export function makeApiKey(environment: Environment): string {
  let unsigned = prefixOf[environment];
  // `randomInt` favours no character; a random byte modulo 62 would.
  for (let index = 0; index < RANDOM_CHARACTERS; index++) unsigned += alphabet[randomInt(alphabet.length)];
  return unsigned + checksumOf(unsigned);
}

/** What a key says of itself, or undefined for a text that was never a key: a typo is refused without a look-up. */
export function parseApiKey(text: string): { environment: Environment } | undefined {
  const kind = keyForm.exec(text)?.[1];
  if (kind === undefined) return undefined;
  // The checksum is no secret, so the comparison need not take the same time for all.
  if (checksumOf(text.slice(0, -CHECKSUM_CHARACTERS)) !== text.slice(-CHECKSUM_CHARACTERS)) return undefined;
  return { environment: kind === 'live' ? 'LIVE' : 'SANDBOX' };
}

/** SHA-256 of the whole key. No salt and no stretching: nobody guesses 220 random bits. */
export function hashApiKey(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

/** CRC-32 in base62, highest digit first. */
function checksumOf(unsigned: string): string {
  let rest = crc32(unsigned);
  let checksum = '';
  for (let index = 0; index < CHECKSUM_CHARACTERS; index++) {
    checksum = alphabet.charAt(rest % 62) + checksum;
    rest = Math.floor(rest / 62);
  }
  return checksum;
}

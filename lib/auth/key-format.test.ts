import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hashApiKey, makeApiKey, parseApiKey } from './key-format.ts';

const environments = ['SANDBOX', 'LIVE'] as const;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** CRC-32 of IEEE 802.3 bit by bit, written apart from the code under test. */
function plainChecksum(unsigned: string): string {
  let crc = 0xffff_ffff;
  for (const character of unsigned) {
    crc ^= character.charCodeAt(0);
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb8_8320 : crc >>> 1;
  }
  let rest = BigInt((crc ^ 0xffff_ffff) >>> 0);
  let text = '';
  for (; rest > 0n; rest /= 62n) text = alphabet[Number(rest % 62n)] + text;
  return text.padStart(6, '0');
}

describe('makeApiKey', () => {
  test('makes keys of the contract, each once, that say their environment', () => {
    for (const environment of environments) {
      const keys = Array.from({ length: 1_000 }, () => makeApiKey(environment));
      expect(new Set(keys).size).toBe(keys.length);
      for (const key of keys) {
        expect(key).toMatch(
          environment === 'LIVE' ? /^sk_live_[0-9A-Za-z]{43}$/ : /^sk_test_[0-9A-Za-z]{43}$/,
        );
        expect(key.slice(-6)).toBe(plainChecksum(key.slice(0, -6)));
        expect(parseApiKey(key)).toEqual({ environment });
      }
    }
  });

  test('favours no character', () => {
    const counts = new Map<string, number>();
    const keys = 4_000;
    for (let index = 0; index < keys; index++) {
      for (const one of makeApiKey('LIVE').slice(8, -6)) counts.set(one, (counts.get(one) ?? 0) + 1);
    }
    const expected = (keys * 37) / 62;
    expect([...counts.keys()].toSorted().join('')).toBe(alphabet);
    // A byte modulo 62 would give the first eight characters 25 % more; six standard deviations are 12 %.
    for (const count of counts.values()) expect(Math.abs(count / expected - 1)).toBeLessThan(0.125);
  });
});

describe('parseApiKey', () => {
  test('a checksum is padded with zeros', () => {
    const key = `sk_test_${'0'.repeat(37)}`;
    expect(parseApiKey(key + plainChecksum(key))).toEqual({ environment: 'SANDBOX' });
    let padded = key;
    for (let index = 0; !plainChecksum(padded).startsWith('00'); index++) {
      padded = `sk_test_${String(index).padStart(37, '0')}`;
    }
    expect(parseApiKey(padded + plainChecksum(padded))).toEqual({ environment: 'SANDBOX' });
  });

  test('any other character at any one place is refused', () => {
    const key = makeApiKey('LIVE');
    const anywhere = fc.nat({ max: key.length - 1 });
    fc.assert(
      fc.property(anywhere, fc.constantFrom(...alphabet, '_', ' ', '\u0000', 'é'), (index, other) => {
        fc.pre(key[index] !== other);
        expect(parseApiKey(key.slice(0, index) + other + key.slice(index + 1))).toBeUndefined();
      }),
      { numRuns: 2_000 },
    );
  });

  test('a key cut, extended, swapped or dressed up is refused', () => {
    const key = makeApiKey('LIVE');
    const wrong = [
      '',
      'sk_live_',
      key.slice(0, -1),
      key.slice(1),
      `${key}0`,
      `0${key}`,
      `${key}\n`,
      ` ${key}`,
      `${key} `,
      key.toUpperCase(),
      key.replace('sk_live_', 'sk_test_'),
      key.replace('sk_live_', 'pk_live_'),
      key.repeat(2),
      'x'.repeat(1_048_576),
    ];
    for (const text of wrong) expect(parseApiKey(text)).toBeUndefined();
  });
});

test('hashApiKey is SHA-256 of the whole key', () => {
  const key = makeApiKey('SANDBOX');
  expect(hashApiKey(key)).toEqual(createHash('sha256').update(key, 'ascii').digest());
  expect(hashApiKey('abc').toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '#e2e/setup/any-text';
import { makeApiKey, parseApiKey } from '#lib/auth/key-format';

const key = fc.constantFrom('SANDBOX' as const, 'LIVE' as const).map((environment) => ({
  environment,
  text: makeApiKey(environment),
}));
const base62 = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];

describe('a key', () => {
  test('says its environment', () => {
    fc.assert(
      fc.property(key, ({ text, environment }) => {
        expect(parseApiKey(text)).toEqual({ environment });
      }),
    );
  });

  test('with any one character changed, at every place of it, is refused', () => {
    fc.assert(
      fc.property(
        key,
        fc.infiniteStream(fc.constantFrom(...base62, '_', '-', 'é', '\u0000')),
        ({ text }, others) => {
          for (let index = 0; index < text.length; index++) {
            const other = others.next().value as string;
            if (other === text[index]) continue;
            expect(parseApiKey(text.slice(0, index) + other + text.slice(index + 1))).toBeUndefined();
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  test('with any two neighbours swapped, at every place of it, is refused', () => {
    fc.assert(
      fc.property(key, ({ text }) => {
        for (let index = 0; index + 1 < text.length; index++) {
          if (text[index] === text[index + 1]) continue;
          const swapped = [...text];
          swapped.splice(index, 2, text[index + 1] as string, text[index] as string);
          expect(parseApiKey(swapped.join(''))).toBeUndefined();
        }
      }),
      { numRuns: 200 },
    );
  });

  test('with a character taken away or put in is refused', () => {
    fc.assert(
      fc.property(key, fc.nat(), fc.constantFrom(...base62), ({ text }, at, more) => {
        const place = at % text.length;
        expect(parseApiKey(text.slice(0, place) + text.slice(place + 1))).toBeUndefined();
        expect(parseApiKey(text.slice(0, place) + more + text.slice(place))).toBeUndefined();
      }),
    );
  });

  test('is not what anybody makes up', () => {
    const madeUp = fc.oneof(
      anyText(60),
      fc
        .string({ unit: fc.constantFrom(...base62), minLength: 43, maxLength: 43 })
        .map((text) => `sk_live_${text}`),
    );
    fc.assert(
      fc.property(madeUp, (text) => {
        expect(parseApiKey(text)).toBeUndefined();
      }),
      { numRuns: 1_000 },
    );
  });
});

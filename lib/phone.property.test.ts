import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter, anyText } from '#e2e/setup/any-text';
import { maskMobile, normaliseMobile, parseMobile, spellingsOf } from '#lib/phone';

const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
/** By contract.md §3: any 7 digits, or 9 of the renumbering. */
const local = fc.oneof(
  digits(7),
  fc.tuple(fc.constantFrom('83', '86', '87'), digits(7)).map((parts) => parts.join('')),
);
const mobile = local.map((text) => `+220${text}`);

describe('a mobile number', () => {
  test('of the right form is taken as it was sent', () => {
    fc.assert(
      fc.property(local, (text) => {
        expect(parseMobile(`+220${text}`)).toMatchObject({ e164: `+220${text}`, local: text });
      }),
    );
  });

  test('of nine digits without a prefix of the renumbering is refused', () => {
    const other = digits(9).filter((text) => !/^8[367]/.test(text));
    fc.assert(
      fc.property(other, (text) => {
        expect(parseMobile(`+220${text}`)).toBeUndefined();
      }),
    );
  });

  test('of any other length or country is refused', () => {
    const wrong = fc.oneof(
      fc
        .constantFrom(0, 1, 2, 3, 4, 5, 6, 8, 8, 10, 11, 12, 15, 16, 20)
        .chain(digits)
        .map((text) => `+220${text}`),
      fc
        .tuple(
          fc.integer({ min: 1, max: 999 }).filter((code) => code !== 220),
          digits(7),
        )
        .map(([code, text]) => `+${code}${text}`),
      local,
      local.map((text) => `220${text}`),
      local.map((text) => `00220${text}`),
    );
    fc.assert(
      fc.property(wrong, (text) => {
        // `+2` and `20…`, or `+22` and `0…`, is the same text as a number of The Gambia.
        fc.pre(!/^\+220(\d{7}|8[367]\d{7})$/.test(text));
        expect(parseMobile(text)).toBeUndefined();
      }),
    );
  });

  test('with any other character anywhere is refused', () => {
    const foreign = fc.oneof(
      fc.constantFrom(...' -().+\t\n\r\u0000\u00a0０٠e'),
      anyCharacter.filter((one) => !/^\d$/.test(one)),
    );
    fc.assert(
      fc.property(mobile, fc.nat(), foreign, (text, at, what) => {
        const place = at % (text.length + 1);
        expect(parseMobile(text.slice(0, place) + what + text.slice(place))).toBeUndefined();
      }),
    );
  });

  test('as people write it becomes the one form, and that form stays', () => {
    const spacing = fc.constantFrom(...' -.()\u00a0\t\u2011\u2013\u202a\u202c\u200b');
    const start = fc.constantFrom('', '220', '+220', '00220');
    fc.assert(
      fc.property(
        local,
        start,
        fc.array(fc.tuple(fc.nat(), spacing), { maxLength: 6 }),
        (text, before, gaps) => {
          const loose = gaps.reduce((sum, [at, gap]) => {
            const place = at % (sum.length + 1);
            return sum.slice(0, place) + gap + sum.slice(place);
          }, before + text);
          // `220 1234` is seven digits as well: without a country it is read as a local number, as it should be.
          expect(normaliseMobile(loose)).toBe(`+220${text}`);
          expect(normaliseMobile(normaliseMobile(loose))).toBe(`+220${text}`);
        },
      ),
    );
  });

  test('that cannot be read is given back, so that nothing is made a number that was none', () => {
    fc.assert(
      fc.property(anyText(20), (text) => {
        const normalised = normaliseMobile(text);
        if (normalised === text.trim()) return;
        expect(text.replaceAll(/[^0-9]/g, '')).toContain(normalised.slice('+220'.length));
        expect(normalised).toMatch(/^\+220(\d{7}|\d{9})$/);
      }),
    );
  });

  test('has spellings that all name each other, end alike and are numbers, the given one first', () => {
    fc.assert(
      fc.property(mobile, (text) => {
        const spellings = spellingsOf(text);
        expect(spellings[0]).toBe(text);
        expect(new Set(spellings).size).toBe(spellings.length);
        for (const other of spellings) {
          expect(parseMobile(other)?.local.slice(-7)).toBe(text.slice(-7));
          expect([...spellingsOf(other)].toSorted()).toEqual([...spellings].toSorted());
        }
      }),
    );
  });

  test('that is masked shows the country and two digits, and as many stars as it hides', () => {
    fc.assert(
      fc.property(local, (text) => {
        const masked = maskMobile(`+220${text}`);
        expect(masked).toHaveLength(4 + text.length);
        expect(masked).toMatch(/^\+220\*{5,7}\d\d$/);
        expect(masked.slice(-2)).toBe(text.slice(-2));
      }),
    );
  });
});

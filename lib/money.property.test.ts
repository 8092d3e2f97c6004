import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '#e2e/setup/any-text';
import { amountField } from '#lib/fields';
import { commissionOf, formatAmount, moneyFields, parseAmount } from '#lib/money';

// Amounts are made here piece by piece from the form that contract.md §3 pins, so that what each says, or what is wrong
// with it, is known from how it was made. Single cases stand in money.test.ts.

const digit = fc.constantFrom(...'0123456789');
const digits = (minLength: number, maxLength: number) => fc.string({ unit: digit, minLength, maxLength });
const whole = fc.oneof(
  fc.constant('0'),
  fc.tuple(fc.constantFrom(...'123456789'), digits(0, 8)).map((parts) => parts.join('')),
);
const fraction = fc.oneof(fc.constant(''), digits(1, 2));
const wellFormed = fc.tuple(whole, fraction);
const written = ([dalasi, rest]: readonly [string, string]) => (rest === '' ? dalasi : `${dalasi}.${rest}`);

const highest = 99_999_999_999n;
const amounts = fc.oneof(fc.bigInt({ min: 0n, max: highest }), fc.bigInt({ min: 0n, max: 300n }));

/** Everything that any other reader of numbers takes, and what hides in a text. */
const foreign = fc.oneof(
  fc.constantFrom(...'+-eExXnN_,;\'" \t\n\r\u0000\u00a0\u2028\u200b\ufeff０１９．٠٫'),
  anyCharacter.filter((one) => !/^[\d.]$/.test(one)),
);

describe('an amount of the right form', () => {
  test('says the bututs that its digits say', () => {
    fc.assert(
      fc.property(wellFormed, ([dalasi, rest]) => {
        const ones = Number(rest.padEnd(2, '0'));
        expect(parseAmount(written([dalasi, rest]))).toBe(BigInt(dalasi) * 100n + BigInt(ones));
      }),
      { numRuns: 1_000 },
    );
  });

  test('is written with two digits, and read back as the same amount', () => {
    fc.assert(
      fc.property(amounts, wellFormed, (bututs, parts) => {
        expect(formatAmount(bututs)).toMatch(/^(0|[1-9]\d{0,8})\.\d\d$/);
        expect(parseAmount(formatAmount(bututs))).toBe(bututs);
        const read = parseAmount(written(parts)) ?? -1n;
        expect(formatAmount(read)).toBe(`${parts[0]}.${parts[1].padEnd(2, '0')}`);
      }),
      { numRuns: 1_000 },
    );
  });

  test('has two forms in JSON that agree to the butut, also below zero and beyond any amount', () => {
    const safe = BigInt(Number.MAX_SAFE_INTEGER);
    fc.assert(
      fc.property(fc.bigInt({ min: -safe, max: safe }), (bututs) => {
        const { x_bututs, x_gmd } = JSON.parse(JSON.stringify(moneyFields('x', bututs)));
        expect(BigInt(x_bututs)).toBe(bututs);
        expect(BigInt(x_gmd.replace('.', ''))).toBe(bututs);
        expect(x_gmd).toMatch(/^-?\d+\.\d\d$/);
      }),
    );
  });
});

describe('an amount of any other form is refused', () => {
  const insert = (text: string, at: number, what: string) => text.slice(0, at) + what + text.slice(at);
  const refused = (text: fc.Arbitrary<string>) =>
    fc.assert(
      fc.property(text, (each) => {
        expect(parseAmount(each)).toBeUndefined();
        expect(amountField.safeParse(each).success).toBe(false);
      }),
      { numRuns: 1_000 },
    );

  test('a character that is no digit and no point, anywhere in it', () => {
    refused(
      fc
        .tuple(wellFormed.map(written), fc.nat(), foreign)
        .map(([text, at, what]) => insert(text, at % (text.length + 1), what)),
    );
  });

  test('a zero before it', () => {
    refused(
      fc
        .tuple(
          digits(1, 3).map((text) => `0${text}`),
          fraction,
        )
        .map(written),
    );
  });

  test('a third digit after the point, or more', () => {
    refused(fc.tuple(whole, digits(3, 30)).map(written));
  });

  test('a tenth digit before the point, or more', () => {
    refused(
      fc
        .tuple(fc.constantFrom(...'123456789'), digits(9, 400), fraction)
        .map(([first, rest, part]) => written([first + rest, part])),
    );
  });

  test('a point without digits on both sides, or a second point', () => {
    refused(
      fc.oneof(
        whole.map((text) => `${text}.`),
        digits(0, 2).map((text) => `.${text}`),
        fc
          .tuple(wellFormed.map(written), fc.nat())
          .map(([text, at]) => insert(insert(text, at % (text.length + 1), '.'), 0, '1.')),
      ),
    );
  });

  test('anything that is no string', () => {
    const notText = fc.anything().filter((value) => typeof value !== 'string');
    fc.assert(
      fc.property(notText, (value) => {
        expect(amountField.safeParse(value).success).toBe(false);
      }),
    );
  });
});

describe('the commission', () => {
  const rates = fc.oneof(fc.integer({ min: 0, max: 10_000 }), fc.constantFrom(0, 1, 150, 9_999, 10_000));

  test('is never below zero, and never more than the gross', () => {
    fc.assert(
      fc.property(amounts, rates, (gross, bps) => {
        const fee = commissionOf(gross, bps);
        expect(fee >= 0n && fee <= gross).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test('lies within half a butut of the exact share, and above it where it is exactly half', () => {
    fc.assert(
      fc.property(amounts, rates, (gross, bps) => {
        // In twenty-thousandths of a butut, so that the half is whole.
        const exact = 2n * gross * BigInt(bps);
        const given = 20_000n * commissionOf(gross, bps);
        expect(given - exact <= 10_000n).toBe(true);
        expect(exact - given < 10_000n).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test('at exactly half a butut is rounded up, for each amount that has such a half', () => {
    // gross × bps ≡ 5000 (mod 10000), made from odd multiples of 50 and 100.
    const halves = fc.tuple(fc.nat({ max: 9_999 }), fc.constantFrom(50n, 150n, 250n, 1_250n, 5_000n));
    fc.assert(
      fc.property(halves, ([times, bps]) => {
        const step = 10_000n / greatestCommonDivisor(bps, 10_000n);
        fc.pre(step % 2n === 0n);
        const gross = (step / 2n) * BigInt(2 * times + 1);
        const exact = gross * bps;
        expect(exact % 10_000n).toBe(5_000n);
        expect(commissionOf(gross, Number(bps))).toBe(exact / 10_000n + 1n);
      }),
    );
  });

  test('never falls when the amount or the rate grows, and never by more than they do', () => {
    fc.assert(
      fc.property(amounts, amounts, rates, rates, (one, other, bps, rate) => {
        const [less, more] = one < other ? [one, other] : [other, one];
        const grown = commissionOf(more, bps) - commissionOf(less, bps);
        expect(grown >= 0n && grown <= more - less).toBe(true);
        const [low, high] = bps < rate ? [bps, rate] : [rate, bps];
        expect(commissionOf(one, low) <= commissionOf(one, high)).toBe(true);
      }),
    );
  });
});

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestCommonDivisor(b, a % b);
}

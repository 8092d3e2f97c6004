import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '#e2e/setup/any-text';
import { formatAmount, parseAmount } from '#lib/money';
import { typedAmount } from '#lib/typed-amount';

const amounts = fc.bigInt({ min: 0n, max: 99_999_999_999n });
const gaps = fc.constantFrom(',', ' ', '\u00a0', '\u2009', '\u202f');
const around = fc.constantFrom('', ' ', '\t', '\u00a0');

function grouped(bututs: bigint, gap: string): string {
  const [whole = '', fraction] = formatAmount(bututs).split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, gap)}.${fraction}`;
}

describe('an amount as people type it', () => {
  test.each([
    ['1,500', 1500_00n],
    ['1,500.5', 1500_50n],
    ['1 500.00', 1500_00n],
    ['12,345,678.90', 12_345_678_90n],
    [' 1500 ', 1500_00n],
    ['0.50', 50n],
    ['1000', 1000_00n],
  ])('%s is read', (text, bututs) => {
    expect(parseAmount(typedAmount(text))).toBe(bututs);
  });

  test.each([
    ...['1,50', '1,5', '1,5000', '15,00', '1.500,00', '1,500,00', '1,,500', ',500', '1,500.', '1,500.005'],
    ...[
      '0,500',
      '01,500',
      '1500,000',
      '1,500 000',
      '1 500,00',
      '-1,500',
      '+1,500',
      'GMD 1,500',
      '',
      ' ',
      '1_500',
    ],
    ...['1 50', '1. 500', '１,500', '1\n500', '1,000,000,000'],
  ])('%s is refused', (text) => {
    expect(parseAmount(typedAmount(text))).toBeUndefined();
  });

  test('is the same amount however its thousands are set apart', () => {
    fc.assert(
      fc.property(amounts, gaps, around, around, (bututs, gap, before, after) => {
        expect(parseAmount(typedAmount(before + grouped(bututs, gap) + after))).toBe(bututs);
      }),
      { numRuns: 1_000 },
    );
  });

  test('is never taken for another amount: only what stands at every third digit is left out', () => {
    const pieces = fc.array(fc.oneof(fc.constantFrom(...'0123456789'), fc.constantFrom(...', .\u00a0')), {
      maxLength: 14,
    });
    fc.assert(
      fc.property(
        fc.oneof(
          pieces.map((all) => all.join('')),
          anyText(12),
        ),
        (text) => {
          const bututs = parseAmount(typedAmount(text));
          if (bututs === undefined) return;
          const plain = text.trim();
          const [gap = ''] = /[^\d.]/.exec(plain) ?? [];
          const [whole, fraction = ''] = (gap ? grouped(bututs, gap) : formatAmount(bututs)).split('.');
          const [typedWhole, typedFraction = ''] = plain.split('.');
          expect(typedWhole).toBe(whole);
          expect(typedFraction.padEnd(2, '0')).toBe(fraction);
        },
      ),
      { numRuns: 5_000 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { commissionOf, formatAmount, moneyFields, parseAmount, railFeeOf } from './money.ts';

const highest = 99_999_999_999n;
const amounts = fc.bigInt({ min: 0n, max: highest });

describe('parseAmount', () => {
  test.each([
    ['100', 10_000n],
    ['100.1', 10_010n],
    ['100.10', 10_010n],
    ['0', 0n],
    ['0.00', 0n],
    ['0.01', 1n],
    ['1.00', 100n],
    ['999999999.99', highest],
  ])('reads %j', (text, bututs) => {
    expect(parseAmount(text)).toBe(bututs);
  });

  test.each([
    '',
    '.',
    '.5',
    '1.',
    '100.001',
    '-1.00',
    '-0.00',
    '+1.00',
    '1e2',
    '0x10',
    'NaN',
    'Infinity',
    '1,000.00',
    '1_000',
    '1n',
    ' 1.00',
    '1.00 ',
    '1.00\n',
    '\n1.00',
    '1.00\r\n',
    '1.00\u2028',
    '1\n.00',
    '1.00\u0000',
    '01.00',
    '00',
    '１.００',
    '١٠٠',
    '1．00',
    '1000000000',
    '90071992547409.93',
    '99999999999999999999.00',
  ])('refuses %j', (text) => {
    expect(parseAmount(text)).toBeUndefined();
  });

  test('refuses ten million digits without delay', () => {
    const started = performance.now();
    expect(parseAmount('9'.repeat(10_000_000))).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  test('agrees with the plain reading of the contract on any short text', () => {
    const text = fc.string({ unit: fc.constantFrom(...'0159.-+e \n'), maxLength: 13 });
    fc.assert(
      fc.property(text, (each) => {
        const [whole = '', fraction, ...rest] = each.split('.');
        const digitsOnly = (part: string) =>
          part !== '' && [...part].every((one) => one >= '0' && one <= '9');
        const fits =
          rest.length === 0 &&
          digitsOnly(whole) &&
          whole.length <= 9 &&
          (whole === '0' || !whole.startsWith('0')) &&
          (fraction === undefined || (digitsOnly(fraction) && fraction.length <= 2));
        expect(parseAmount(each) !== undefined).toBe(fits);
      }),
    );
  });
});

describe('formatAmount', () => {
  test.each([
    [0n, '0.00'],
    [5n, '0.05'],
    [-5n, '-0.05'],
    [99n, '0.99'],
    [100n, '1.00'],
    [-15_000n, '-150.00'],
    [2n ** 53n + 1n, '90071992547409.93'],
  ])('%d is %s', (bututs, text) => {
    expect(formatAmount(bututs)).toBe(text);
  });

  test('what is written is read back unchanged', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(parseAmount(formatAmount(amount))).toBe(amount);
      }),
    );
  });

  test('a negative amount is its positive with a minus sign', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n }), (amount) => {
        expect(formatAmount(-amount)).toBe(`-${formatAmount(amount)}`);
      }),
    );
  });
});

describe('commissionOf', () => {
  test.each([
    [10_000n, 150, 150n],
    [33n, 150, 0n],
    [34n, 150, 1n],
    [100n, 150, 2n],
    [1n, 5_000, 1n],
    [1n, 4_999, 0n],
    [0n, 150, 0n],
    [highest, 0, 0n],
    [highest, 10_000, highest],
  ])('of %d at %d basis points is %d', (amount, bps, commission) => {
    expect(commissionOf(amount, bps)).toBe(commission);
  });

  test('is the exact share rounded half up, and gross = net + commission with neither below zero', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 10_000 }), (gross, bps) => {
        const commission = commissionOf(gross, bps);
        const net = gross - commission;
        // commission − ½ ≤ gross × bps ÷ 10000 < commission + ½, with everything times 20000.
        const exact = gross * BigInt(bps) * 2n;
        expect(exact >= (2n * commission - 1n) * 10_000n).toBe(true);
        expect(exact < (2n * commission + 1n) * 10_000n).toBe(true);
        expect(net + commission).toBe(gross);
        expect(net >= 0n && commission >= 0n).toBe(true);
      }),
    );
  });

  test('refuses a negative amount and a rate that is no whole share', () => {
    expect(() => commissionOf(-1n, 150)).toThrow('Invariant');
    for (const bps of [-1, 10_001, 1.5, Number.NaN]) expect(() => commissionOf(1n, bps)).toThrow('Invariant');
    expect(() => railFeeOf(10n, { flatBututs: -1n, bps: 0 })).toThrow('Invariant');
  });
});

describe('moneyFields', () => {
  test('gives both forms under one name, and the types know the names', () => {
    const fields = moneyFields('held', 15_050n);
    expect(fields).toEqual({ held_bututs: 15_050, held_gmd: '150.50' });
    expectTypeOf(fields.held_bututs).toEqualTypeOf<number>();
    expectTypeOf(fields.held_gmd).toEqualTypeOf<string>();
  });

  test('never loses a butut to floating point', () => {
    const safe = BigInt(Number.MAX_SAFE_INTEGER);
    for (const bututs of [safe, -safe]) expect(BigInt(moneyFields('x', bututs).x_bututs)).toBe(bututs);
    expect(() => moneyFields('x', safe + 1n)).toThrow('Invariant');
    expect(() => moneyFields('x', -safe - 1n)).toThrow('Invariant');
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cardFieldNamed, cardNumberPath } from './card-data.ts';
import { parseJsonObject } from './parse-json.ts';

const parse = (body: unknown) => parseJsonObject(new Uint8Array(Buffer.from(JSON.stringify(body))));
const refusal = expect.objectContaining({ code: 'CARD_DATA_NOT_ACCEPTED', status: 400 });
// Published test numbers: Visa, Mastercard, American Express, Discover, JCB.
const cards = [
  '4111111111111111',
  '5555555555554444',
  '378282246310005',
  '6011111111111117',
  '3566002020360505',
];

describe('a field named like card data', () => {
  test.each([
    ['card_number', 'card_number'],
    ['cardNumber', 'card_number'],
    ['CARD-NUMBER', 'card_number'],
    ['__c_a_r_d--number_', 'card_number'],
    ['pan', 'pan'],
    ['P-A-N', 'pan'],
    ['CVV', 'cvv'],
    ['cvc', 'cvc'],
    ['Expiry', 'expiry'],
  ])('%s is refused at any depth as %s', (name, field) => {
    expect(cardFieldNamed(name)).toBe(field);
    for (const body of [{ [name]: null }, { a: { [name]: '' } }, { a: [[{ b: { [name]: 1 } }]] }]) {
      expect(() => parse(body)).toThrow(refusal);
      expect(() => parse(body)).toThrow(`\`${field}\``);
    }
  });

  test.each([
    '',
    '_',
    'card',
    'number',
    'company',
    'span',
    'pan2',
    'cvv2',
    'expires_at',
    'expiry_date',
    'card number',
  ])('%j is an ordinary name', (name) => {
    expect(cardFieldNamed(name)).toBeUndefined();
    expect(parse({ [name]: 1 })).toEqual({ [name]: 1 });
  });

  test('the rule is: case, `_` and `-` do not count', () => {
    const name = fc.string({ unit: fc.constantFrom(...'panPANcvCV_-xi'), maxLength: 8 });
    fc.assert(
      fc.property(name, (each) => {
        const plain = each.toLowerCase().replaceAll(/[_-]/g, '');
        const refused = ['cardnumber', 'pan', 'cvv', 'cvc', 'expiry'].includes(plain);
        expect(cardFieldNamed(each) !== undefined).toBe(refused);
      }),
      { numRuns: 2_000 },
    );
  });

  test('a name of 60,000 underscores is read without delay', () => {
    const started = performance.now();
    parse({ [`${'_'.repeat(60_000)}x`]: 1 });
    expect(performance.now() - started).toBeLessThan(200);
  });
});

describe('a value that is a card number', () => {
  test.each(cards)('%s is refused as a customer name and in metadata, however it is spaced', (card) => {
    const spaced = card.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
    for (const value of [card, spaced, spaced.replaceAll(' ', '-'), ` ${card} `, [...card].join('- ')]) {
      expect(() => parse({ customer_name: value })).toThrow(refusal);
      expect(() => parse({ customer_name: value })).toThrow('`customer_name`');
      expect(() => parse({ metadata: { order: 'A-1', note: value } })).toThrow('`metadata.note`');
    }
    expect(() => parse({ metadata: { note: Number(card) } })).toThrow(refusal);
  });

  test.each(cards)('%s is never looked for in a reference or another field', (card) => {
    const body = { client_reference: card, recipient_mobile: card, other: { customer_name: card } };
    expect(parse(body)).toEqual(body);
  });

  test.each([
    '4111111111111112',
    '411111111111111',
    '41111111111111111',
    '2223003122003222',
    '7111111111111111',
    'card 4111111111111111',
    '4111.1111.1111.1111',
    '4111111111111111x',
    '',
    'Fatou Ceesay',
  ])('%j is not one', (value) => {
    const body = { customer_name: value, metadata: { note: value } };
    expect(parse(body)).toEqual(body);
  });

  test('exactly one last digit of ten makes a number valid', () => {
    const start = fc
      .tuple(fc.constantFrom('3', '4', '5', '6'), fc.integer({ min: 13, max: 14 }))
      .chain(([first, length]) =>
        fc
          .string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length })
          .map((rest) => first + rest),
      );
    fc.assert(
      fc.property(start, (digits) => {
        const valid = [...'0123456789'].filter(
          (last) => cardNumberPath({ customer_name: digits + last }) !== undefined,
        );
        expect(valid).toHaveLength(1);
      }),
    );
  });

  test('a metadata key that is too long to be valid is not repeated', () => {
    const key = 'k'.repeat(41);
    expect(cardNumberPath({ metadata: { [key]: cards[0] } })).toBe('metadata');
  });
});

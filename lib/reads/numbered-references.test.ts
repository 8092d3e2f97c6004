import { expect, test } from 'vitest';
import { headsOf, numbered } from '#lib/reads/numbered-references';

test('a number is that of a reference behind every head that references have', () => {
  expect(numbered('1042', ['ORDER-', 'Invoice '])).toEqual(['ORDER-1042', 'Invoice 1042']);
  expect(numbered('#1042/2', ['ORDER-'])).toEqual(['ORDER-1042/2']);
});

test.each(['order 1042', 'Order1042', 'order/1042', 'ORDER #1042', 'ORDER-1042'])('%j is of ORDER-', (q) => {
  expect(numbered(q, ['ORDER-', 'INV-', 'ORDERS-'])).toEqual(['ORDER-1042']);
});

test('with other letters it is that of none', () => {
  expect(numbered('ord 1042', ['ORDER-'])).toEqual([]);
});

test('heads are what stands before the first digit, the ten most frequent ones, and none that is a text', () => {
  expect(headsOf(['INV-1', 'ORDER-1', 'ORDER-22', '7', 'rent', `${'x'.repeat(41)}1`])).toEqual([
    'ORDER-',
    'INV-',
  ]);
  expect(headsOf([])).toEqual([]);
  const many = Array.from('ABCDEFGHIJKL', (letter, at) => Array(12 - at).fill(`${letter}-1`)).flat();
  expect(headsOf(many)).toEqual(Array.from('ABCDEFGHIJ', (letter) => `${letter}-`));
});

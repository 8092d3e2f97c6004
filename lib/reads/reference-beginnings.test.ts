import { expect, test } from 'vitest';
import { beginningsOf, headsOf } from '#lib/reads/reference-beginnings';

test('a number is looked for behind every head that references have, and as it stands', () => {
  expect(beginningsOf('1042', ['ORDER-', 'Invoice '])).toEqual(['1042', 'ORDER-1042', 'Invoice 1042']);
  expect(beginningsOf('#1042/2', ['ORDER-'])).toEqual(['#1042/2', 'ORDER-1042/2']);
});

test.each(['order 1042', 'Order1042', 'order/1042', 'ORDER #1042'])('%j is of ORDER-', (q) => {
  expect(beginningsOf(q, ['ORDER-', 'INV-', 'ORDERS-'])).toEqual([q, 'ORDER-1042']);
});

test('with other letters it is looked for as it stands only', () => {
  expect(beginningsOf('ord 1042', ['ORDER-'])).toEqual(['ord 1042']);
  expect(beginningsOf('ORDER-1042', ['ORDER-'])).toEqual(['ORDER-1042']);
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

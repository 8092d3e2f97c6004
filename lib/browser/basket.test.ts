import { expect, test } from 'vitest';
import { type Basket, changed, linesOf, totalOf } from '#lib/browser/basket';

const items = [
  { id: 'd', name: 'Domoda', price: '75.00' },
  { id: 'j', name: 'Juice', price: '25.50' },
];

const tapped = (...ids: string[]) => ids.reduce<Basket>((basket, id) => changed(basket, id, 1), {});

test('each tap is one more, in the order of the list, and what was typed is added', () => {
  const lines = linesOf(items, tapped('j', 'd', 'd'));
  expect(lines.map(({ name, count, amount }) => [name, count, amount])).toEqual([
    ['Domoda', 2, '150.00'],
    ['Juice', 1, '25.50'],
  ]);
  expect(totalOf(lines, '')).toBe('175.50');
  expect(totalOf(lines, '12.5')).toBe('188.00');
  expect(totalOf([], '12')).toBe('12.00');
});

test('one less is one less, and none is gone; of one there are 999 at most', () => {
  expect(changed(tapped('d', 'd'), 'd', -1)).toEqual({ d: 1 });
  expect(changed(tapped('d'), 'd', -1)).toEqual({});
  expect(changed({}, 'd', -1)).toEqual({});
  expect(changed({ d: 999 }, 'd', 1)).toEqual({ d: 999 });
});

test('what the list has no more is not sold', () => {
  expect(linesOf(items.slice(1), tapped('d', 'j'))).toMatchObject([{ id: 'j' }]);
});

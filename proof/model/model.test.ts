import { expect, test } from 'vitest';
import { compare, copyOf, noBindings } from './compare.ts';
import { any, type Expected } from './expected.ts';
import { choose, worldsAfter } from './explore.ts';
import { commission } from './world.ts';

test('what is not as the model says differs, whatever the form', () => {
  const told: [Expected, unknown][] = [
    [{ amount: '1.00' }, { amount: '1.01' }],
    [{ amount: '1.00' }, { amount: '1.00', more: 1 }],
    [{ amount: '1.00', more: any }, { more: 1 }],
    [
      [1, 2],
      [2, 1],
    ],
    [{ $: 'set', items: [1, 2] }, [2, 2]],
    [{ $: 'oneOf', options: [1, 2] }, 3],
    [{ $: 'maybe', value: 1 }, 2],
    [{ $: 'text' }, ' '],
    [{ $: 'id', name: 'a' }, 'not-an-id'],
  ];
  for (const [expected, actual] of told) expect(compare(expected, actual, noBindings())).not.toEqual([]);
});

test('an identifier is one name’s for ever', () => {
  const bindings = noBindings();
  const [first, second] = ['019aa0f0-0000-7000-8000-000000000001', '019aa0f0-0000-7000-8000-000000000002'];
  expect(compare({ $: 'id', name: 'a' }, first, bindings)).toEqual([]);
  expect(compare({ $: 'id', name: 'a' }, second, copyOf(bindings))).toHaveLength(1);
  expect(compare({ $: 'id', name: 'b' }, first, copyOf(bindings))).toHaveLength(1);
  expect(compare({ $: 'id', name: 'b' }, second, copyOf(bindings))).toEqual([]);
});

test('a disagreement that is known passes and is told; any other differs', () => {
  const bindings = noBindings();
  const expected: Expected = { $: 'known', name: 'refunds-count-as-pending', said: 1, done: 2 };
  expect(compare(expected, 1, bindings)).toEqual([]);
  expect([...bindings.met]).toEqual([]);
  expect(compare(expected, 2, bindings)).toEqual([]);
  expect([...bindings.met]).toEqual(['refunds-count-as-pending']);
  expect(compare(expected, 3, bindings)).toHaveLength(1);
});

test('every world that the documents allow is tried', () => {
  const worlds = worldsAfter({ seen: [] as number[] }, (world) => {
    world.seen.push(choose([1, 2]), choose([3, 4]));
    return world.seen[0] === 1 ? choose(['a', 'b']) : 'c';
  });
  expect(worlds.map(([{ seen }, told]) => [...seen, told].join(''))).toEqual([
    '13a',
    '13b',
    '14a',
    '14b',
    '23c',
    '24c',
  ]);
});

test('the commission of 150 bps is rounded half up to a butut', () => {
  expect([33_33, 33_34, 100, 99, 100_00].map((amount) => commission(amount, 150))).toEqual([
    50, 50, 2, 1, 150,
  ]);
});

import { expect, test } from 'vitest';
import { measure, misses } from './measure.ts';

const sent = (at: number, endedAt: number, status = 200, hasRetryAfter = false) => ({
  ...{ reference: `order-${at}`, at, endedAt, status, hasRetryAfter },
});
const look = (at: number, isWritten = true) => ({ at, endedAt: at + 10, isWritten });
const window = { from: 0, until: 10_000 };
const every = (from: number, until: number) =>
  Array.from({ length: (until - from) / 100 }, (_, index) => from + index * 100);

test('how long nobody could write, and how long Kaira acknowledged nothing, is the longest gap between two', () => {
  const looks = [...every(0, 2_000), ...every(7_000, 10_000)].map((at) => look(at));
  const answers = [...every(0, 2_000), ...every(8_500, 10_000)].map((at) => sent(at, at + 20));
  const refusals = every(2_000, 8_500).map((at) => sent(at, at + 5, 503, true));
  const seen = measure([...answers, ...refusals], looks, window);
  expect(seen.stoodStill).toBeCloseTo(5.1, 1);
  expect(seen.unanswered).toBeCloseTo(6.6, 1);
  expect(seen).toMatchObject({ acknowledged: 35, refused: 65, others: 0 });
  expect(misses(seen, 8)).toEqual([]);
  expect(misses(seen, 5)).toEqual(['nobody could write for 5.1 s']);
});

test('a Kaira that stays away, keeps people waiting or answers something else is missed', () => {
  const looks = every(0, 10_000).map((at) => look(at));
  const late = [...every(0, 2_000), ...every(6_000, 10_000)].map((at) => sent(at, at + 20));
  const found = misses(
    measure([...late, sent(3_000, 8_500, 503, true), sent(3_100, 3_200, 500)], looks, window),
    8,
  );
  expect(found.join()).toMatch(/back 4\.0 s after.*waited 5\.5 s.*1 answers/);
  expect(misses(measure([], looks, window), 8).join()).toContain('nothing was acknowledged');
});

test('what was cut short at the end of the time counts as a gap', () => {
  const seen = measure([sent(0, 10)], [look(0), look(100, false)], window);
  expect(seen.stoodStill).toBeCloseTo(9.99, 2);
});

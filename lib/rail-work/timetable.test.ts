import { expect, test } from 'vitest';
import { nextOf, timetable } from '#lib/rail-work/timetable';

const now = new Date('2026-11-23T12:00:00Z');
const secondsTo = (next: { runAt: Date }[]) =>
  next.map(({ runAt }) => (runAt.getTime() - now.getTime()) / 1_000);

test('a payout in doubt that is sent again by each look at it is looked at ever more seldom', () => {
  const ladder = timetable.send.next.unknown?.seconds ?? [];
  const told = ladder.map((_, turn) => secondsTo(nextOf('send', 'unknown', turn + 1, now, 'look_up'))[0]);
  expect(told).toEqual(ladder);
  expect(secondsTo(nextOf('send', 'unknown', 99, now, 'look_up'))).toEqual([86_400]);
});

test('a ladder begins anew where another operation follows', () => {
  expect(nextOf('send', 'unknown', 5, now)).toMatchObject([{ kind: 'look_up' }]);
  expect(secondsTo(nextOf('send', 'unknown', 5, now))).toEqual([15]);
  expect(secondsTo(nextOf('send', 'not_sent', 5, now))).toEqual([60]);
});

test('what nobody does again has no next', () => {
  expect(nextOf('charge', 'unknown', 1, now)).toEqual([]);
});

import { expect, test } from 'vitest';
import { nextRun, periodOf } from './schedule.ts';

const at = (text: string) => new Date(`${text}Z`);
const next = (schedule: Parameters<typeof nextRun>[0], now: string) =>
  nextRun(schedule, at(now)).toISOString().slice(0, 16);
const daily = { every: 'day', weekday: null } as const;
const hourly = { every: 'balance', weekday: null } as const;

test('every day at six, the same day before it and the next one from then on', () => {
  expect(next(daily, '2026-03-31T05:59:59.999')).toBe('2026-03-31T06:00');
  expect(next(daily, '2026-03-31T06:00:00.000')).toBe('2026-04-01T06:00');
});

test('every week on its day, over the end of a year and through a leap day', () => {
  const monday = { every: 'week', weekday: 1 } as const;
  const sunday = { every: 'week', weekday: 7 } as const;
  expect(next(monday, '2026-12-30T12:00:00.000')).toBe('2027-01-04T06:00');
  expect(next(sunday, '2028-02-28T12:00:00.000')).toBe('2028-03-05T06:00');
  expect(next(monday, '2027-01-04T06:00:00.000')).toBe('2027-01-11T06:00');
});

test('by the balance at the next full hour', () => {
  expect(next(hourly, '2026-03-31T23:00:00.000')).toBe('2026-04-01T00:00');
});

test('two turns never have one name, and one turn has one name whenever it is worked', () => {
  const turns = Array.from(
    { length: 400 },
    (_, hour) => new Date(at('2026-12-20T00:00:00').getTime() + hour * 3_600_000),
  );
  expect(new Set(turns.map((turn) => periodOf(hourly, turn))).size).toBe(400);
  expect(periodOf(daily, at('2026-03-31T06:00:00'))).toBe('day:2026-03-31');
  // A daily and an hourly turn of the same morning are two.
  expect(periodOf(daily, at('2026-03-31T06:00:00'))).not.toBe(periodOf(hourly, at('2026-03-31T06:00:00')));
});

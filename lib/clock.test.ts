import { expect, test } from 'vitest';
import { banjulDay, systemClock, toIso } from './clock.ts';

test('a Banjul day is the day that the tz database gives for Africa/Banjul, whatever the season', () => {
  const inBanjul = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Banjul', dateStyle: 'short' });
  for (let month = 0; month < 12; month++) {
    for (const edge of [Date.UTC(2026, month, 1), Date.UTC(2026, month, 1) - 1]) {
      expect(banjulDay(new Date(edge))).toBe(inBanjul.format(edge));
    }
  }
});

test('timestamps carry milliseconds and Z', () => {
  expect(toIso(new Date(Date.UTC(2026, 10, 20, 9, 5)))).toBe('2026-11-20T09:05:00.000Z');
});

test('the system clock moves with the system', () => {
  const before = Date.now();
  expect(systemClock().getTime()).toBeGreaterThanOrEqual(before);
});

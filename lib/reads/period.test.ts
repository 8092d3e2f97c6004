import { expect, test } from 'vitest';
import { periods, spanOf, withPeriod } from '#lib/reads/period';

const now = new Date('2026-03-01T23:59:59Z');

test.each([
  ['today', '2026-03-01', '2026-03-02'],
  ['yesterday', '2026-02-28', '2026-03-01'],
  ['last_7_days', '2026-02-23', '2026-03-02'],
  ['last_30_days', '2026-01-31', '2026-03-02'],
  ['this_month', '2026-03-01', '2026-04-01'],
  ['last_month', '2026-02-01', '2026-03-01'],
] as const)('%s is whole days of Banjul', (period, from, to) => {
  const midnight = (day: string) => new Date(`${day}T00:00:00Z`);
  expect(spanOf(period, now)).toEqual({ from: midnight(from), to: midnight(to) });
});

test('a month of January is followed by the one of the year before', () => {
  expect(spanOf('last_month', new Date('2026-01-31T12:00:00Z'))).toEqual({
    from: new Date('2025-12-01T00:00:00Z'),
    to: new Date('2026-01-01T00:00:00Z'),
  });
});

test('days that are named go before a period', () => {
  const from = new Date('2026-01-05T00:00:00Z');
  for (const period of periods) expect(withPeriod({ period, from }, now)).toEqual({ period, from });
  expect(withPeriod({}, now)).toEqual({});
  expect(withPeriod({ period: 'today' as const }, now)).toMatchObject(spanOf('today', now));
});

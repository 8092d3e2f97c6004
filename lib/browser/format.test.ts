import { afterEach, expect, test } from 'vitest';
import { typedBututs } from '#lib/browser/amounts';
import {
  compact,
  day,
  difference,
  exactTime,
  fileSize,
  longDay,
  mobile,
  money,
  moneyIn,
  month,
  percent,
  relativeTime,
  shortDay,
  took,
  whole,
} from '#lib/browser/format';
import { shared } from '#lib/browser/language/fr/shared';
import { speak } from '#lib/browser/language/words';

afterEach(() => {
  delete (globalThis as { kairaSpoken?: unknown }).kairaSpoken;
});

test('a difference bears its sign, and none where there is none', () => {
  expect(['1234.50', '-1234.50', '0.00'].map(difference)).toEqual([
    '+GMD 1,234.50',
    '−GMD 1,234.50',
    'GMD 0.00',
  ]);
});

test('an amount in another currency is not called dalasi', () => {
  expect(moneyIn('XOF', '15100.00')).toBe('XOF 15,100.00');
});

test('a share in per cent has no digit too many', () => {
  expect([0, 5, 100, 150, 1000, 1025].map(percent)).toEqual([
    '0 %',
    '0.05 %',
    '1 %',
    '1.5 %',
    '10 %',
    '10.25 %',
  ]);
});

test('a scale has short figures and days', () => {
  // Releases of ICU write `k` one way or the other.
  expect([compact(950), compact(1_200).toUpperCase()]).toEqual(['950', '1.2K']);
  expect([shortDay('2026-11-07'), month('2026-11-01')]).toEqual(['7 Nov', 'November 2026']);
});

test('a whole number is grouped, and a time has the unit that fits', () => {
  expect(whole(1_234_567)).toBe('1,234,567');
  expect([0, 999, 1_240].map(took)).toEqual(['0 ms', '999 ms', '1.2 s']);
});

test('a number is read in groups, in either length, and what is none stays as it is', () => {
  expect(['+2207012345', '+220877012345', '701', ''].map(mobile)).toEqual([
    '+220 701 2345',
    '+220 87 701 2345',
    '701',
    '',
  ]);
});

const nine = Date.parse('2026-11-28T09:00:00Z');
const since = (iso: string) => relativeTime(iso, nine);

test('a day ago is a day of the calendar, not 24 hours', () => {
  expect(
    ['27T23:59:59', '27T00:00:00', '26T23:59:59', '26T21:00:00'].map((at) => since(`2026-11-${at}Z`)),
  ).toEqual(['yesterday', 'yesterday', '2 days ago', '2 days ago']);
  expect(['23T08:00:00', '22T23:00:00', '21T23:59:59'].map((at) => since(`2026-11-${at}Z`))).toEqual([
    '5 days ago',
    '6 days ago',
    '21 Nov 2026',
  ]);
  expect(
    ['29T00:00:00', '29T23:00:00', '30T09:00:00', '04T09:00:00'].map((at, place) =>
      since(`2026-1${place === 3 ? 2 : 1}-${at}Z`),
    ),
  ).toEqual(['tomorrow', 'tomorrow', 'in 2 days', 'in 6 days']);
});

test('a time of the same day is told in hours, and so is one of a few hours beyond midnight', () => {
  expect(['28T00:00:00', '28T23:59:59'].map((at) => since(`2026-11-${at}Z`))).toEqual([
    '9 hours ago',
    'in 15 hours',
  ]);
  const one = Date.parse('2026-11-28T01:00:00Z');
  const past = (hours: number) => relativeTime(new Date(one - hours * 3_600_000).toISOString(), one);
  expect([2, 5.9, 6, 24].map(past)).toEqual(['2 hours ago', '5 hours ago', 'yesterday', 'yesterday']);
});

test('what was made a moment ago for 72 hours ends in 3 days, and a time past is never told too long', () => {
  const after = (seconds: number) => relativeTime(new Date(nine + seconds * 1_000).toISOString(), nine);
  expect([72 * 3_600 - 1, 60 * 3_600, 3_599, 24 * 3_600 - 1].map(after)).toEqual([
    'in 3 days',
    'in 2 days',
    'in 1 hour',
    'tomorrow',
  ]);
  expect([-119, -3_599, -3_600].map(after)).toEqual(['1 minute ago', '59 minutes ago', '1 hour ago']);
});

test('below a minute no second is counted, which would be wrong a moment later', () => {
  const after = (seconds: number) => relativeTime(new Date(nine + seconds * 1_000).toISOString(), nine);
  expect([0, -1, -59, 1, 50, -60, 60].map(after)).toEqual([
    'just now',
    'just now',
    'just now',
    'in a moment',
    'in a moment',
    '1 minute ago',
    'in 1 minute',
  ]);
});

test('on a French page a figure, an amount, a day and a time are written as in French', () => {
  speak('fr', [shared], {});
  expect(money('1234567.80')).toBe('1\u00a0234\u00a0567,80\u00a0GMD');
  expect(difference('-5.00')).toBe('−5,00\u00a0GMD');
  expect([whole(1_234_567), percent(150), took(1_240)]).toEqual(['1\u00a0234\u00a0567', '1,5 %', '1,2 s']);
  expect([1_500, 3_000_000].map(fileSize)).toEqual(['1\u00a0Ko', '2,9\u00a0Mo']);
  expect(day('2026-11-27')).toBe('27 nov. 2026');
  expect(longDay('2026-11-27')).toBe('27 novembre 2026');
  expect([shortDay('2026-11-07'), month('2026-11-01')]).toEqual(['7 nov.', 'novembre 2026']);
  expect([compact(950), compact(1_200)]).toEqual(['950', '1,2\u00a0k']);
  expect(exactTime('2026-11-27T14:03:09Z')).toBe('27 nov. 2026, 14:03:09');
  const now = Date.parse('2026-11-27T05:00:00Z');
  expect(relativeTime('2026-11-27T04:57:00Z', now)).toBe('il y a 3 minutes');
  expect(
    ['26T21:00:00', '25T21:00:00', '27T04:59:30', '27T05:00:30'].map((at) =>
      relativeTime(`2026-11-${at}Z`, now),
    ),
  ).toEqual(['hier', 'avant-hier', 'à l’instant', 'dans un instant']);
});

test('what a French page writes can be typed there again, and a decimal comma nowhere else', () => {
  expect(typedBututs('1500,50')).toBeUndefined();
  speak('fr', [], {});
  expect(['1 234,50', '1\u00a0234,50', '1500,5', '1500.50', '1,500', '0,50'].map(typedBututs)).toEqual([
    123_450, 123_450, 150_050, 150_050, 150_000, 50,
  ]);
  expect(['1,500,00', '1,50,00', ',50', '15 00,50'].map(typedBututs)).toEqual(Array(4).fill(undefined));
});

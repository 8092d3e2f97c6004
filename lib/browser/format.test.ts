import { expect, test } from 'vitest';
import { difference, mobile, moneyIn, percent, relativeTime, took, whole } from '#lib/browser/format';

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

test('what was made a moment ago for 72 hours ends in 3 days, and a time past is never told too long', () => {
  const now = Date.parse('2026-11-27T05:00:00Z');
  const after = (seconds: number) => relativeTime(new Date(now + seconds * 1_000).toISOString(), now);
  expect([72 * 3_600 - 1, 60 * 3_600, 3_599, 24 * 3_600 - 1].map(after)).toEqual([
    'in 3 days',
    'in 2 days',
    'in 1 hour',
    'tomorrow',
  ]);
  expect([-119, -47 * 3_600].map(after)).toEqual(['1 minute ago', 'yesterday']);
});

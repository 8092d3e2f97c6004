import { expect, test } from 'vitest';
import { closableFrom } from '#lib/ledger/list-periods';
import { banjulDayAfter, endOf, isSettled, lastDayOf, monthAfter } from '#lib/ledger/periods';
import { lineOf } from '#lib/ledger/profit-and-loss';
import { differencesOf } from '#lib/ledger/trial-balance';

test('a month ends with its own last day, in leap years too, and leads to the next', () => {
  expect(['2026-01', '2026-02', '2028-02', '2026-04', '2026-12'].map(lastDayOf)).toEqual([
    '2026-01-31',
    '2026-02-28',
    '2028-02-29',
    '2026-04-30',
    '2026-12-31',
  ]);
  expect(['2026-01', '2026-11', '2026-12'].map(monthAfter)).toEqual(['2026-02', '2026-12', '2027-01']);
  expect(banjulDayAfter('2026-12-31')).toBe('2027-01-01');
});

test('a day is over with its last millisecond, and settled a day after that', () => {
  expect(endOf('2026-10-31').toISOString()).toBe('2026-11-01T00:00:00.000Z');
  expect(isSettled('2026-10-31', new Date('2026-11-01T23:59:59.999Z'))).toBe(false);
  expect(isSettled('2026-10-31', new Date('2026-11-02T00:00:00.000Z'))).toBe(true);
});

test('the months that can be closed are those that are over for a day, from the first that is open', () => {
  const at = (time: string) => closableFrom('2026-08', new Date(time));
  expect(at('2026-11-01T23:59:59Z')).toEqual(['2026-08', '2026-09']);
  expect(at('2026-11-02T00:00:00Z')).toEqual(['2026-08', '2026-09', '2026-10']);
  expect(closableFrom('2026-11', new Date('2026-11-20T00:00:00Z'))).toEqual([]);
  expect(closableFrom(null, new Date())).toEqual([]);
});

test('each movement of income or expense has its line; a kind or an account that is new has one as well', () => {
  expect(lineOf('commission', 'collection_settled', true)).toBe('commission_earned');
  expect(lineOf('commission', 'some_refund', false)).toBe('commission_returned');
  expect(lineOf('losses', 'adjustment', false)).toBe('adjustments');
  expect(lineOf('losses', 'write_off', false)).toBe('losses');
  expect(lineOf('rail_fees:PROVIDER_A', 'collection_settled', false)).toBe('rail_fees');
  expect(lineOf('interest', 'anything', true)).toBe('other');
});

test('an account that is other than kept, gone or new is a difference, and the house’s is told from the clients’', () => {
  const line = (account: string, debit: string, credit: string, is_house = false) => ({
    ...{ account, is_house, debit, credit },
  });
  const kept = [line('available', '5', '9'), line('losses', '1', '0', true), line('held', '2', '2')];
  expect(differencesOf(kept, kept)).toEqual([]);
  // A debit and a credit more of one account leave its balance as it was.
  const books = [line('available', '6', '10'), line('losses', '1', '0'), line('held', '2', '2')];
  expect(differencesOf(books, kept)).toEqual(['available', 'losses of the house', 'losses']);
});

import { expect, test } from 'vitest';
import { refundedText, wayAhead, wayOf } from './refund-words.ts';

const ways = {
  all: { method: 'reversal', why_not: null },
  part: { method: null, why_not: 'no_customer_mobile' },
} as const;
const check = {
  refundable_amount: '1000.00',
  available: '0.00',
  float: null,
  approval_above: null,
  returns_commission: false,
  takes_number: false,
  ways,
};

test('all that is left goes its own way however it is typed, and any other amount goes as a part', () => {
  for (const all of ['1000', '1000.0', '1000.00']) expect(wayOf(check, all).way).toBe(ways.all);
  for (const part of ['999.99', '0.01', '1000.01']) expect(wayOf(check, part).way).toBe(ways.part);
  for (const none of ['', 'ten', '1,50']) expect(wayOf(check, none).way).toBeUndefined();
  expect(wayOf({ ...check, ways: null }, '1000').way).toBeUndefined();
});

test('where only the number is missing it is asked for, and the money then goes as a payout', () => {
  const asking = { ...check, takes_number: true };
  expect(wayOf(asking, '999.99')).toEqual({ way: { method: 'payout', why_not: null }, asksNumber: true });
  expect(wayOf(asking, '1000')).toEqual({ way: ways.all, asksNumber: false });
  const off = { method: null, why_not: 'payouts_switched_off' } as const;
  expect(wayOf({ ...asking, ways: { all: off, part: off } }, '1')).toEqual({ way: off, asksNumber: false });
});

test('the way of a payout names the number that it goes to', () => {
  expect(wayAhead('payout', 'PROVIDER_A', '+2207012345')).toContain('+220 701 2345');
  expect(wayAhead('reversal', 'PROVIDER_W', '+2207012345')).not.toContain('701');
});

test('what is on its way is not said to be refunded', () => {
  const amounts = { refunded_amount: '40.00', under_way_amount: '0.00' };
  expect(refundedText(amounts, '1000.00')).toBe('Refunded GMD 40.00 of GMD 1,000.00');
  expect(refundedText({ ...amounts, under_way_amount: '5.00' }, '1000.00')).toBe(
    'Refunded GMD 40.00 of GMD 1,000.00; GMD 5.00 is on its way',
  );
});

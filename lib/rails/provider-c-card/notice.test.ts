import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readNotice } from '#lib/rails/provider-c-card/notice';

const now = new Date('2026-11-20T10:05:00Z');
const order = {
  id: 'id-1',
  status: 'CAPTURED',
  result: 'SUCCESS',
  amount: '150.00',
  currency: 'GMD',
  totalCapturedAmount: '150.00',
  response: { gatewayCode: 'APPROVED' },
};

describe('a notice', () => {
  test('of a captured order tells what was captured', () => {
    expect(receive({ order })).toEqual({
      dedupeId: 'N-1',
      of: 'collection',
      state: 'SUCCEEDED',
      railReference: 'id-1',
      reference: 'id-1',
      amountBututs: 150_00n,
      currency: 'GMD',
    });
    expect(receive({ order: { ...order, totalCapturedAmount: '15.00' } })).toMatchObject({
      amountBututs: 15_00n,
    });
  });

  test('of a failed try is no end, and tells why', () => {
    const failed = { ...order, status: 'FAILED', result: 'FAILURE', totalCapturedAmount: '0.00' };
    expect(receive({ order: { ...failed, response: { gatewayCode: 'INSUFFICIENT_FUNDS' } } })).toMatchObject({
      state: 'PENDING',
      amountBututs: 150_00n,
      failure: { code: 'INSUFFICIENT_FUNDS' },
    });
    expect(receive({ order: { ...failed, response: { gatewayCode: 'SOMETHING_ELSE' } } })).toMatchObject({
      failure: { code: 'PROVIDER_ERROR' },
    });
    expect(receive({ order: { ...failed, status: 'CANCELLED' } })).toMatchObject({ state: 'PENDING' });
    expect(receive({ order: { ...order, result: 'PENDING' } })).toMatchObject({ state: 'PENDING' });
    expect(receive({ order: { ...order, status: 'SETTLED' } })).toMatchObject({ state: 'PENDING' });
  });

  test('that is signed but not in its form is unreadable', () => {
    expect(receive('{')).toBe('unreadable');
    expect(receive({ order: { ...order, amount: 150 } })).toBe('unreadable');
    expect(receive({ order }, { id: '' })).toBe('unreadable');
  });
});

test('a signature is by one of the secrets, over the time and these very bytes, and holds five minutes', () => {
  expect(receive({ order }, { secret: 'old-secret' })).toMatchObject({ state: 'SUCCEEDED' });
  expect(receive({ order }, { secret: 'forged' })).toBe('bad_signature');
  expect(receive({ order }, { offset: -300 })).toMatchObject({ state: 'SUCCEEDED' });
  expect(receive({ order }, { offset: -301 })).toBe('stale');
  expect(receive({ order }, { offset: 301 })).toBe('stale');
  for (const time of ['1790000000.5', '-1', '1e9', ' '])
    expect(receive({ order }, { time })).toBe('bad_signature');
  const headers = new Headers({ 'x-notification-id': 'N-1', 'x-notification-timestamp': 'yesterday' });
  expect(readNotice(Buffer.from('{}'), headers, now, ['new-secret'])).toBe('bad_signature');
});

function receive(notice: unknown, { secret = 'new-secret', offset = 0, id = 'N-1', time = '' } = {}) {
  const body = typeof notice === 'string' ? notice : JSON.stringify(notice);
  const timestamp = time || String(now.getTime() / 1_000 + offset);
  const headers = new Headers({
    'x-notification-id': id,
    'x-notification-attempt': '1',
    'x-notification-timestamp': timestamp,
    'x-notification-signature': createHmac('sha512', secret).update(`${timestamp}.${body}`).digest('hex'),
  });
  return readNotice(Buffer.from(body), headers, now, ['new-secret', 'old-secret']);
}

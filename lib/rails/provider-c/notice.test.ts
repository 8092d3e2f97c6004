import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readNotice } from '#lib/rails/provider-c/notice';

const intent = {
  id: 'in_1',
  status: 'successful',
  amount: '150.00',
  currency: 'GMD',
  expires_at: '2026-11-20T10:30:00.000Z',
  metadata: { reference: 'id-1' },
  transaction_reference: 'TX1',
  failure_reason: null,
};
const transfer = {
  transfer_reference: 'TRF1',
  status: 'reversed',
  amount: '150.00',
  currency: 'GMD',
  metadata: { reference: 'id-1' },
  failure_reason: null,
};
const succeeded = { id: 'evt_1', event: 'charge.succeeded', payload: intent };

describe('a notice', () => {
  test('of a paid intent tells its facts', () => {
    expect(receive(succeeded)).toEqual({
      dedupeId: 'evt_1',
      of: 'collection',
      state: 'SUCCEEDED',
      railReference: 'in_1',
      reference: 'id-1',
      amountBututs: 150_00n,
      currency: 'GMD',
      paymentReference: 'TX1',
    });
  });

  test.each([
    ['charge.failed', { status: 'failed', failure_reason: 'Account blocked' }, 'FAILED'],
    ['charge.cancelled', { status: 'cancelled' }, 'CANCELLED'],
    ['charge.expired', { status: 'cancelled', failure_reason: 'Expired' }, 'EXPIRED'],
    ['charge.succeeded', { status: 'processing' }, 'PENDING'],
    ['charge.failed', { status: 'successful' }, 'PENDING'],
    ['charge.expired', { status: 'successful' }, 'PENDING'],
  ])('%s with %o', (event, changes, state) => {
    expect(receive({ id: 'evt_1', event, payload: { ...intent, ...changes } })).toMatchObject({ state });
  });

  test.each([
    ['transfer.succeeded', 'completed', 'SUCCEEDED'],
    ['transfer.failed', 'failed', 'FAILED'],
    ['transfer.reversed', 'reversed', 'REVERSED'],
    ['transfer.reversed', 'completed', 'PENDING'],
  ])('%s of a transfer that is %s', (event, status, state) => {
    expect(receive({ id: 'evt_1', event, payload: { ...transfer, status } })).toMatchObject({
      of: 'payout',
      state,
      railReference: 'TRF1',
    });
  });

  test('of another event is about nothing of ours', () => {
    expect(receive({ id: 'evt_1', event: 'charge.updated', payload: {} })).toEqual({
      ...{ dedupeId: 'evt_1', of: 'none', state: 'PENDING' },
      ...{ railReference: null, reference: null, amountBututs: null, currency: null },
    });
    expect(receive({ id: 'evt_1', event: 'constructor', payload: {} })).toMatchObject({ of: 'none' });
  });

  test('without an id is told from others by its bytes', () => {
    const { id: _, ...withoutId } = succeeded;
    const first = receive(withoutId);
    expect(first).toMatchObject({ dedupeId: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(receive(withoutId)).toEqual(first);
    expect(receive({ ...withoutId, attempt: 2 })).not.toEqual(first);
  });

  test('that is signed but not in its form is unreadable', () => {
    expect(receive('[')).toBe('unreadable');
    expect(receive({ id: 'evt_1', event: 'transfer.succeeded', payload: { ...transfer, amount: 150 } })).toBe(
      'unreadable',
    );
    expect(receive({ id: 'evt_1', event: 'charge.succeeded', payload: { ...intent, amount: 150 } })).toBe(
      'unreadable',
    );
  });
});

test('a signature is by one of the secrets, over these very bytes', () => {
  expect(receive(succeeded, 'old-secret')).toMatchObject({ state: 'SUCCEEDED' });
  expect(receive(succeeded, 'forged')).toBe('bad_signature');
  const body = JSON.stringify(succeeded);
  const signature = sign(body, 'new-secret');
  expect(read(body, signature.toUpperCase())).toMatchObject({ state: 'SUCCEEDED' });
  expect(read(body.replace('150.00', '1500.00'), signature)).toBe('bad_signature');
  expect(read(body, '')).toBe('bad_signature');
  expect(read(body, signature.slice(0, -2))).toBe('bad_signature');
});

function receive(notice: unknown, secret = 'new-secret') {
  const body = typeof notice === 'string' ? notice : JSON.stringify(notice);
  return read(body, sign(body, secret));
}

function read(body: string, signature: string) {
  const headers = new Headers({ 'x-modem-signature': signature });
  return readNotice(Buffer.from(body), headers, ['new-secret', 'old-secret']);
}

function sign(body: string, secret: string): string {
  return createHmac('sha512', secret).update(body).digest('hex');
}

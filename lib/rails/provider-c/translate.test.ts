import { describe, expect, test } from 'vitest';
import * as translate from '#lib/rails/provider-c/translate';
import type { RailCollection } from '#lib/rails/rail';

const collection = { id: 'id-1', amountBututs: 150_00n } as RailCollection;
const intent = {
  id: 'in_1',
  intent_secret: 'secret_1',
  payment_link: 'https://pay.example/in_1',
  amount: '150.00',
  currency: 'GMD',
  status: 'requires_payment_method',
  expires_at: '2026-11-20T10:30:00.000Z',
  metadata: { reference: 'id-1' },
  transaction_reference: null,
  failure_reason: null,
};
const transfer = {
  id: 'tr_1',
  transfer_reference: 'TRF1',
  status: 'completed',
  amount: '150.00',
  fee: '1.00',
  currency: 'GMD',
  metadata: { reference: 'id-1' },
  failure_reason: null,
  balance_before: '500.00',
  balance_after: '349.00',
};

describe('an intent', () => {
  test('that was opened sends the customer to its link, and keeps its secret', () => {
    expect(translate.translateStart(ok(wrapped(intent)), collection)).toEqual({
      kind: 'done',
      value: {
        railReference: 'in_1',
        step: { type: 'redirect', url: 'https://pay.example/in_1' },
        expiresAt: new Date('2026-11-20T10:30:00Z'),
        decidedAt: null,
        railState: 'secret_1',
      },
    });
  });

  test('that is about something else, or is none, opens nothing', () => {
    for (const json of [
      wrapped({ ...intent, amount: '15.00' }),
      wrapped({ ...intent, metadata: { reference: 'id-2' } }),
      wrapped({ ...intent, intent_secret: undefined }),
      wrapped({ ...intent, payment_link: 'javascript:alert(1)' }),
      { status: false, data: intent },
      intent,
    ]) {
      expect(translate.translateStart(ok(json), collection)).toMatchObject({ kind: 'unknown' });
    }
  });

  test('that is refused says why, and a key that is refused has opened nothing', () => {
    expect(translate.translateStart(error(400, 'Account blocked'), collection)).toMatchObject({
      kind: 'refused',
      failure: { code: 'ACCOUNT_BLOCKED' },
    });
    const turnedAway = { kind: 'not_sent', why: 'the rail refused our credentials (401: Invalid key)' };
    const answer = error(401, 'Invalid key');
    expect(translate.translateStart(answer, collection)).toEqual(turnedAway);
    expect(translate.translateIntent(answer)).toEqual(turnedAway);
    expect(translate.translateClose(answer, new Date())).toEqual(turnedAway);
  });

  test.each([
    ['successful', null, { state: 'SUCCEEDED' }],
    ['failed', 'Insufficient funds', { state: 'FAILED', failure: { code: 'INSUFFICIENT_FUNDS' } }],
    ['failed', 'Something else', { state: 'FAILED', failure: { code: 'PROVIDER_ERROR' } }],
    ['failed', null, { state: 'FAILED', failure: { code: 'PROVIDER_ERROR' } }],
    ['cancelled', null, { state: 'CANCELLED' }],
    ['cancelled', 'Expired', { state: 'EXPIRED' }],
    ['initialized', null, { state: 'PENDING' }],
    ['processing', null, { state: 'PENDING' }],
    ['requires_payment_method', 'Insufficient funds', { state: 'PENDING' }],
    ['Successful', null, { state: 'PENDING' }],
    ['abandoned', null, { state: 'PENDING' }],
  ])('that is %s for %s', (status, failure_reason, news) => {
    expect(translate.translateIntent(ok(wrapped({ ...intent, status, failure_reason })))).toMatchObject({
      kind: 'done',
      value: { news, railReference: 'in_1', reference: 'id-1', amountBututs: 150_00n, currency: 'GMD' },
    });
  });

  test('that does not say whose it is, or by which movement it was paid, says so', () => {
    const { metadata: _, transaction_reference: __, ...bare } = intent;
    expect(translate.translateIntent(ok(wrapped(bare)))).toMatchObject({
      value: { reference: null, paymentReference: null },
    });
  });

  test('is absent only where the rail says so in its own form', () => {
    expect(translate.translateIntent(error(404, 'Payment intent not found'))).toMatchObject({
      value: 'absent',
    });
    expect(translate.translateIntent({ status: 404, json: undefined })).toMatchObject({ kind: 'unknown' });
    expect(
      translate.translateIntent({ status: 404, json: { message: 'No', statusCode: 500 } }),
    ).toMatchObject({
      kind: 'unknown',
    });
    expect(translate.translateProbe(error(404, 'Payment intent not found'))).toMatchObject({ value: 'up' });
    expect(translate.translateProbe({ status: 502, json: undefined })).toMatchObject({ kind: 'unknown' });
  });

  test('is closed once it is final, or once its link has ended with nobody at it', () => {
    const before = new Date('2026-11-20T10:29:59Z');
    const after = new Date('2026-11-20T10:30:00Z');
    const close = (status: string, now: Date, failure_reason: string | null = null) =>
      translate.translateClose(ok(wrapped({ ...intent, status, failure_reason })), now);
    expect(close('successful', before)).toMatchObject({ value: 'already_paid' });
    expect(close('failed', before)).toMatchObject({ value: 'closed' });
    expect(close('cancelled', after, 'Expired')).toMatchObject({ value: 'closed' });
    expect(close('requires_payment_method', before)).toMatchObject({ value: 'still_open' });
    expect(close('requires_payment_method', after)).toMatchObject({ value: 'closed' });
    expect(close('processing', before)).toMatchObject({ value: 'still_open' });
    expect(close('processing', after)).toMatchObject({ kind: 'unknown' });
    expect(close('a word of next year', after)).toMatchObject({ kind: 'unknown' });
    expect(translate.translateClose(error(404, 'Payment intent not found'), after)).toMatchObject({
      kind: 'unknown',
    });
  });
});

describe('a transfer', () => {
  test.each([
    ['completed', 'SUCCEEDED'],
    ['reversed', 'REVERSED'],
    ['failed', 'FAILED'],
    ['cancelled', 'FAILED'],
    ['pending', 'PENDING'],
    ['flagged', 'PENDING'],
  ])('that is %s is %s', (status, state) => {
    expect(translate.translateSend(ok({ ...transfer, status }))).toMatchObject({
      kind: 'done',
      value: { news: { state }, railReference: 'TRF1', reference: 'id-1', amountBututs: 150_00n },
    });
  });

  test.each([
    ['Recipient not found', 'RECIPIENT_NOT_FOUND'],
    ['Recipient inactive', 'RECIPIENT_INACTIVE'],
    ['Account blocked', 'ACCOUNT_BLOCKED'],
    ['Limit exceeded', 'LIMIT_REACHED'],
    ['Another reason', 'PROVIDER_ERROR'],
  ])('that is refused with "%s" is told as %s', (message, code) => {
    for (const status of [400, 422]) {
      expect(translate.translateSend(error(status, message))).toMatchObject({
        kind: 'refused',
        failure: { code },
        why: message,
      });
    }
  });

  test('that is refused in words with somebody’s data does not repeat them', () => {
    expect(translate.translateSend(error(400, 'No wallet for +2207012345'))).toMatchObject({
      kind: 'refused',
      why: 'in words that are not shown',
    });
  });

  test.each(['Duplicate reference', 'Transfer already exists', 'Idempotency key was used'])(
    'that the rail has already (%s) is not refused',
    (message) => {
      expect(translate.translateSend(error(400, message))).toMatchObject({ kind: 'unknown' });
    },
  );

  test('for which our wallet is short is no failure', () => {
    expect(translate.translateSend(error(400, 'Insufficient balance'))).toMatchObject({
      value: 'float_short',
    });
    expect(translate.translateSend(error(500, 'Insufficient balance'))).toMatchObject({ kind: 'unknown' });
  });

  test('is unknown after every answer whose meaning is in doubt', () => {
    for (const answer of [
      error(404, 'Recipient not found'),
      error(409, 'Recipient not found'),
      error(429, 'Too many requests'),
      error(500, 'Recipient not found'),
      { status: 400, json: undefined },
      { status: 400, json: { message: 'Recipient not found' } },
      { status: 400, json: { message: 'Recipient not found', statusCode: 500 } },
      { status: 200, json: undefined },
      { status: 202, json: transfer },
    ]) {
      expect(translate.translateSend(answer)).toMatchObject({ kind: 'unknown' });
    }
    expect(translate.translateSend(error(401, 'Invalid key'))).toMatchObject({ kind: 'unknown' });
  });

  test('is looked up by its own reference', () => {
    expect(translate.translateTransfer(ok(transfer))).toMatchObject({
      value: { news: { state: 'SUCCEEDED' } },
    });
    expect(translate.translateTransfer(error(404, 'Transfer not found'))).toMatchObject({ value: 'absent' });
    expect(translate.translateTransfer(error(400, 'Recipient not found'))).toMatchObject({ kind: 'unknown' });
  });
});

function ok(json: unknown) {
  return { status: 200, json };
}

function wrapped(data: unknown) {
  return { status: true, data };
}

function error(statusCode: number, message: string) {
  return { status: statusCode, json: { message, statusCode } };
}

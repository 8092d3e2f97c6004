import { describe, expect, test } from 'vitest';
import * as translate from '#lib/rails/provider-c-card/translate';
import type { RailCollection } from '#lib/rails/rail';

const expiresAt = new Date('2026-11-20T10:30:00Z');
const before = new Date('2026-11-20T10:29:59Z');
const collection = { id: 'id-1', amountBututs: 150_00n, expiresAt } as RailCollection;
const order = {
  id: 'id-1',
  status: 'CAPTURED',
  result: 'SUCCESS',
  amount: '150.00',
  currency: 'GMD',
  totalCapturedAmount: '150.00',
  response: { gatewayCode: 'APPROVED' },
  sourceOfFunds: { brand: 'VISA', last4: '1111' },
};

test('a session leads to the acquirer’s page, or the request is refused', () => {
  const json = { result: 'SUCCESS', session: { id: 'SESSION0001', version: '1' }, successIndicator: 'x' };
  for (const status of [200, 201]) {
    expect(translate.translateStart({ status, json })).toEqual({
      kind: 'done',
      value: { sessionId: 'SESSION0001' },
    });
  }
  expect(translate.translateStart(error('INVALID_REQUEST', 'Bad amount'))).toMatchObject({ kind: 'refused' });
  expect(translate.translateStart(error('SERVER_BUSY', ''))).toMatchObject({ kind: 'unknown' });
  expect(translate.translateStart({ status: 200, json: { ...json, result: 'PENDING' } })).toMatchObject({
    kind: 'unknown',
  });
  expect(translate.translateStart({ status: 401, json: undefined })).toMatchObject({ kind: 'unknown' });
});

describe('the check at the end', () => {
  test('finds a captured order paid', () => {
    expect(close(order)).toMatchObject({ value: 'already_paid' });
    expect(close(order, before)).toMatchObject({ value: 'already_paid' });
  });

  test('is unknown where the order is another one, or its words do not fit', () => {
    for (const changes of [{ id: 'id-2' }, { result: 'PENDING' }, { totalCapturedAmount: 150 }]) {
      expect(close({ ...order, ...changes })).toMatchObject({ kind: 'unknown' });
    }
  });

  test('tells what was captured as it was captured: the books compare it', () => {
    for (const changes of [{ totalCapturedAmount: '15.00' }, { currency: 'USD' }]) {
      expect(close({ ...order, ...changes })).toMatchObject({ value: 'already_paid' });
    }
    const other = { ...order, totalCapturedAmount: '15.00', currency: 'USD' };
    expect(translate.translateOrder({ status: 200, json: other })).toMatchObject({
      value: { news: { state: 'SUCCEEDED' }, reference: 'id-1', amountBututs: 15_00n, currency: 'USD' },
    });
    const { totalCapturedAmount: _, ...untold } = order;
    expect(translate.translateOrder({ status: 200, json: untold })).toMatchObject({
      value: { news: { state: 'SUCCEEDED' }, amountBututs: 150_00n },
    });
    const unpaid = { ...order, status: 'FAILED', result: 'FAILURE' };
    expect(translate.translateOrder({ status: 200, json: unpaid })).toMatchObject({
      value: { news: { state: 'PENDING' } },
    });
    const missing = error('INVALID_REQUEST', 'Unable to find order');
    expect(translate.translateOrder(missing)).toEqual({ kind: 'done', value: 'absent' });
  });

  test('waits for somebody who is about to pay, and not for ever', () => {
    const underWay = {
      ...order,
      status: 'AUTHENTICATION_INITIATED',
      result: 'PENDING',
      totalCapturedAmount: '0.00',
    };
    const minutesLater = (minutes: number) => new Date(expiresAt.getTime() + minutes * 60_000);
    expect(close(underWay)).toMatchObject({ value: 'still_open' });
    expect(close(underWay, minutesLater(14))).toMatchObject({ value: 'still_open' });
    expect(close(underWay, minutesLater(15))).toMatchObject({ value: 'closed' });
  });

  test.each(['INITIATED', 'FAILED', 'CANCELLED'])(
    'closes an order that is %s once its sessions have ended, not before',
    (status) => {
      const unpaid = { ...order, status, result: 'FAILURE', totalCapturedAmount: '0.00' };
      expect(close(unpaid)).toMatchObject({ value: 'closed' });
      expect(close(unpaid, before)).toMatchObject({ value: 'still_open' });
    },
  );

  test('is surely not sent where the acquirer does not let us in', () => {
    const shut = { status: 401, json: error('INVALID_REQUEST', 'Invalid credentials').json };
    expect(translate.translateClose(shut, collection, expiresAt)).toMatchObject({ kind: 'not_sent' });
    expect(translate.translateProbe({ status: 200, json: order })).toMatchObject({ value: 'up' });
  });

  test('closes an order that nobody tried to pay', () => {
    const missing = error('INVALID_REQUEST', 'Unable to find order');
    expect(translate.translateClose(missing, collection, expiresAt)).toMatchObject({ value: 'closed' });
    expect(translate.translateClose(missing, collection, before)).toMatchObject({ value: 'still_open' });
    expect(translate.translateProbe(missing)).toMatchObject({ value: 'up' });
  });

  test('is unknown in any other words', () => {
    expect(close({ ...order, status: 'AUTHORIZED' })).toMatchObject({ kind: 'unknown' });
    expect(close(undefined)).toMatchObject({ kind: 'unknown' });
    for (const answer of [error('INVALID_REQUEST', 'Bad merchant'), { status: 502, json: undefined }]) {
      expect(translate.translateClose(answer, collection, expiresAt)).toMatchObject({ kind: 'unknown' });
      expect(translate.translateProbe(answer)).toMatchObject({ kind: 'unknown' });
    }
  });
});

function close(json: unknown, now = expiresAt) {
  return translate.translateClose({ status: 200, json }, collection, now);
}

function error(cause: string, explanation: string) {
  return { status: 400, json: { result: 'ERROR', error: { cause, explanation } } };
}

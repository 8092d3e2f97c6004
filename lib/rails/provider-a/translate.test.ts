import { describe, expect, test } from 'vitest';
import * as translate from '#lib/rails/provider-a/translate';

const transaction = {
  transaction_id: 'APS-1',
  reference: 'R-1',
  status: 'SUCCESS',
  amount: '150.00',
  currency: 'GMD',
  message: 'OK',
};

test('a log-in tells how long it may be used', () => {
  expect(translate.translateLogin(ok({ access_token: 'token', expires_in: 3_000 }))).toEqual({
    kind: 'done',
    value: { accessToken: 'token', lifetimeMs: 3_000_000 },
  });
  expect(translate.translateLogin(error(401, 'Wrong password'))).toMatchObject({ kind: 'not_sent' });
  expect(translate.translateLogin(ok({ access_token: 'token', expires_in: -1 }))).toMatchObject({
    kind: 'unknown',
  });
});

test('a wallet is authorised, is linked already, or is refused', () => {
  expect(translate.translateAuthorise(ok({ request_token: 'r-1' }))).toEqual({
    kind: 'done',
    value: { railState: '{"request_token":"r-1"}' },
  });
  expect(translate.translateAuthorise(error(400, 'Account already linked'))).toMatchObject({
    value: 'linked',
  });
  expect(translate.translateAuthorise(error(404, 'Wallet not found'))).toMatchObject({
    kind: 'refused',
    failure: { code: 'PAYER_NOT_FOUND' },
  });
  expect(translate.translateAuthorise({ status: 404, json: undefined })).toMatchObject({ kind: 'unknown' });
});

test('a one-time password is right, wrong, too old, or locked', () => {
  expect(translate.translateConfirm(ok({ authorized_token: 'a-1' }))).toEqual({
    kind: 'done',
    value: { railState: '{"authorized_token":"a-1"}' },
  });
  expect(translate.translateConfirm(error(400, 'Invalid OTP'))).toMatchObject({ value: 'wrong_otp' });
  expect(translate.translateConfirm(error(400, 'OTP expired'))).toMatchObject({ value: 'otp_expired' });
  expect(translate.translateConfirm(error(423, 'OTP locked'))).toMatchObject({
    kind: 'refused',
    failure: { code: 'OTP_ATTEMPTS_EXCEEDED' },
  });
  expect(translate.translateConfirm(error(500, 'Invalid OTP'))).toMatchObject({ kind: 'unknown' });
  expect(translate.translateConfirm(error(400, 'Something else'))).toMatchObject({ kind: 'unknown' });
});

describe('a charge', () => {
  test.each([
    ['SUCCESS', { state: 'SUCCEEDED' }],
    ['PENDING', { state: 'PENDING' }],
    ['FAILED', { state: 'FAILED', failure: { code: 'PROVIDER_ERROR' } }],
    ['success', { state: 'PENDING' }],
    ['REFUNDED', { state: 'PENDING' }],
  ])('that is %s', (status, news) => {
    expect(translate.translateCharge(ok({ ...transaction, status }))).toMatchObject({
      kind: 'done',
      value: { news, railReference: 'APS-1', reference: null, amountBututs: 150_00n, currency: 'GMD' },
    });
  });

  test('that failed says why', () => {
    const failed = { ...transaction, status: 'FAILED', message: 'Insufficient funds' };
    expect(translate.translateCharge(ok(failed))).toMatchObject({
      value: { news: { failure: { code: 'INSUFFICIENT_FUNDS' } } },
    });
  });

  test('is refused only in words that we know', () => {
    expect(translate.translateCharge(error(400, 'Insufficient funds'))).toMatchObject({ kind: 'refused' });
    for (const answer of [
      error(400, 'Duplicate request'),
      error(409, 'Insufficient funds'),
      error(500, 'Insufficient funds'),
      { status: 400, json: { success: true, message: 'Insufficient funds' } },
      { status: 400, json: undefined },
      { status: 200, json: undefined },
      ok({ ...transaction, transaction_id: undefined }),
    ]) {
      expect(translate.translateCharge(answer)).toMatchObject({ kind: 'unknown' });
    }
  });

  test('is looked up by the rail’s own reference', () => {
    expect(translate.translateCollection(ok(transaction))).toMatchObject({
      value: { news: { state: 'SUCCEEDED' } },
    });
    expect(translate.translateCollection(error(404, 'Transaction not found'))).toMatchObject({
      value: 'absent',
    });
    expect(translate.translateCollection({ status: 404, json: undefined })).toMatchObject({
      kind: 'unknown',
    });
  });
});

describe('a payout', () => {
  test.each([
    ['Wallet not found', 'RECIPIENT_NOT_FOUND'],
    ['Wallet inactive', 'RECIPIENT_INACTIVE'],
    ['Wallet blocked', 'ACCOUNT_BLOCKED'],
    ['Limit exceeded', 'LIMIT_REACHED'],
  ])('that is refused with "%s" is told as %s', (message, code) => {
    expect(translate.translateSend(error(400, message))).toMatchObject({
      kind: 'refused',
      failure: { code },
    });
  });

  test('for which our wallet is short is no failure', () => {
    expect(translate.translateSend(error(400, 'Insufficient balance'))).toMatchObject({
      value: 'float_short',
    });
  });

  test('is paid, or in doubt', () => {
    expect(translate.translateSend(ok(transaction))).toMatchObject({
      value: { news: { state: 'SUCCEEDED' } },
    });
    expect(translate.translateSend(error(400, 'Insufficient funds'))).toMatchObject({ kind: 'unknown' });
    expect(translate.translateSend({ status: 504, json: undefined })).toMatchObject({ kind: 'unknown' });
    expect(translate.translatePayout(error(400, 'Wallet not found'))).toMatchObject({ kind: 'unknown' });
    expect(translate.translatePayout(error(404, 'Transaction not found'))).toMatchObject({ value: 'absent' });
  });
});

test('the leave to charge is given back once the rail knows of none', () => {
  expect(translate.translateUnlink({ status: 200, json: {} })).toMatchObject({ value: 'revoked' });
  expect(translate.translateUnlink(error(404, 'Not linked'))).toMatchObject({ value: 'revoked' });
  expect(translate.translateUnlink({ status: 404, json: undefined })).toMatchObject({ kind: 'unknown' });
  expect(translate.translateUnlink({ status: 500, json: undefined })).toMatchObject({ kind: 'unknown' });
});

test('a payout that is asked about is as the rail has it, or absent, or unknown', () => {
  expect(translate.translatePayout(ok(transaction))).toMatchObject({
    kind: 'done',
    value: { news: { state: 'SUCCEEDED' }, railReference: 'APS-1', amountBututs: 150_00n },
  });
  expect(translate.translatePayout(error(404, 'Transaction not found'))).toMatchObject({ value: 'absent' });
  expect(translate.translatePayout(error(500, 'Transaction not found'))).toMatchObject({ kind: 'unknown' });
});

function ok(json: unknown) {
  return { status: 200, json };
}

function error(status: number, message: string) {
  return { status, json: { success: false, message } };
}

import { expect, test } from 'vitest';
import { readBook } from './book.ts';
import { bookFile, mobile, simulate, wallet } from './test-stage.ts';

test('the code of the SMS authorises a charge, until it is unlinked', async () => {
  const { a, lastCode } = await wallet();
  const { request_token } = (await a('authorize-customer', { mobile })).body;
  const otp = await lastCode();
  expect(otp).toMatch(/^\d{6}$/);
  const confirmed = await a('confirm-customer', { otp, request_token });
  expect(confirmed.status).toBe(200);
  expect((await a('confirm-customer', { otp, request_token })).body).toEqual(confirmed.body);
  const { authorized_token } = confirmed.body;
  expect((await a('authorize-customer', { mobile })).body.message).toBe('Account already linked');
  const charged = await a('process-payment', { amount: '150.00', authorized_token });
  expect(charged).toMatchObject({
    status: 200,
    body: { status: 'SUCCESS', amount: '150.00', currency: 'GMD' },
  });
  const { transaction_id } = charged.body;
  expect((await a('transaction', { transaction_id })).body).toEqual(charged.body);
  expect((await a('unlink-customer', { authorized_token })).status).toBe(200);
  expect((await a('unlink-customer', { authorized_token })).status).toBe(404);
  expect((await a('process-payment', { amount: '1.00', authorized_token })).status).toBe(400);
  expect((await a('authorize-customer', { mobile })).status).toBe(200);
});

test('a charge that is asked for twice is made twice, and the book shows both', async () => {
  const book = bookFile();
  const { a, link } = await wallet({ book });
  const authorized_token = await link();
  const both = [
    await a('process-payment', { amount: '150.00', authorized_token }),
    await a('process-payment', { amount: '150.00', authorized_token }),
  ];
  expect(new Set(both.map(({ body }) => body.transaction_id)).size).toBe(2);
  const { payments, totals } = readBook(book);
  expect(payments.map(({ state, mobile, reference }) => [state, mobile, reference])).toEqual([
    ['paid', mobile, null],
    ['paid', mobile, null],
  ]);
  expect(totals.PROVIDER_A).toMatchObject({ collections: 2, collectedBututs: 30000n, floatBututs: 130000n });
});

test('five wrong codes lock a request token, and a code ends after five minutes', async () => {
  let passedMs = 0;
  const { a, lastCode } = await wallet({ now: () => Date.now() + passedMs });
  const { request_token } = (await a('authorize-customer', { mobile })).body;
  const right = await lastCode();
  const otp = right === '000000' ? '000001' : '000000';
  const statuses = [];
  for (let n = 0; n < 5; n++) statuses.push((await a('confirm-customer', { otp, request_token })).status);
  expect(statuses).toEqual([400, 400, 400, 400, 423]);
  expect((await a('confirm-customer', { otp: right, request_token })).body.message).toBe('OTP locked');

  const later = (await a('re-authorize-customer', { mobile })).body.request_token;
  const code = await lastCode();
  passedMs = 5 * 60_000;
  const late = await a('confirm-customer', { otp: code, request_token: later });
  expect(late.body.message).toBe('OTP expired');
});

test('a payout has no key: each one is paid, as long as the wallet has it', async () => {
  const { a, control } = await wallet();
  const send = (amount: string) => a('send-payment', { mobile, amount });
  const first = (await send('400.00')).body;
  expect(first.status).toBe('SUCCESS');
  expect((await send('400.00')).body.transaction_id).not.toBe(first.transaction_id);
  expect(await send('400.00')).toMatchObject({ status: 400, body: { message: 'Insufficient balance' } });
  await control('/misbehave', {
    rail: 'PROVIDER_A',
    operation: 'payout',
    kind: 'refusal',
    reference: mobile,
  });
  expect((await send('1.00')).body).toEqual({ success: false, message: 'Wallet blocked' });
  const day = new Date().toISOString().slice(0, 10);
  const csv = (await control(`/statement?rail=PROVIDER_A&day=${day}`)).text.split('\r\n');
  expect(csv[1]).toMatch(new RegExp(`^${first.transaction_id},payout,${mobile},400\\.00,GMD,.+Z,,0\\.00$`));
});

test('a charge that waits ends as it is told', async () => {
  const { a, link, control } = await wallet();
  const authorized_token = await link();
  await control('/misbehave', { rail: 'PROVIDER_A', operation: 'charge', kind: 'pending' });
  const { body } = await a('process-payment', { amount: '5.00', authorized_token });
  expect(body.status).toBe('PENDING');
  await control('/decline', { rail: 'PROVIDER_A', reference: mobile, code: 'Limit exceeded' });
  const { transaction_id } = body;
  expect((await a('transaction', { transaction_id })).body).toMatchObject({
    status: 'FAILED',
    message: 'Limit exceeded',
  });
});

test('nobody without a log-in gets in', async () => {
  const { call } = await simulate();
  const address = '/a/api/v1/payment-gateway/wallet/send-payment';
  expect((await call('POST', address, {})).status).toBe(401);
  expect((await call('POST', address, {}, { authorization: 'Bearer 9999999999.ab' })).status).toBe(401);
  expect((await call('POST', '/a/api/v1/login', { username: 'kaira', password: 'no' })).status).toBe(401);
});

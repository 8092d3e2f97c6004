import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { listenForNotices, payoutBody, sessionBody, simulate } from './test-stage.ts';

test('a session is paid on the page, found by its reference, and told with a signature of each secret', async () => {
  const ear = await listenForNotices();
  const { w, choose } = await simulate({ notify: ear.notify });
  const { body: session } = await w('POST', '/v1/checkout/sessions', sessionBody('ref-1'));
  expect(session).toMatchObject({
    id: expect.stringMatching(/^cos-/),
    checkout_status: 'open',
    payment_status: 'processing',
    last_payment_error: null,
    transaction_id: null,
    client_reference: 'ref-1',
    amount: '150.00',
    currency: 'GMD',
    when_completed: null,
  });
  const choice = await choose(session.wave_launch_url, 'pay');
  expect([choice.status, choice.headers.get('location')]).toEqual([303, 'http://localhost:3000/ok']);

  const paid = (await w('GET', `/v1/checkout/sessions/${session.id}`)).body;
  expect(paid).toMatchObject({ checkout_status: 'complete', payment_status: 'succeeded' });
  expect(paid.transaction_id).toMatch(/^T_/);
  const found = await w('GET', '/v1/checkout/sessions/search?client_reference=ref-1');
  expect(found.body.result).toEqual([paid]);

  await ear.heard(1);
  const [notice] = ear.told;
  expect(notice).toMatchObject({
    path: '/rails/PROVIDER_W/notify',
    body: { id: expect.stringMatching(/^EV_/), type: 'checkout.session.completed', data: paid },
  });
  const [, time, one, two] = /^t=(\d+),v1=(\w+),v1=(\w+)$/.exec(notice!.headers['wave-signature']!)!;
  const sign = (secret: string) =>
    createHmac('sha256', secret)
      .update(time + notice!.raw)
      .digest('hex');
  expect([one, two]).toEqual([sign('secret-1-of-w'), sign('secret-2-of-w')]);
});

test('a declined try leaves the session open, and a page that takes no money any more says so', async () => {
  const ear = await listenForNotices();
  const { w, choose, base } = await simulate({ notify: ear.notify });
  const { body: session } = await w('POST', '/v1/checkout/sessions', sessionBody('ref-1'));
  const page = await (await fetch(`${base}/w/pay/${session.id}`)).text();
  expect(page).toContain('No real money moves');
  expect((await choose(session.wave_launch_url, 'decline')).headers.get('location')).toMatch(/error$/);
  expect((await w('GET', `/v1/checkout/sessions/${session.id}`)).body).toMatchObject({
    checkout_status: 'open',
    last_payment_error: { code: 'insufficient-funds' },
  });
  await ear.heard(1);
  expect(ear.told[0]!.body.type).toBe('checkout.session.payment_failed');
  await w('POST', `/v1/checkout/sessions/${session.id}/expire`);
  expect(await (await choose(session.wave_launch_url, 'pay')).text()).toContain('takes no money any more');
});

test('an open session expires, and one that is paid or has expired says 409', async () => {
  const { w, control } = await simulate();
  const open = async (reference: string) =>
    (await w('POST', '/v1/checkout/sessions', sessionBody(reference))).body.id as string;
  const expire = (id: string) => w('POST', `/v1/checkout/sessions/${id}/expire`);
  const one = await open('ref-1');
  expect(await expire(one)).toMatchObject({ status: 200, text: '' });
  expect(await expire(one)).toMatchObject({ status: 409, body: { code: 'checkout-session-expired' } });
  const two = await open('ref-2');
  expect((await control('/pay', { rail: 'PROVIDER_W', reference: 'ref-2' })).status).toBe(200);
  expect((await control('/pay', { rail: 'PROVIDER_W', reference: 'ref-2' })).status).toBe(409);
  expect(await expire(two)).toMatchObject({ status: 409, body: { code: 'checkout-session-complete' } });
  expect((await expire('cos-nobody')).body.code).toBe('checkout-session-not-found');
});

test('a session that nobody paid has expired when its time is over', async () => {
  const { w } = await simulate({ sessionSeconds: 0.05 });
  const { body: session } = await w('POST', '/v1/checkout/sessions', sessionBody('ref-1'));
  await expect
    .poll(async () => (await w('GET', `/v1/checkout/sessions/${session.id}`)).body.checkout_status, {
      timeout: 4_000,
    })
    .toBe('expired');
});

test('a payout with the same key is paid once, and another body under it is refused', async () => {
  const { w } = await simulate();
  const send = (key: string, body: object) => w('POST', '/v1/payout', body, { 'idempotency-key': key });
  const all = await Promise.all(Array.from({ length: 20 }, () => send('key-1', payoutBody('ref-1'))));
  expect(new Set(all.map(({ body }) => body.id)).size).toBe(1);
  expect(all[0]!.body).toMatchObject({ status: 'succeeded', receive_amount: '100.00', fee: '0.00' });
  expect(await send('key-1', payoutBody('ref-1', '101.00'))).toMatchObject({
    status: 409,
    body: { code: 'idempotency-mismatch' },
  });
  expect((await w('GET', '/v1/balance')).body).toEqual({ amount: '900.00', currency: 'GMD' });
  expect((await w('GET', '/v1/payouts/search?client_reference=ref-1')).body.result).toHaveLength(1);
  expect((await w('POST', '/v1/payout', payoutBody('ref-1'))).status).toBe(400);
});

test('the name of a number is checked thirty times in five minutes, and then not for an hour', async () => {
  const { w } = await simulate();
  const check = async (mobile: string) => {
    const body = { currency: 'GMD', amount: '25.00', mobile, name: 'Awa' };
    const reply = await w('POST', '/v1/verify_recipient', body);
    return reply.body.name_match ?? reply.status;
  };
  expect(await check('+2207000000')).toBe('NO_MATCH');
  expect(await check('+2207000001')).toBe('NAME_NOT_KNOWN');
  for (let n = 0; n < 30; n++) expect(await check('+2207000002')).toBe('MATCH');
  expect([await check('+2207000002'), await check('+2207000002')]).toEqual([429, 429]);
  expect(await check('+2207000003')).toBe('MATCH');
  expect(await check('nobody')).toBe(400);
});

test('what the wallet cannot cover is refused and leaves the key free', async () => {
  const { w, control } = await simulate();
  const send = () => w('POST', '/v1/payout', payoutBody('ref-1', '1000.01'), { 'idempotency-key': 'key-1' });
  expect(await send()).toMatchObject({ status: 422, body: { code: 'insufficient-funds' } });
  await control('/float', { rail: 'PROVIDER_W', add: '0.01' });
  expect((await send()).body.status).toBe('succeeded');
  expect((await w('GET', '/v1/balance')).body.amount).toBe('0.00');
});

test('a payout can be refused, stay processing, end as told, and be reversed once', async () => {
  const ear = await listenForNotices();
  const { w, control } = await simulate({ notify: ear.notify });
  const rail = 'PROVIDER_W';
  const send = (n: number) =>
    w('POST', '/v1/payout', payoutBody(`ref-${n}`), { 'idempotency-key': `key-${n}` });
  await control('/misbehave', { rail, operation: 'payout', kind: 'refusal', code: 'recipient-minor' });
  expect(await send(1)).toMatchObject({ status: 422, body: { code: 'recipient-minor' } });
  await control('/misbehave', { rail, operation: 'payout', kind: 'pending', times: 2 });
  const [two, three] = [(await send(2)).body, (await send(3)).body];
  expect(two.status).toBe('processing');
  expect((await w('POST', `/v1/payout/${two.id}/reverse`)).body.code).toBe('payout-not-succeeded');
  const end = { rail, reference: 'ref-2', state: 'failed', code: 'recipient-not-found' };
  expect((await control('/payout-end', end)).status).toBe(200);
  expect((await control('/payout-end', end)).status).toBe(409);
  expect((await w('GET', `/v1/payout/${two.id}`)).body).toMatchObject({
    status: 'failed',
    payout_error: { error_code: 'recipient-not-found' },
  });
  expect((await w('GET', '/v1/balance')).body.amount).toBe('900.00');
  await control('/payout-end', { rail, reference: 'ref-3', state: 'paid' });
  await control('/misbehave', { rail, operation: 'reverse', kind: 'refusal' });
  const reverse = () => w('POST', `/v1/payout/${three.id}/reverse`);
  expect(await reverse()).toMatchObject({ status: 422, body: { code: 'insufficient-funds' } });
  expect(await reverse()).toMatchObject({ status: 200, text: '' });
  expect(await reverse()).toMatchObject({ status: 200, text: '' });
  expect((await w('GET', '/v1/balance')).body.amount).toBe('1000.00');
  await ear.heard(1);
  expect(ear.told[0]!.body).toMatchObject({ type: 'payout.reversed', data: { status: 'reversed' } });
});

test('the day is listed in pages, with what the money was for', async () => {
  const { w, control, call } = await simulate({ float: '100000.00' });
  await w('POST', '/v1/checkout/sessions', sessionBody('ref-0'));
  await control('/pay', { rail: 'PROVIDER_W', reference: 'ref-0' });
  for (let n = 1; n <= 110; n++) {
    await w('POST', '/v1/payout', payoutBody(`ref-${n}`), { 'idempotency-key': `key-${n}` });
  }
  await control('/reverse', { rail: 'PROVIDER_W', reference: 'ref-1' });
  const day = new Date().toISOString().slice(0, 10);
  const first = (await w('GET', `/v1/transactions?date=${day}`)).body;
  const second = (await w('GET', `/v1/transactions?date=${day}&after=${first.page_info.end_cursor}`)).body;
  expect([first.items.length, first.page_info.has_next_page]).toEqual([100, true]);
  expect([second.items.length, second.page_info.has_next_page]).toEqual([12, false]);
  expect(first.items[0]).toMatchObject({
    transaction_id: expect.stringMatching(/^T_/),
    transaction_type: 'merchant_payment',
    amount: '150.00',
    client_reference: 'ref-0',
  });
  expect(second.items.at(-1)).toMatchObject({
    transaction_id: first.items[1].transaction_id,
    transaction_type: 'api_payout_reversal',
  });
  const csv = (await call('GET', `/control/statement?rail=PROVIDER_W&day=${day}`)).text.split('\r\n');
  expect(csv[0]).toBe('transaction_id,type,mobile,amount,currency,time,reference,fee');
  expect(csv).toHaveLength(114);
  expect(csv[2]).toMatch(/^pt-\w+,payout,\+2207012345,100\.00,GMD,[^,]+Z,ref-1,0\.00$/);
});

test('nobody without the key gets in', async () => {
  const { call } = await simulate();
  expect((await call('GET', '/w/v1/balance')).body.code).toBe('missing-auth-header');
  const reply = await call('GET', '/w/v1/balance', undefined, { authorization: 'Bearer other' });
  expect(reply).toMatchObject({ status: 401, body: { code: 'no-matching-api-key' } });
});

import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { intentBody, listenForNotices, simulate, transferBody } from './test-stage.ts';

const rail = 'PROVIDER_C';

test('an intent is paid on its page, verified by its secret, and told at the address that it names', async () => {
  const ear = await listenForNotices();
  const { c, choose } = await simulate({ notify: 'http://127.0.0.1:9/nobody' });
  const opened = await c('POST', '/v1/payments', intentBody('ref-1', { callback_url: `${ear.url}/told` }));
  expect(opened.body).toMatchObject({
    status: true,
    data: {
      amount: '75.50',
      currency: 'GMD',
      status: 'initialized',
      metadata: { reference: 'ref-1' },
      transaction_reference: null,
    },
  });
  const { payment_link, intent_secret } = opened.body.data;
  expect((await choose(payment_link, 'pay')).headers.get('location')).toMatch(/return$/);
  const { body } = await c('GET', `/v1/payments/verify?intent_secret=${intent_secret}`);
  expect(body.data).toMatchObject({ status: 'successful', transaction_reference: expect.any(String) });
  await ear.heard(1);
  const [notice] = ear.told;
  expect(notice).toMatchObject({
    path: '/told',
    body: { event: 'charge.succeeded', payload: body.data, id: expect.stringMatching(/^evt_/) },
  });
  expect(notice!.headers['x-modem-signature']).toBe(
    createHmac('sha512', 'secret-of-c').update(notice!.raw).digest('hex'),
  );
});

test('declined, cancelled and expired intents are final and told', async () => {
  const ear = await listenForNotices();
  let passedMs = 0;
  const now = () => Date.now() + passedMs;
  const { c, choose } = await simulate({ notify: ear.notify, sessionSeconds: 600, now });
  const open = async (reference: string) =>
    (await c('POST', '/v1/payments', intentBody(reference))).body.data;
  const all = [await open('ref-1'), await open('ref-2'), await open('ref-3')];
  await choose(all[0].payment_link, 'decline');
  expect((await choose(all[1].payment_link, 'cancel')).headers.get('location')).toMatch(/cancel$/);
  expect((await choose(all[0].payment_link, 'pay')).status).toBe(200);
  passedMs = 600_000;
  const states = [];
  for (const { intent_secret } of all) {
    const { data } = (await c('GET', `/v1/payments/verify?intent_secret=${intent_secret}`)).body;
    states.push([data.status, data.failure_reason]);
  }
  await ear.heard(3);
  expect(ear.told.map(({ body }) => [body.payload.metadata.reference, body.event])).toEqual([
    ['ref-1', 'charge.failed'],
    ['ref-2', 'charge.cancelled'],
    ['ref-3', 'charge.expired'],
  ]);
  expect(states).toEqual([
    ['failed', 'Insufficient funds'],
    ['cancelled', null],
    ['cancelled', 'Expired'],
  ]);
  expect((await c('GET', '/v1/payments/verify?intent_secret=none')).status).toBe(404);
});

test('a transfer with the same key is made once, and shown as it stands now', async () => {
  const ear = await listenForNotices();
  const { c, control } = await simulate({ notify: ear.notify });
  const send = () => c('POST', '/v1/transfers', transferBody('ref-1'), { 'idempotency-key': 'key-1' });
  await control('/misbehave', { rail, operation: 'payout', kind: 'pending' });
  const all = await Promise.all(Array.from({ length: 20 }, send));
  expect(new Set(all.map(({ body }) => `${body.id} ${body.status}`)).size).toBe(1);
  expect(all[0]!.body).toMatchObject({
    status: 'pending',
    amount: '60.00',
    balance_before: '1000.00',
    balance_after: '940.00',
  });
  await control('/payout-end', { rail, reference: 'ref-1' });
  expect((await send()).body.status).toBe('completed');
  const { transfer_reference } = all[0]!.body;
  expect((await c('GET', `/v1/transfers/${transfer_reference}`)).body.status).toBe('completed');
  expect((await c('GET', '/v1/transfers/tr_none')).status).toBe(404);
  await control('/reverse', { rail, reference: 'ref-1' });
  await ear.heard(2);
  expect(ear.told.map(({ body }) => [body.event, body.payload.status])).toEqual([
    ['transfer.succeeded', 'completed'],
    ['transfer.reversed', 'reversed'],
  ]);
  expect((await control('/state')).body.rails.PROVIDER_C.float).toBe('1000.00');
});

test('what the wallet cannot cover, and whom the network refuses, is a refusal', async () => {
  const { c, control } = await simulate();
  const send = (key: string, body: object) => c('POST', '/v1/transfers', body, { 'idempotency-key': key });
  expect(await send('key-1', transferBody('ref-1', '1000.01'))).toMatchObject({
    status: 422,
    body: { message: 'Insufficient balance', statusCode: 422 },
  });
  await control('/misbehave', { rail, kind: 'refusal', code: 'Recipient inactive', reference: 'ref-2' });
  expect((await send('key-2', transferBody('ref-2'))).body.message).toBe('Recipient inactive');
  expect((await send('key-1', transferBody('ref-1'))).body.status).toBe('completed');
});

import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { listenForNotices, orderBody, simulate } from './test-stage.ts';

test('an order is captured on the hosted page, and told at the address that it names', async () => {
  const ear = await listenForNotices(503);
  const { card, choose, base } = await simulate();
  expect(await card('GET', '/order/ref-1')).toMatchObject({
    status: 400,
    body: { result: 'ERROR', error: { cause: 'INVALID_REQUEST', explanation: 'Unable to find order' } },
  });
  const opened = await card('POST', '/session', orderBody('ref-1', { notificationUrl: `${ear.url}/told` }));
  expect(opened.body).toMatchObject({ result: 'SUCCESS', session: { id: expect.any(String) } });
  expect((await card('GET', '/order/ref-1')).status).toBe(400);
  const page = `${base}/card/checkout/pay/${opened.body.session.id}`;
  const back = new URL((await choose(page, 'pay')).headers.get('location')!);
  expect([back.searchParams.get('x'), back.searchParams.get('resultIndicator')]).toEqual([
    '1',
    opened.body.successIndicator,
  ]);
  const order = (await card('GET', '/order/ref-1')).body;
  expect(order).toMatchObject({
    id: 'ref-1',
    status: 'CAPTURED',
    result: 'SUCCESS',
    amount: '20.00',
    currency: 'GMD',
    totalCapturedAmount: '20.00',
    response: { gatewayCode: 'APPROVED' },
  });
  await ear.heard(2);
  expect(ear.told.map(({ headers }) => headers['x-notification-attempt'])).toEqual(['1', '2']);
  expect(new Set(ear.told.map(({ headers }) => headers['x-notification-id'])).size).toBe(1);
  for (const { headers, raw, body } of ear.told) {
    expect(body).toEqual({ order });
    const signed = `${headers['x-notification-timestamp']}.${raw}`;
    expect(headers['x-notification-signature']).toBe(
      createHmac('sha512', 'secret-of-card').update(signed).digest('hex'),
    );
  }
});

test('a declined order can be tried again, and one order is paid once, however many sessions it has', async () => {
  const { card, choose, base } = await simulate();
  const open = async () => (await card('POST', '/session', orderBody('ref-1'))).body.session.id as string;
  const [one, two] = [await open(), await open()].map((id) => `${base}/card/checkout/pay/${id}`);
  await choose(one!, 'decline');
  expect((await card('GET', '/order/ref-1')).body).toMatchObject({
    status: 'FAILED',
    result: 'FAILURE',
    totalCapturedAmount: '0.00',
    response: { gatewayCode: 'DECLINED' },
  });
  await choose(two!, 'cancel');
  expect((await card('GET', '/order/ref-1')).body.status).toBe('CANCELLED');
  expect((await choose(one!, 'pay')).status).toBe(303);
  const three = await card('POST', '/session', orderBody('ref-1'));
  expect(three.status).toBe(400);
  expect((await card('GET', '/order/ref-1')).body.status).toBe('CAPTURED');
});

test('of two sessions of an order, paid at once, one is', async () => {
  const { card, choose, base, control } = await simulate();
  const ids: string[] = [];
  for (let n = 0; n < 4; n++) ids.push((await card('POST', '/session', orderBody('ref-1'))).body.session.id);
  const all = await Promise.all(ids.map((id) => choose(`${base}/card/checkout/pay/${id}`, 'pay')));
  expect(all.filter(({ status }) => status === 303)).toHaveLength(1);
  expect((await control('/state')).body.rails.PROVIDER_C_CARD.float).toBe('1020.00');
});

test('nobody without the password gets in', async () => {
  const { call } = await simulate();
  const address = '/card/api/rest/version/100/merchant/KAIRA/order/ref-1';
  expect((await call('GET', address)).body.result).toBe('ERROR');
  expect((await call('GET', address, undefined, { authorization: 'Basic YTpi' })).status).toBe(401);
});

import { createHmac } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type BookLine, readBook } from './book.ts';
import { callKinds } from './misbehaviour.ts';
import { acceptPayout } from './payments.ts';
import { createRails, startRailSimulator } from './server.ts';
import {
  bookFile,
  credentials,
  intentBody,
  listenForNotices,
  mobile,
  orderBody,
  payoutBody,
  sessionBody,
  simulate,
  transferBody,
  wallet,
} from './test-stage.ts';

test('a restart goes on where the book ends, and drops what a kill cut in the middle', async () => {
  const book = bookFile();
  const ear = await listenForNotices();
  const first = await simulate({ book, notify: 'http://127.0.0.1:9/nobody', sessionSeconds: 600 });
  const { body: session } = await first.w('POST', '/v1/checkout/sessions', sessionBody('ref-1'));
  const { body: open } = await first.w('POST', '/v1/checkout/sessions', sessionBody('ref-2'));
  const { intent_secret } = (
    await first.c('POST', '/v1/payments', intentBody('ref-4', { callback_url: `${ear.url}/late` }))
  ).body.data;
  await first.control('/misbehave', { rail: 'PROVIDER_C', operation: 'notice', kind: 'late', seconds: 60 });
  await first.control('/pay', { rail: 'PROVIDER_W', reference: 'ref-1' });
  await first.control('/pay', { rail: 'PROVIDER_C', reference: 'ref-4' });
  const send = (on: typeof first) =>
    on.w('POST', '/v1/payout', payoutBody('ref-3'), { 'idempotency-key': 'key-3' });
  const { body: payout } = await send(first);
  const before = (await first.control('/state')).body;
  await first.simulator.close();
  const whole = readFileSync(book, 'utf8');
  appendFileSync(book, '{"at":"2026-01-01T00:00:00.000Z","seq":99,"rail":"PROVIDER_W","kind":"pa');

  const second = await simulate({ book, float: '5.00' });
  expect(readFileSync(book, 'utf8').startsWith(whole)).toBe(true);
  expect(readFileSync(book, 'utf8')).not.toContain('"kind":"pa"');
  expect((await second.control('/state')).body.rails).toEqual(before.rails);
  expect((await send(second)).body).toEqual(payout);
  expect((await second.w('GET', `/v1/checkout/sessions/${session.id}`)).body.checkout_status).toBe(
    'complete',
  );
  const verified = await second.c('GET', `/v1/payments/verify?intent_secret=${intent_secret}`);
  expect(verified.body.data.status).toBe('successful');
  expect((await second.control('/pay', { rail: 'PROVIDER_W', rail_reference: open.id })).status).toBe(200);
  await second.control('/notices/release', {});
  await ear.heard(1);
  expect(ear.told[0]).toMatchObject({ path: '/late', body: { event: 'charge.succeeded' } });
  const seqs = readFileSync(book, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).seq as number);
  expect(seqs).toEqual(seqs.map((_, index) => index + 1));
});

test('the reader adds up what the rails did', async () => {
  const book = bookFile();
  const { w, c, control } = await simulate({ book });
  await w('POST', '/v1/checkout/sessions', sessionBody('ref-1', '10.50'));
  await w('POST', '/v1/checkout/sessions', sessionBody('ref-2', '99.00'));
  await control('/pay', { rail: 'PROVIDER_W', reference: 'ref-1' });
  await w('POST', '/v1/payout', payoutBody('ref-3', '20.00'), { 'idempotency-key': 'key-3' });
  await w('POST', '/v1/payout', payoutBody('ref-4', '30.00'), { 'idempotency-key': 'key-4' });
  await control('/reverse', { rail: 'PROVIDER_W', reference: 'ref-4' });
  await control('/misbehave', { rail: 'PROVIDER_C', operation: 'payout', kind: 'error_500_done' });
  await c('POST', '/v1/transfers', transferBody('ref-5'), { 'idempotency-key': 'key-5' });
  const report = readBook(book);
  expect(report.totals.PROVIDER_W).toEqual({
    collections: 1,
    collectedBututs: 1050n,
    payouts: 1,
    paidOutBututs: 2000n,
    refunds: 0,
    refundedBututs: 0n,
    reversals: 1,
    reversedBututs: 3000n,
    floatBututs: 99050n,
  });
  expect(report.payments.map(({ reference, state }) => [reference, state])).toEqual([
    ['ref-1', 'paid'],
    ['ref-2', 'open'],
  ]);
  expect(report.payouts.map(({ reference, state }) => [reference, state])).toEqual([
    ['ref-3', 'paid'],
    ['ref-4', 'reversed'],
    ['ref-5', 'paid'],
  ]);
  expect(report.misbehaviours).toEqual({ error_500_done: 1 });
  expect(report.calls).toEqual({ 'PROVIDER_W open': 2, 'PROVIDER_W payout': 2, 'PROVIDER_C payout': 1 });
});

test('what a customer pays instead of what was asked for is what moved, in every record of it', async () => {
  const book = bookFile();
  const ear = await listenForNotices();
  const { w, c, card, control } = await simulate({ book, notify: ear.notify });
  const { body: session } = await w('POST', '/v1/checkout/sessions', sessionBody('ref-1', '100.00'));
  const { data: intent } = (await c('POST', '/v1/payments', intentBody('ref-2'))).body;
  await card('POST', '/session', orderBody('ref-3'));
  await control('/pay', { rail: 'PROVIDER_W', reference: 'ref-1', amount: '90.00' });
  await control('/pay', { rail: 'PROVIDER_C', reference: 'ref-2', amount: '80.00' });
  await control('/pay', { rail: 'PROVIDER_C_CARD', reference: 'ref-3', amount: '15.00' });
  const shown = (await w('GET', `/v1/checkout/sessions/${session.id}`)).body;
  expect(shown).toMatchObject({ checkout_status: 'complete', amount: '90.00' });
  const verified = await c('GET', `/v1/payments/verify?intent_secret=${intent.intent_secret}`);
  expect(verified.body.data).toMatchObject({ status: 'successful', amount: '80.00' });
  const order = (await card('GET', '/order/ref-3')).body;
  expect(order).toMatchObject({ status: 'CAPTURED', amount: '20.00', totalCapturedAmount: '15.00' });
  await ear.heard(3);
  const payloads = ear.told.map(({ body }) => body.data ?? body.payload ?? body.order);
  expect(payloads).toEqual(expect.arrayContaining([shown, verified.body.data, order]));
  const day = new Date().toISOString().slice(0, 10);
  expect((await w('GET', `/v1/transactions?date=${day}`)).body.items[0].amount).toBe('90.00');
  expect((await control(`/statement?rail=PROVIDER_C&day=${day}`)).text).toContain(',80.00,');
  const { payments, totals, misbehaviours } = readBook(book);
  expect(payments.map(({ amountBututs, paidBututs }) => [amountBututs, paidBututs])).toEqual([
    [10000n, 9000n],
    [7550n, 8000n],
    [2000n, 1500n],
  ]);
  expect(totals.PROVIDER_W).toMatchObject({ collectedBututs: 9000n, floatBututs: 109000n });
  expect((await control('/state')).body.rails.PROVIDER_W.float).toBe('1090.00');
  expect(misbehaviours).toEqual({ pays_in_part: 3 });
});

test('some customers pay in part by the seed, where that kind is listed', async () => {
  const parts = async (kinds: readonly string[]) => {
    const book = bookFile();
    const { c, control } = await simulate({ chaos: 1, seed: 4, kinds, book });
    for (let n = 0; n < 40; n++) {
      await c('POST', '/v1/payments', intentBody(`ref-${n}`));
      await control('/pay', { rail: 'PROVIDER_C', reference: `ref-${n}` });
    }
    return readBook(book).payments.filter(({ paidBututs }) => paidBututs !== 7550n);
  };
  expect(callKinds).not.toContain('pays_in_part');
  expect(await parts(['duplicate'])).toEqual([]);
  const found = await parts(['pays_in_part']);
  expect(found.length).toBeGreaterThan(2);
  for (const { paidBututs } of found) {
    expect(paidBututs! < 7550n && paidBututs! >= 3700n && paidBututs! % 100n === 0n).toBe(true);
  }
});

test('a payout that was refused or failed can be paid all the same, and every record says so', async () => {
  const book = bookFile();
  const ear = await listenForNotices();
  const { w, c, a, control } = await wallet({ book, notify: ear.notify });
  const script = { operation: 'payout', kind: 'refusal' };
  for (const rail of ['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C']) {
    await control('/misbehave', { rail, ...script });
  }
  const toW = () => w('POST', '/v1/payout', payoutBody('ref-1'), { 'idempotency-key': 'key-1' });
  const toC = () => c('POST', '/v1/transfers', transferBody('ref-2'), { 'idempotency-key': 'key-2' });
  expect([(await toW()).status, (await toC()).status]).toEqual([422, 422]);
  expect((await a('send-payment', { mobile, amount: '40.00' })).status).toBe(400);
  const end = (rail: string, reference: string, state: string) =>
    control('/payout-end', { rail, reference, state });
  expect((await end('PROVIDER_W', 'ref-1', 'failed')).status).toBe(404);
  const { body: late } = await end('PROVIDER_W', 'ref-1', 'paid');
  expect(late).toMatchObject({ state: 'paid', idempotency_key: 'key-1', amount: '100.00' });
  expect((await end('PROVIDER_C', 'ref-2', 'paid')).status).toBe(200);
  expect((await end('PROVIDER_A', mobile, 'paid')).body).toMatchObject({ state: 'paid', amount: '40.00' });
  expect((await end('PROVIDER_W', 'ref-1', 'paid')).status).toBe(409);
  expect((await toW()).body).toMatchObject({ id: late.rail_reference, status: 'succeeded' });
  expect((await toC()).body).toMatchObject({ status: 'completed', balance_after: '940.00' });

  await control('/misbehave', { rail: 'PROVIDER_C', operation: 'payout', kind: 'pending' });
  await c('POST', '/v1/transfers', transferBody('ref-3'), { 'idempotency-key': 'key-3' });
  await end('PROVIDER_C', 'ref-3', 'failed');
  expect((await end('PROVIDER_C', 'ref-3', 'failed')).status).toBe(409);
  const { rail_reference } = (await end('PROVIDER_C', 'ref-3', 'paid')).body;
  expect((await c('GET', `/v1/transfers/${rail_reference}`)).body).toMatchObject({
    status: 'completed',
    failure_reason: null,
  });
  await ear.heard(3);
  expect(ear.told.map(({ body }) => [body.payload.metadata.reference, body.event])).toEqual([
    ['ref-2', 'transfer.succeeded'],
    ['ref-3', 'transfer.failed'],
    ['ref-3', 'transfer.succeeded'],
  ]);
  const day = new Date().toISOString().slice(0, 10);
  expect((await control(`/statement?rail=PROVIDER_C&day=${day}`)).text.split('\r\n')).toHaveLength(4);
  const { payouts, totals } = readBook(book);
  expect(payouts.map(({ state }) => state)).toEqual(['paid', 'paid', 'paid', 'paid']);
  expect(totals.PROVIDER_C).toMatchObject({ payouts: 2, paidOutBututs: 12000n, floatBututs: 88000n });
  expect((await control('/state')).body.rails.PROVIDER_C.float).toBe('880.00');
});

test('a rail gives back what it paid days ago, and tells it by notice, record and statement', async () => {
  let passedMs = 0;
  const ear = await listenForNotices();
  const { w, c, control } = await simulate({ now: () => Date.now() + passedMs, notify: ear.notify });
  const { body: payout } = await w('POST', '/v1/payout', payoutBody('ref-1'), { 'idempotency-key': 'key-1' });
  const { body: sent } = await c('POST', '/v1/transfers', transferBody('ref-2'), {
    'idempotency-key': 'key-2',
  });
  await ear.heard(1);
  passedMs = 5 * 86_400_000;
  // A client cannot any more; the rail can.
  const refusal = await w('POST', `/v1/payout/${payout.id}/reverse`);
  expect(refusal.body.code).toBe('payout-reversal-time-limit-exceeded');
  await control('/reverse', { rail: 'PROVIDER_W', reference: 'ref-1' });
  await control('/reverse', { rail: 'PROVIDER_C', reference: 'ref-2' });
  await ear.heard(3);
  const told = ear.told.map(({ body }) => [body.type ?? body.event, (body.data ?? body.payload).status]);
  expect(told.slice(1).toSorted()).toEqual([
    ['payout.reversed', 'reversed'],
    ['transfer.reversed', 'reversed'],
  ]);
  expect((await w('GET', `/v1/payout/${payout.id}`)).body.status).toBe('reversed');
  expect((await c('GET', `/v1/transfers/${sent.transfer_reference}`)).body.status).toBe('reversed');
  const day = new Date(Date.now() + passedMs).toISOString().slice(0, 10);
  expect((await w('GET', `/v1/transactions?date=${day}`)).body.items).toMatchObject([
    { transaction_id: payout.id, transaction_type: 'api_payout_reversal' },
  ]);
  expect((await control(`/statement?rail=PROVIDER_C&day=${day}`)).text).toContain(`${sent.id},reversal,`);
});

test('by the seed some payouts come back after days, where that is asked for', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const daysUntilReturned = (returnDays: readonly [number, number] | undefined) => {
    const lines: BookLine[] = [];
    const rails = createRails(
      { float: '100000.00', ...(returnDays ? { returnDays } : {}) },
      { onLine: (line) => lines.push(line), post: async () => 200 },
    );
    rails.open();
    for (let n = 0; n < 200; n++) {
      acceptPayout(rails.world, {
        ...{ rail: 'PROVIDER_W', id: `pt-${n}`, reference: `ref-${n}`, idempotencyKey: null },
        ...{ amountBututs: 100n, mobile: '+2207012345', details: {} },
      });
    }
    const paidAt = Date.now();
    vi.advanceTimersByTime(7 * 86_400_000);
    rails.close();
    return lines
      .filter(({ kind }) => kind === 'reversed')
      .map(({ at }) => (Date.parse(at) - paidAt) / 86_400_000);
  };
  expect(daysUntilReturned(undefined)).toEqual([]);
  const days = daysUntilReturned([3.5, 6]);
  expect(days.length).toBeGreaterThan(3);
  expect(days.length).toBeLessThan(25);
  expect(Math.min(...days)).toBeGreaterThanOrEqual(3.5);
  expect(Math.max(...days)).toBeLessThanOrEqual(6);
});

test('a second wallet knows nothing of the first: payments, keys, look-ups and floats are its own', async () => {
  const book = bookFile();
  const ear = await listenForNotices();
  const credentials2 = Object.fromEntries(
    Object.entries(credentials).map(([name, value]) => [name, `${value}-2`]),
  );
  const options = { book, notify: ear.notify, wallets: 2, credentials2 } as const;
  const { simulator, w, c, a, call, control } = await wallet(options);
  expect(simulator.settings2).toMatchObject({
    ...credentials2,
    RAIL_W_BASE_URL: simulator.settings.RAIL_W_BASE_URL,
  });
  const w2 = (method: string, address: string, body?: object, headers?: Record<string, string>) =>
    call(method, `/w${address}`, body, { authorization: 'Bearer key-of-w-2', ...headers });
  const c2 = (method: string, address: string, body?: object, headers?: Record<string, string>) =>
    call(method, `/c${address}`, body, { authorization: 'Bearer key-of-c-2', ...headers });

  const key = { 'idempotency-key': 'key-1' };
  const { body: one } = await w('POST', '/v1/payout', payoutBody('ref-1'), key);
  expect((await w2('GET', `/v1/payout/${one.id}`)).status).toBe(404);
  expect((await w2('GET', '/v1/payouts/search?client_reference=ref-1')).body.result).toEqual([]);
  const { body: two } = await w2('POST', '/v1/payout', payoutBody('ref-1'), key);
  expect([two.status, two.id === one.id]).toEqual(['succeeded', false]);
  await w2('POST', '/v1/payout', payoutBody('ref-2', '1.00'), { 'idempotency-key': 'key-2' });
  expect((await w('GET', '/v1/balance')).body.amount).toBe('900.00');
  expect((await w2('GET', '/v1/balance')).body.amount).toBe('899.00');
  const { body: transfer } = await c('POST', '/v1/transfers', transferBody('ref-3'), key);
  expect((await c2('GET', `/v1/transfers/${transfer.transfer_reference}`)).status).toBe(404);
  expect((await c2('POST', '/v1/transfers', transferBody('ref-3'), key)).body.id).not.toBe(transfer.id);

  const { transaction_id } = (await a('send-payment', { mobile, amount: '4.00' })).body;
  const login = await call('POST', '/a/api/v1/login', {
    username: credentials2.RAIL_A_USERNAME,
    mobile: credentials2.RAIL_A_MOBILE,
    password: credentials2.RAIL_A_PASSWORD,
    access_channel: 'API',
  });
  const authorization = `Bearer ${login.body.access_token}`;
  const address = '/a/api/v1/payment-gateway/wallet/transaction';
  expect((await call('POST', address, { transaction_id }, { authorization })).status).toBe(404);
  const card2 = Buffer.from('merchant.KAIRA-2:password-of-card-2').toString('base64');
  const session = await call(
    ...(['POST', '/card/api/rest/version/100/merchant/KAIRA-2/session'] as const),
    ...([orderBody('ref-4'), { authorization: `Basic ${card2}` }] as const),
  );
  expect(session.status).toBe(201);

  // The page finds its wallet by itself; whoever drives a test names it.
  const { data: intent } = (await c2('POST', '/v1/payments', intentBody('ref-5'))).body;
  expect((await control('/pay', { rail: 'PROVIDER_C', reference: 'ref-5' })).status).toBe(404);
  await fetch(new URL(intent.payment_link).href.replace('localhost', '127.0.0.1'), {
    method: 'POST',
    body: new URLSearchParams({ choice: 'pay' }),
    redirect: 'manual',
  });
  await control('/misbehave', { rail: 'PROVIDER_W', wallet: 2, kind: 'throttled' });
  expect([(await w('GET', '/v1/balance')).status, (await w2('GET', '/v1/balance')).status]).toEqual([
    200, 429,
  ]);
  const stateOf = async (n: number) => (await control(`/state?wallet=${n}`)).body.rails.PROVIDER_W;
  expect([(await stateOf(1)).float, (await stateOf(2)).float]).toEqual(['900.00', '899.00']);
  expect((await control('/state?wallet=3')).status).toBe(400);
  await control('/reverse', { rail: 'PROVIDER_W', reference: 'ref-1', wallet: 2 });
  await ear.heard(4);
  const { raw, headers } = ear.told.find(({ body }) => body.type === 'payout.reversed')!;
  const [, time, signature] = /^t=(\d+),.*v1=(\w+)$/.exec(headers['wave-signature']!)!;
  const sign = createHmac('sha256', 'secret-2-of-w-2').update(time + raw);
  expect(signature).toBe(sign.digest('hex'));

  await simulator.close();
  const { payouts, payments, totals, totals2 } = readBook(book);
  expect(payouts.map((each) => `${each.wallet} ${each.reference} ${each.state}`)).toEqual([
    '1 ref-1 paid',
    '2 ref-1 reversed',
    '2 ref-2 paid',
    '1 ref-3 paid',
    '2 ref-3 paid',
    '1 null paid',
  ]);
  expect(payments.map((each) => `${each.wallet} ${each.reference} ${each.state}`)).toEqual([
    '2 ref-4 open',
    '2 ref-5 paid',
  ]);
  expect([totals.PROVIDER_W.floatBututs, totals2.PROVIDER_W.floatBututs]).toEqual([90000n, 99900n]);
  const again = await simulate(options);
  const rails = async (n: number) => (await again.control(`/state?wallet=${n}`)).body.rails;
  expect((await rails(1)).PROVIDER_W.float).toBe('900.00');
  expect((await rails(2)).PROVIDER_C.payments).toEqual({ paid: 1 });
});

test('with one wallet the book names none, and nobody else has another', async () => {
  const book = bookFile();
  const { w, control, simulator } = await simulate({ book });
  await w('POST', '/v1/payout', payoutBody('ref-1'), { 'idempotency-key': 'key-1' });
  expect(readFileSync(book, 'utf8')).not.toContain('"wallet"');
  expect(simulator.settings2).toBeUndefined();
  expect((await control('/state?wallet=2')).status).toBe(400);
});

test('what is answered is in the book before, and no secret is', async () => {
  const book = bookFile();
  const { w } = await simulate({ book });
  const { body } = await w('POST', '/v1/checkout/sessions', sessionBody('ref-1'));
  const text = readFileSync(book, 'utf8');
  expect(text).toContain(`"rail_reference":"${body.id}"`);
  for (const secret of Object.values(credentials).filter((each) => /secret|password|key/.test(each))) {
    expect(text).not.toContain(secret);
  }
});

test('a port that is taken is an error, not a second simulator', async () => {
  const { simulator } = await simulate();
  await expect(startRailSimulator({ port: simulator.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

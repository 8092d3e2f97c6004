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

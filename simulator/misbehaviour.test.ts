import { createHmac } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type BookLine, readBook, readLines } from './book.ts';
import { customerPlan, payeePlan } from './customers.ts';
import { callKinds } from './misbehaviour.ts';
import {
  bookFile,
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

const rail = 'PROVIDER_W';
/** For a machine that is busy. */
const patience = { timeout: 4_000, interval: 20 };

test('the seed makes the same calls misbehave in the same way, in whatever order they come', async () => {
  const run = async (references: string[], seed: number) => {
    const book = bookFile();
    const kinds = ['error_500_done', 'error_500_not_done', 'throttled', 'html', 'empty'];
    const { w } = await simulate({ book, chaos: 0.5, seed, kinds, float: '100000.00' });
    for (const reference of references) {
      for (let n = 0; n < 3; n++) {
        const key = { 'idempotency-key': `key of ${reference}` };
        await w('POST', '/v1/payout', payoutBody(reference), key);
      }
    }
    return linesOf(book)
      .filter(({ kind }) => kind === 'asked')
      .map(({ reference, misbehaviour }) => `${reference} ${misbehaviour}`)
      .sort();
  };
  const references = Array.from({ length: 12 }, (_, n) => `ref-${n}`);
  const first = await run(references, 7);
  expect(await run(references.toReversed(), 7)).toEqual(first);
  expect(await run(references, 8)).not.toEqual(first);
  expect(new Set(first.map((each) => each.split(' ')[1])).size).toBeGreaterThan(3);
});

test('what customers and payees do is a pure function of the seed and the reference', () => {
  const references = Array.from({ length: 400 }, (_, n) => `ref-${n}`);
  const plans = references.map((each) => customerPlan(1, rail, each, 20_000));
  expect(references.map((each) => customerPlan(1, rail, each, 20_000))).toEqual(plans);
  expect(new Set(plans.map(({ kind }) => kind)).size).toBe(6);
  expect(new Set(references.map((each) => payeePlan(1, rail, each).kind)).size).toBe(4);
  const other = references.map((each) => customerPlan(2, rail, each, 20_000).kind);
  expect(other).not.toEqual(plans.map(({ kind }) => kind));
});

test.each([
  ['error_500_done', 500, 1],
  ['error_500_not_done', 500, 0],
  ['timeout_then_done', 200, 1],
  ['timeout_not_done', 'cut', 0],
  ['reset_done', 'cut', 1],
  ['reset_not_done', 'cut', 0],
  ['throttled', 429, 0],
  ['html', 200, 1],
  ['empty', 200, 1],
  ['huge', 200, 1],
  ['slow', 200, 1],
  ['latency', 200, 1],
  ['float_short', 422, 0],
  ['done_then_401', 401, 1],
  ['done_then_403_html', 403, 1],
  ['done_then_429', 429, 1],
  ['done_then_302', 302, 1],
] as const)('%s answers %s after %i payouts', async (kind, wanted, payouts) => {
  const book = bookFile();
  const { w, control } = await simulate({ book, holdSeconds: 0.1 });
  await control('/misbehave', { rail, operation: 'payout', kind, seconds: 0.05 });
  const send = () => w('POST', '/v1/payout', payoutBody('ref-1'), { 'idempotency-key': 'key-1' });
  const reply = await send().catch(() => 'cut' as const);
  expect(reply === 'cut' ? reply : reply.status).toBe(wanted);
  if (reply !== 'cut' && kind === 'html') expect(reply.text).toContain('<html>');
  if (reply !== 'cut' && kind === 'empty') expect(reply.text).toBe('');
  if (reply !== 'cut' && kind === 'huge') expect(reply.text.length).toBeGreaterThan(5_000_000);
  expect(readBook(book).payouts).toHaveLength(payouts);
  expect(readBook(book).misbehaviours).toEqual({ [kind]: 1 });
  // Whatever it was, the same key pays once in the end.
  await expect.poll(async () => (await send()).body?.status, patience).toBe('succeeded');
  expect(readBook(book).payouts).toHaveLength(1);
});

test('done_later says nothing, and acts after a look-up found nothing', async () => {
  const { w, control } = await simulate({ holdSeconds: 0.05 });
  await control('/misbehave', { rail, operation: 'payout', kind: 'done_later', seconds: 2 });
  const send = w('POST', '/v1/payout', payoutBody('ref-1'), { 'idempotency-key': 'key-1' });
  await expect(send).rejects.toThrow();
  const search = async () => (await w('GET', '/v1/payouts/search?client_reference=ref-1')).body.result;
  expect(await search()).toEqual([]);
  await expect.poll(search, patience).toHaveLength(1);
});

test.each(['w', 'c'] as const)(
  'on %s a call that acts later and the repeat of its key pay once',
  async (name) => {
    const book = bookFile();
    const stage = await simulate({ book, holdSeconds: 0.05 });
    const of = name === 'w' ? rail : 'PROVIDER_C';
    await stage.control('/misbehave', { rail: of, operation: 'payout', kind: 'done_later', seconds: 0.3 });
    const send = () =>
      name === 'w'
        ? stage.w('POST', '/v1/payout', payoutBody('ref-1'), { 'idempotency-key': 'key-1' })
        : stage.c('POST', '/v1/transfers', transferBody('ref-1'), { 'idempotency-key': 'key-1' });
    await expect(send()).rejects.toThrow();
    const { id } = (await send()).body;
    await setTimeout(500);
    expect((await send()).body.id).toBe(id);
    expect(readBook(book).payouts).toHaveLength(1);
  },
);

test('an outage answers nothing until it ends', async () => {
  const { w, control } = await simulate();
  await control('/outage', { rail, on: true });
  expect((await w('GET', '/v1/balance')).status).toBe(503);
  await control('/outage', { rail, on: true, by: 'reset' });
  await expect(w('GET', '/v1/balance')).rejects.toThrow();
  await control('/outage', { rail, on: false });
  expect((await w('GET', '/v1/balance')).status).toBe(200);
});

test('a look-up contradicts what was paid, as often as it is told to, then says the truth', async () => {
  const { w, control } = await simulate();
  const { body: session } = await w('POST', '/v1/checkout/sessions', sessionBody('ref-1'));
  await control('/misbehave', { rail, kind: 'lookup_contradicts', times: 2, as: 'failed' });
  const status = async () => (await w('GET', `/v1/checkout/sessions/${session.id}`)).body.checkout_status;
  expect(await status()).toBe('open');
  await control('/pay', { rail, reference: 'ref-1' });
  expect([await status(), await status(), await status()]).toEqual(['expired', 'expired', 'complete']);
});

test('what is done and then refused as if the caller were nobody is refused in the form of its rail', async () => {
  const book = bookFile();
  const { a, c, w, card, control, link } = await wallet({ book });
  const authorized_token = await link();
  const lie = (of: string, kind: string) => control('/misbehave', { rail: of, kind });
  await lie('PROVIDER_A', 'done_then_401');
  expect(await a('process-payment', { amount: '150.00', authorized_token })).toMatchObject({
    status: 401,
    body: { success: false, message: 'Unauthenticated' },
  });
  await lie('PROVIDER_A', 'done_then_403_html');
  const blocked = await a('send-payment', { mobile, amount: '40.00' });
  expect([blocked.status, blocked.body, blocked.text.includes('<html>')]).toEqual([403, undefined, true]);
  await lie('PROVIDER_C', 'done_then_401');
  const sent = await c('POST', '/v1/transfers', transferBody('ref-1'), { 'idempotency-key': 'key-1' });
  expect([sent.status, sent.body]).toEqual([401, { message: 'Invalid API key', statusCode: 401 }]);
  await lie(rail, 'done_then_401');
  const opened = await w('POST', '/v1/checkout/sessions', sessionBody('ref-2'));
  expect([opened.status, opened.body.code]).toEqual([401, 'no-matching-api-key']);
  await lie('PROVIDER_C_CARD', 'done_then_401');
  expect((await card('POST', '/session', orderBody('ref-3'))).body.result).toBe('ERROR');
  const { payments, payouts } = readBook(book);
  expect(payments.map(({ state, reference }) => [state, reference])).toEqual([
    ['paid', null],
    ['open', 'ref-2'],
    ['open', 'ref-3'],
  ]);
  expect(payouts.map(({ state, reference }) => [state, reference])).toEqual([
    ['paid', null],
    ['paid', 'ref-1'],
  ]);
});

test('the repeat of a key that was done is refused, in the words of the rail or of the script', async () => {
  const book = bookFile();
  const { w, c, control } = await simulate({ book });
  const kind = 'duplicate_refused';
  await control('/misbehave', { rail: 'PROVIDER_C', kind, times: 2 });
  await control('/misbehave', { rail, kind, reference: 'ref-2' });
  await control('/misbehave', { rail, kind, status: 409, code: 'idempotency-mismatch', reference: 'ref-2' });
  const toC = () => c('POST', '/v1/transfers', transferBody('ref-1'), { 'idempotency-key': 'key-1' });
  const toW = () => w('POST', '/v1/payout', payoutBody('ref-2'), { 'idempotency-key': 'key-2' });
  expect((await toC()).body.status).toBe('completed');
  for (const _ of [1, 2]) {
    expect(await toC()).toMatchObject({
      status: 400,
      text: JSON.stringify({ message: 'Duplicate transaction', statusCode: 400 }),
    });
  }
  expect((await toC()).body.status).toBe('completed');
  expect((await toW()).body.status).toBe('succeeded');
  expect(await toW()).toMatchObject({ status: 422, body: { code: 'recipient-account-inactive' } });
  expect(await toW()).toMatchObject({ status: 409, body: { code: 'idempotency-mismatch' } });
  expect((await toW()).body.status).toBe('succeeded');
  expect(readBook(book).payouts).toHaveLength(2);
  expect(readBook(book).misbehaviours).toEqual({ duplicate_refused: 4 });
});

test('a refund and a reversal that were done under another answer are refused when they are asked for again', async () => {
  const book = bookFile();
  const { w, control } = await simulate({ book });
  const lie = (operation: string, kind: string) => control('/misbehave', { rail, operation, kind, times: 1 });
  const { id } = (await w('POST', '/v1/checkout/sessions', sessionBody('ref-1'))).body;
  await control('/pay', { rail, reference: 'ref-1' });
  const sent = await w('POST', '/v1/payout', payoutBody('ref-2'), { 'idempotency-key': 'key-2' });
  const back = () => w('POST', `/v1/checkout/sessions/${id}/refund`);
  const reverse = () => w('POST', `/v1/payout/${sent.body.id}/reverse`);
  for (const operation of ['refund', 'reverse']) {
    await lie(operation, 'done_then_401');
    await lie(operation, 'duplicate_refused');
  }
  expect([(await back()).status, (await reverse()).status]).toEqual([401, 401]);
  expect(await back()).toMatchObject({ status: 422, body: { code: 'checkout-refund-failed' } });
  expect(await reverse()).toMatchObject({ status: 409, body: { code: 'payout-not-succeeded' } });
  expect([(await back()).status, (await reverse()).status]).toEqual([200, 200]);
  const { totals } = readBook(book);
  expect([totals[rail].refunds, totals[rail].reversals]).toEqual([1, 1]);
});

test('by the seed the repeats of some keys are refused: once, a few times, or always', async () => {
  const { w } = await simulate({ chaos: 0.9, seed: 5, kinds: ['duplicate_refused'], float: '100000.00' });
  const refusals = new Set<number>();
  for (let n = 0; n < 30; n++) {
    const send = () => w('POST', '/v1/payout', payoutBody(`ref-${n}`), { 'idempotency-key': `key-${n}` });
    expect((await send()).status).toBe(200);
    const statuses = [];
    for (let repeat = 0; repeat < 5; repeat++) statuses.push((await send()).status);
    refusals.add(statuses.filter((status) => status === 422).length);
  }
  expect([...refusals].sort()).toEqual([0, 1, 3, 5]);
});

test('searches do not know a payment for a while, though it is paid and its notice came', async () => {
  let passedMs = 0;
  const ear = await listenForNotices();
  const { w, c, a, card, control, choose } = await wallet({
    now: () => Date.now() + passedMs,
    notify: ear.notify,
  });
  const kind = 'search_behind';
  for (const of of [rail, 'PROVIDER_A', 'PROVIDER_C', 'PROVIDER_C_CARD']) {
    await control('/misbehave', { rail: of, kind, seconds: 120, times: 2 });
  }
  const { body: payout } = await w('POST', '/v1/payout', payoutBody('ref-1'), { 'idempotency-key': 'key-1' });
  const { body: session } = await w('POST', '/v1/checkout/sessions', sessionBody('ref-2'));
  const { body: transfer } = await c('POST', '/v1/transfers', transferBody('ref-3'), {
    'idempotency-key': 'key-3',
  });
  const { data: intent } = (await c('POST', '/v1/payments', intentBody('ref-4'))).body;
  const { body: sent } = await a('send-payment', { mobile, amount: '40.00' });
  await card('POST', '/session', orderBody('ref-5'));
  await control('/pay', { rail, reference: 'ref-2' });
  await control('/pay', { rail: 'PROVIDER_C_CARD', reference: 'ref-5' });
  await choose(intent.payment_link, 'pay');
  await ear.heard(4);
  expect((await w('GET', `/v1/payout/${payout.id}`)).body.status).toBe('succeeded');
  expect((await w('GET', `/v1/checkout/sessions/${session.id}`)).body.checkout_status).toBe('complete');
  const look = async () => [
    (await w('GET', '/v1/payouts/search?client_reference=ref-1')).body.result.length,
    (await w('GET', '/v1/checkout/sessions/search?client_reference=ref-2')).body.result.length,
    (await c('GET', `/v1/transfers/${transfer.transfer_reference}`)).status,
    (await c('GET', `/v1/payments/verify?intent_secret=${intent.intent_secret}`)).status,
    (await a('transaction', { transaction_id: sent.transaction_id })).status,
    (await card('GET', '/order/ref-5')).status,
  ];
  expect(await look()).toEqual([0, 0, 404, 404, 404, 400]);
  passedMs = 121_000;
  expect(await look()).toEqual([1, 1, 200, 200, 200, 200]);
  await control('/misbehave', { rail, kind, rail_reference: payout.id });
  expect((await look())[0]).toBe(0);
  await control('/behave', {});
  expect((await look())[0]).toBe(1);
});

test('by the seed searches are behind for one to ten minutes', async () => {
  const book = bookFile();
  const { w } = await simulate({ book, chaos: 1, seed: 5, kinds: ['search_behind'], float: '100000.00' });
  for (let n = 0; n < 40; n++) {
    await w('POST', '/v1/payout', payoutBody(`ref-${n}`), { 'idempotency-key': `key-${n}` });
  }
  const seconds = linesOf(book)
    .filter(({ misbehaviour }) => misbehaviour === 'search_behind')
    .map(({ at, details }) => (Date.parse(String(details!.until)) - Date.parse(at)) / 1_000);
  expect(seconds.length).toBeGreaterThan(3);
  expect(Math.min(...seconds)).toBeGreaterThanOrEqual(59);
  expect(Math.max(...seconds)).toBeLessThanOrEqual(601);
});

test('a call is answered with the record of another payment', async () => {
  const book = bookFile();
  const { w, c, a, card, control, link } = await wallet({ book });
  const authorized_token = await link();
  const kind = 'another_payments_answer';
  const send = (n: number) =>
    w('POST', '/v1/payout', payoutBody(`ref-${n}`, `${n}.00`), { 'idempotency-key': `key-${n}` });
  await control('/misbehave', { rail, operation: 'payout', kind });
  const first = (await send(1)).body;
  expect(first.client_reference).toBe('ref-1');
  expect((await send(2)).body).toEqual(first);
  const second = (await send(2)).body;
  await control('/misbehave', { rail, kind, operation: 'payout_search' });
  const search = () => w('GET', '/v1/payouts/search?client_reference=ref-1');
  expect((await search()).body.result).toEqual([second]);
  expect((await search()).body.result).toEqual([first]);

  const intents = [1, 2].map(async (n) => (await c('POST', '/v1/payments', intentBody(`in-${n}`))).body.data);
  const [one, two] = await Promise.all(intents);
  await control('/misbehave', { rail: 'PROVIDER_C', kind, operation: 'lookup' });
  const verified = await c('GET', `/v1/payments/verify?intent_secret=${one.intent_secret}`);
  expect(verified.body.data).toEqual(two);
  await card('POST', '/session', orderBody('order-1'));
  await card('POST', '/session', orderBody('order-2'));
  await control('/misbehave', { rail: 'PROVIDER_C_CARD', kind });
  expect((await card('GET', '/order/order-1')).body.id).toBe('order-2');

  // Of the same amount, where nothing else tells them apart.
  const charge = async (amount: string) => (await a('process-payment', { amount, authorized_token })).body;
  const equal = await charge('30.00');
  await charge('31.00');
  await control('/misbehave', { rail: 'PROVIDER_A', kind, operation: 'charge' });
  expect(await charge('30.00')).toEqual(equal);
  const { payouts, payments, misbehaviours } = readBook(book);
  expect(payouts).toHaveLength(2);
  expect(payments.filter((each) => each.rail === 'PROVIDER_A')).toHaveLength(3);
  expect(misbehaviours).toEqual({ another_payments_answer: 5 });
});

test('two charges and two payouts are answered with one id each, and all four are made', async () => {
  const book = bookFile();
  const { a, control, link } = await wallet({ book });
  const authorized_token = await link();
  const charge = async (amount: string) => (await a('process-payment', { amount, authorized_token })).body;
  const send = async (amount: string) => (await a('send-payment', { mobile, amount })).body;
  await control('/misbehave', { rail: 'PROVIDER_A', kind: 'same_id_twice', times: 2 });
  const [in1, in2] = [await charge('10.00'), await charge('11.00')];
  const [out1, out2] = [await send('5.00'), await send('6.00')];
  expect(in2).toEqual({ ...in1, amount: '11.00' });
  expect(out2).toEqual({ ...out1, amount: '6.00' });
  expect((await a('transaction', { transaction_id: in2.transaction_id })).body.amount).toBe('10.00');
  const { payments, payouts } = readBook(book);
  expect(new Set([...payments, ...payouts].map(({ railReference }) => railReference)).size).toBe(4);
  expect([...payments, ...payouts].map(({ state }) => state)).toEqual(['paid', 'paid', 'paid', 'paid']);
});

test('a status goes back after it was said to be paid, for a while', async () => {
  let passedMs = 0;
  const { w, a, c, control } = await wallet({ now: () => Date.now() + passedMs });
  const kind = 'goes_back';
  await control('/misbehave', { rail, kind, seconds: 60 });
  const { body: payout } = await w('POST', '/v1/payout', payoutBody('ref-1'), { 'idempotency-key': 'key-1' });
  expect(payout.status).toBe('succeeded');
  const status = async () => (await w('GET', `/v1/payout/${payout.id}`)).body.status;
  expect([await status(), await status()]).toEqual(['processing', 'processing']);
  passedMs = 61_000;
  expect(await status()).toBe('succeeded');
  await control('/misbehave', { rail, kind, as: 'failed', seconds: 60 });
  const search = await w('GET', '/v1/payouts/search?client_reference=ref-1');
  expect(search.body.result[0]).toMatchObject({ status: 'failed', payout_error: expect.anything() });
  expect(await status()).toBe('failed');

  const { data: intent } = (await c('POST', '/v1/payments', intentBody('ref-2'))).body;
  const verify = async () =>
    (await c('GET', `/v1/payments/verify?intent_secret=${intent.intent_secret}`)).body.data.status;
  await control('/misbehave', { rail: 'PROVIDER_C', kind });
  await control('/pay', { rail: 'PROVIDER_C', reference: 'ref-2' });
  expect([await verify(), await verify()]).toEqual(['successful', 'initialized']);
  await control('/behave', {});
  expect(await verify()).toBe('successful');

  const { transaction_id } = (await a('send-payment', { mobile, amount: '1.00' })).body;
  await control('/misbehave', { rail: 'PROVIDER_A', kind, as: 'failed' });
  expect((await a('transaction', { transaction_id })).body.status).toBe('FAILED');
});

test('by the seed all of the lies come, and PROVIDER_A answers with no id but one that it has told', async () => {
  const book = bookFile();
  const kinds = [
    ...['done_then_401', 'done_then_403_html', 'done_then_429', 'done_then_302'],
    ...['another_payments_answer', 'same_id_twice', 'goes_back'],
  ];
  const { a } = await wallet({ book, chaos: 0.5, seed: 9, kinds, float: '100000.00' });
  const told = new Set<string>();
  for (let n = 1; n <= 60; n++) {
    const { status, body } = await a('send-payment', { mobile, amount: `${n}.00` });
    if (status !== 200) continue;
    const isAnothers = body.amount !== `${n}.00` || told.has(body.transaction_id);
    expect(!isAnothers || told.has(body.transaction_id)).toBe(true);
    told.add(body.transaction_id);
    for (let looks = 0; looks < 2; looks++) {
      await a('transaction', { transaction_id: body.transaction_id });
    }
  }
  expect(readBook(book).payouts).toHaveLength(60);
  expect(Object.keys(readBook(book).misbehaviours).sort()).toEqual(kinds.sort());
});

test('a notice comes before the answer of the call that caused it', async () => {
  const ear = await listenForNotices();
  const { c, control } = await simulate({ notify: ear.notify });
  await control('/misbehave', { rail: 'PROVIDER_C', operation: 'payout', kind: 'before_answer' });
  const key = { 'idempotency-key': 'key-1' };
  await c('POST', '/v1/transfers', transferBody('ref-1'), key);
  expect(ear.told).toHaveLength(1);
  await control('/misbehave', { rail: 'PROVIDER_C', operation: 'open', kind: 'before_answer' });
  await c('POST', '/v1/payments', intentBody('ref-2'));
  expect(ear.told.map(({ body }) => body.event)).toEqual(['transfer.succeeded', 'charge.succeeded']);
});

test('a notice is repeated until it is accepted, and told twice where it is to be a duplicate', async () => {
  const ear = await listenForNotices(500);
  const { c, control } = await simulate({ notify: ear.notify });
  await control('/misbehave', { rail: 'PROVIDER_C', operation: 'notice', kind: 'duplicate', seconds: 0.05 });
  await c('POST', '/v1/transfers', transferBody('ref-1'), { 'idempotency-key': 'key-1' });
  await ear.heard(3);
  expect(new Set(ear.told.map(({ raw }) => raw)).size).toBe(1);
  await expect
    .poll(async () => (await control('/state')).body.notices, patience)
    .toEqual({ owed: 0, under_way: 0, sent: 1 });
});

test('a replayed notice has the same bytes and the same signature', async () => {
  const ear = await listenForNotices();
  const { w, control } = await simulate({ notify: ear.notify });
  await w('POST', '/v1/checkout/sessions', sessionBody('ref-1'));
  await control('/misbehave', { rail, operation: 'notice', kind: 'replayed', seconds: 1.1 });
  await control('/pay', { rail, reference: 'ref-1' });
  await ear.heard(2);
  const [one, two] = ear.told.map(({ raw, headers }) => [raw, headers['wave-signature']]);
  expect(one).toEqual(two);
});

test.each([
  ['forged', false, { amount: '150.00', currency: 'GMD', client_reference: 'ref-1' }],
  ['wrong_amount', true, { amount: '151.00', currency: 'GMD', client_reference: 'ref-1' }],
  ['wrong_currency', true, { amount: '150.00', currency: 'XOF', client_reference: 'ref-1' }],
  ['unknown_reference', true, { amount: '150.00', currency: 'GMD' }],
] as const)('%s comes besides the true notice; signed rightly: %s', async (kind, isSigned, wanted) => {
  const ear = await listenForNotices();
  const { w, control } = await simulate({ notify: ear.notify });
  await w('POST', '/v1/checkout/sessions', sessionBody('ref-1'));
  await control('/misbehave', { rail, operation: 'notice', kind });
  await control('/pay', { rail, reference: 'ref-1' });
  await ear.heard(2);
  const facts = ear.told.map(({ raw, headers, body }) => {
    const [, time, signature] = /^t=(\d+),v1=(\w+)/.exec(headers['wave-signature']!)!;
    const right = createHmac('sha256', 'secret-1-of-w')
      .update(time + raw)
      .digest('hex');
    return { isSigned: signature === right, type: body.type, data: body.data };
  });
  const type = 'checkout.session.completed';
  const truth = { amount: '150.00', currency: 'GMD', client_reference: 'ref-1', payment_status: 'succeeded' };
  expect(facts).toContainEqual({ isSigned: true, type, data: expect.objectContaining(truth) });
  const extra = { ...wanted, payment_status: 'succeeded' };
  expect(facts).toContainEqual({ isSigned, type, data: expect.objectContaining(extra) });
  if (kind === 'unknown_reference') {
    expect(facts.map(({ data }) => data.client_reference)).not.toEqual(['ref-1', 'ref-1']);
  }
});

test('a lost notice never comes, a late one when it is released, and later ones overtake a reordered one', async () => {
  const ear = await listenForNotices();
  const book = bookFile();
  const { w, control } = await simulate({ notify: ear.notify, book });
  for (const n of [1, 2, 3, 4]) await w('POST', '/v1/checkout/sessions', sessionBody(`ref-${n}`));
  const pay = async (n: number, kind?: string, seconds?: number) => {
    const reference = `ref-${n}`;
    if (kind) await control('/misbehave', { rail, operation: 'notice', kind, seconds, reference });
    await control('/pay', { rail, reference });
  };
  await pay(1, 'lost');
  await pay(2, 'late', 3 * 86_400);
  await pay(3, 'reordered', 2);
  await pay(4);
  await ear.heard(2);
  expect((await control('/notices/release', {})).body).toEqual({ released: 1 });
  await ear.heard(3);
  expect(ear.told.map(({ body }) => body.data.client_reference)).toEqual(['ref-4', 'ref-3', 'ref-2']);
  expect(readBook(book).misbehaviours).toEqual({ lost: 1, late: 1, reordered: 1 });
});

test('customers who act by themselves pay, decline, or pay in the moment in which we close', async () => {
  const ear = await listenForNotices();
  const { w } = await simulate({ customers: 'auto', seed: 3, notify: ear.notify });
  const referenceOf = (kind: string) =>
    Array.from({ length: 500 }, (_, n) => `ref-${n}`).find((each) => {
      const plan = customerPlan(3, rail, each, 20_000);
      return plan.kind === kind && plan.delayMs < 400;
    })!;
  const open = async (kind: string) =>
    (await w('POST', '/v1/checkout/sessions', sessionBody(referenceOf(kind)))).body.id as string;
  const show = async (id: string) => (await w('GET', `/v1/checkout/sessions/${id}`)).body;
  const [soon, twice, last] = [
    await open('pays_soon'),
    await open('tries_twice'),
    await open('pays_on_close'),
  ];
  await expect.poll(async () => (await show(soon)).checkout_status, patience).toBe('complete');
  await expect.poll(async () => (await show(twice)).checkout_status, patience).toBe('complete');
  expect((await show(last)).checkout_status).toBe('open');
  expect((await w('POST', `/v1/checkout/sessions/${last}/expire`)).body.code).toBe(
    'checkout-session-complete',
  );
  await ear.heard(4);
  const types = ear.told.filter(({ body }) => body.data.id === twice).map(({ body }) => body.type);
  expect(types).toEqual(['checkout.session.payment_failed', 'checkout.session.completed']);
});

test('a customer whose link was lost on its way pays by the one that he got, and once', async () => {
  const book = bookFile();
  const { c, base } = await simulate({ book, customers: 'visit', seed: 3 });
  const reference = Array.from({ length: 500 }, (_, n) => `ref-${n}`).find((each) => {
    const plan = customerPlan(3, 'PROVIDER_C', each, 20_000);
    return plan.kind === 'pays_soon' && plan.delayMs < 200;
  })!;
  const open = async () =>
    new URL((await c('POST', '/v1/payments', intentBody(reference))).body.data.payment_link).pathname;
  const [lost, got] = [await open(), await open()];
  await fetch(base + got);
  await expect.poll(() => readBook(book).totals.PROVIDER_C.collections, patience).toBe(1);
  await fetch(base + lost);
  const paid = readBook(book).payments.filter(({ state }) => state === 'paid');
  expect(paid.map(({ railReference }) => got.endsWith(railReference))).toEqual([true]);
});

test('a script that nobody understands is refused', async () => {
  const { control } = await simulate();
  expect((await control('/misbehave', { rail: 'W', kind: 'latency' })).status).toBe(400);
  expect((await control('/misbehave', { rail, kind: 'nonsense' })).body.message).toContain(callKinds[0]);
});

function linesOf(book: string): BookLine[] {
  return [...readLines(book)].map(({ line }) => line);
}

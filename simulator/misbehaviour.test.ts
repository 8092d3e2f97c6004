import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { type BookLine, readBook, readLines } from './book.ts';
import { customerPlan, payeePlan } from './customers.ts';
import { callKinds } from './misbehaviour.ts';
import {
  bookFile,
  intentBody,
  listenForNotices,
  payoutBody,
  sessionBody,
  simulate,
  transferBody,
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

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { giveBalance } from '#e2e/setup/balance';
import { newClient, newUser } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { initiateCollection } from '#lib/collections/initiate-collection';
import type { Context } from '#lib/context';
import { addNote, newNote } from '#lib/customers/add-note';
import { getCustomer } from '#lib/customers/get-customer';
import { customerQuery, listCustomers } from '#lib/customers/list-customers';
import { removeNote } from '#lib/customers/remove-note';
import type { DashboardContext } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { newId } from '#lib/ids';
import { fundFloat } from '#lib/ledger/fund-float';
import { cancelPaymentRequest } from '#lib/payment-requests/cancel-payment-request';
import { createPaymentRequest } from '#lib/payment-requests/create-payment-request';
import { readNewRequest } from '#lib/payment-requests/request-body';
import { initiatePayout } from '#lib/payouts/initiate-payout';
import { bookCollectionNews } from '#lib/rail-work/book-collection';
import { initiateRefund } from '#lib/refunds/initiate-refund';
import type { Transaction } from '#lib/transactions/transaction';

// Not covered: how fast a page is among a million payments, which no test of a busy machine can say.

let database: TestDatabase;
/** Of an owner, whose clock goes on by a minute whenever it is looked at. */
let ctx: DashboardContext;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  ctx = await newShop();
});

async function newShop(): Promise<DashboardContext> {
  let at = Date.parse('2026-11-01T08:00:00Z');
  return newUser('owner', await newClient(), () => {
    at += 60_000;
    return new Date(at);
  });
}

/** Paid unless another end is named. */
async function pay(
  mobile: string,
  name: string | null = null,
  facts: { amount?: bigint; end?: 'SUCCEEDED' | 'CANCELLED' } = {},
  own: Context = ctx,
): Promise<Transaction> {
  const { transaction } = await initiateCollection(own, {
    amount: facts.amount ?? 10_00n,
    currency: 'GMD',
    client_reference: newId(),
    provider: 'PROVIDER_W',
    customer_mobile: mobile,
    ...(name !== null && { customer_name: name }),
    metadata: {},
  });
  await bookCollectionNews(own, transaction, { state: facts.end ?? 'SUCCEEDED' });
  return transaction;
}

async function ask(facts: Record<string, unknown>, own: Context = ctx) {
  const body = await readNewRequest('SANDBOX', { description: 'Rice', amount: '150.00', ...facts });
  return (await createPaymentRequest(own, body)).request;
}

const list = (query: Record<string, string> = {}, own: Context = ctx) =>
  listCustomers(own, validate(customerQuery, query));
const numbers = async (query: Record<string, string> = {}, own: Context = ctx) =>
  (await list(query, own)).data.map(({ mobile }) => mobile);

/** Rows as payments leave them, for what takes more of them than verbs make in a test: every one of these numbers, in their order. */
async function fill(mobiles: string[], facts: { type?: string; name?: string } = {}, own: Context = ctx) {
  await superuserSql()`
    insert into transactions (client_id, environment, id, type, client_reference, attempt, request_hash, provider,
      amount_bututs, commission_bps, status, mobile, customer_name, created_at, updated_at, completed_at)
    select ${own.client.id}::uuid, 'SANDBOX', uuid_v7(at), ${facts.type ?? 'collection'}, gen_random_uuid()::text, 1, ''::bytea, 'PROVIDER_W',
      100, 150, 'SUCCEEDED', mobile, ${facts.name ?? null}, at, at, at
    from unnest(${mobiles}::text[]) with ordinality as m (mobile, place)
    cross join lateral (select ${own.now().toISOString()}::timestamptz + make_interval(secs => place / 1000.0) as at) a`;
  // As a worker does with a table that has grown (lib/jobs/refresh-statistics.ts).
  await superuserSql()`analyze transactions`;
}

const numberOf = (n: number) => `+2207${String(n).padStart(6, '0')}`;

describe('the customers of a client', () => {
  test('are the numbers of its collections, whatever became of them, and of its requests to pay', async () => {
    await pay('+2207000001', null, { end: 'CANCELLED' });
    await ask({ customer_mobile: '+2207000002' });
    await ask({ customer_email: 'awa@example.com' });
    await pay('+2207000003');
    await giveBalance(ctx, 100_00n);
    await payOut('+2207000004');
    expect(await numbers()).toEqual(['+2207000003', '+2207000002', '+2207000001']);
    await expect(getCustomer(ctx, '+2207000004')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('stand by their newest payment or request, with what each has paid and how the last one ended', async () => {
    await pay('+2207000001', 'Awa Ceesay', { amount: 30_00n });
    await pay('+2207000001', null, { amount: 20_00n });
    await pay('+2207000002', 'Lamin Jallow');
    await pay('+2207000001', null, { end: 'CANCELLED' });
    const { data } = await list();
    expect(data).toMatchObject([
      {
        mobile: '+2207000001',
        name: 'Awa Ceesay',
        payments: 2,
        paid_amount: '50.00',
        figures_are_whole: true,
        last_payment: { status: 'CANCELLED' },
      },
      { mobile: '+2207000002', payments: 1, paid_amount: '10.00', last_payment: { status: 'SUCCEEDED' } },
    ]);
    await ask({ customer_mobile: '+2207000002', customer_name: 'Lamin, the tailor' });
    expect((await list()).data[0]).toMatchObject({ mobile: '+2207000002', name: 'Lamin, the tailor' });
  });

  test('have paid what they paid less what they have back, and payouts to them are another matter', async () => {
    const paid = await pay('+2207000001', 'Awa Ceesay', { amount: 100_00n });
    await fundFloat(ctx, 'PROVIDER_W', 500_00n);
    await initiateRefund(ctx, {
      collection: paid.id,
      client_reference: 'back',
      metadata: {},
      amount: 25_50n,
    });
    await giveBalance(ctx, 100_00n);
    await payOut('+2207000001');
    expect((await list()).data[0]).toMatchObject({
      payments: 1,
      paid_amount: '74.50',
      payouts: 1,
      paid_out_amount: '40.00',
    });
  });

  test('of one client and environment are never another’s', async () => {
    await pay('+2207000001', 'Awa Ceesay');
    await ask({ customer_mobile: '+2207000002', customer_name: 'Awa Bah' });
    await addNote(ctx, '7000001', { text: 'Pays on Fridays.' });
    const other = await newShop();
    await pay('+2207000009', null, {}, other);
    for (const stranger of [other, { ...ctx, environment: 'LIVE' as const }]) {
      const own = stranger === other ? ['+2207000009'] : [];
      expect(await numbers({}, stranger)).toEqual(own);
      expect(await numbers({ q: 'awa' }, stranger)).toEqual([]);
      expect(await numbers({ q: '00000' }, stranger)).toEqual(own);
      for (const mobile of ['7000001', '7000002'])
        await expect(getCustomer(stranger, mobile)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    await pay('+2207000001', null, {}, other);
    expect(await getCustomer(other, '7000001')).toMatchObject({ name: null, payments: 1, notes: [] });
  });
});

describe('the pages of customers', () => {
  test('have everybody once, in order, whoever pays in between', async () => {
    for (const n of [1, 2, 3, 1, 4, 2, 5, 1]) await pay(numberOf(n));
    await ask({ customer_mobile: numberOf(6) });
    const first = await list({ limit: '2' });
    expect(first.data.map(({ mobile }) => mobile)).toEqual([numberOf(6), numberOf(1)]);
    const seen: string[] = [];
    for (let cursor = first.pagination.next_cursor; cursor !== null; ) {
      const page = await list({ limit: '2', cursor });
      seen.push(...page.data.map(({ mobile }) => mobile));
      // Somebody of a page that was seen pays again, and is not seen twice.
      await pay(numberOf(5));
      cursor = page.pagination.next_cursor;
    }
    expect(seen).toEqual([numberOf(5), numberOf(2), numberOf(4), numberOf(3)]);
  });

  test('find those who paid long ago behind one who pays all the time, and name all of a few', async () => {
    await fill([numberOf(1), numberOf(2), numberOf(3)]);
    await fill(Array(6_000).fill(numberOf(9)));
    expect(await numbers()).toEqual([9, 3, 2, 1].map(numberOf));
    const [busy] = (await list({ limit: '1' })).data;
    expect(busy).toMatchObject({ payments: 1_001, paid_amount: '1001.00', figures_are_whole: false });
    expect(await getCustomer(ctx, numberOf(9))).toMatchObject({ payments: 6_000, figures_are_whole: true });
  });

  test('of more numbers than are looked at one by one lead to the last', async () => {
    const many = Array.from({ length: 3_200 }, (_, n) => numberOf(n));
    await fill(many);
    // As of whoever pays salaries and is paid seldom.
    await fill([...many, ...many], { type: 'payout' });
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await listCustomers(ctx, {
        ...validate(customerQuery, cursor ? { cursor } : {}),
        limit: 1_000,
      });
      expect(page.data.length).toBeGreaterThan(0);
      seen.push(...page.data.map(({ mobile }) => mobile));
      cursor = page.pagination.next_cursor;
    }
    expect(seen).toEqual(many.toReversed());
    expect((await numbers({ q: '03199' }))[0]).toBe(numberOf(3_199));
  });
});

describe('a search', () => {
  test('finds by words of a name, whatever their case, and by digits', async () => {
    await pay('+2207012345', 'Awa Ceesay');
    await pay('+2203012346', 'Lamin Jallow');
    await ask({ customer_mobile: '+2209012347', customer_name: 'Hawa “100 %” Bah' });
    expect(await numbers({ q: 'awa' })).toEqual(['+2207012345']);
    expect(await numbers({ q: 'ceesay' })).toEqual(['+2207012345']);
    expect(await numbers({ q: 'BAH' })).toEqual(['+2209012347']);
    expect(await numbers({ q: '100 %' })).toEqual(['+2209012347']);
    expect(await numbers({ q: '(' })).toEqual([]);
    expect(await numbers({ q: '012 34' })).toEqual(['+2209012347', '+2203012346', '+2207012345']);
    expect(await numbers({ q: '2346' })).toEqual(['+2203012346']);
    expect(await numbers({ q: '00220 701-2345' })).toEqual(['+2207012345']);
    expect(await numbers({ q: '701 9999' })).toEqual([]);
  });

  test('has pages as well', async () => {
    for (const n of [1, 2, 3]) await pay(numberOf(n), 'Awa');
    const { pagination, data } = await list({ q: 'awa', limit: '2' });
    expect(data.map(({ mobile }) => mobile)).toEqual([numberOf(3), numberOf(2)]);
    const rest = await list({ q: 'awa', limit: '2', cursor: pagination.next_cursor ?? '' });
    expect(rest).toMatchObject({ data: [{ mobile: numberOf(1) }], pagination: { next_cursor: null } });
  });
});

describe('a number of before and after the renumbering', () => {
  test('is one customer, with the payments, requests and notes of both spellings', async () => {
    await pay('+2207000001', 'Awa Ceesay', { amount: 30_00n });
    await addNote(ctx, '+2207000001', { text: 'Pays on Fridays.' });
    await pay('+2203000001');
    await pay('+220877000001', null, { amount: 12_00n });
    await ask({ customer_mobile: '+2207000001', due_on: '2026-10-01' });
    // The same seven digits behind another operator's prefix are somebody else.
    await pay('+220837000001');
    expect(await numbers()).toEqual(['+220837000001', '+2207000001', '+2203000001']);
    for (const mobile of ['7000001', '877000001', '+220 87 700 00 01']) {
      expect(await getCustomer(ctx, mobile)).toMatchObject({
        mobile: '+2207000001',
        spellings: ['+2207000001', '+220877000001'],
        name: 'Awa Ceesay',
        payments: 2,
        paid_amount: '42.00',
        requests: [{ status: 'OVERDUE', amount: '150.00' }],
        notes: [{ text: 'Pays on Fridays.' }],
      });
    }
    expect(await numbers({ q: '877000001' })).toEqual(['+2207000001']);
    expect((await list({ limit: '1' })).data).toHaveLength(1);
  });
});

describe('a customer', () => {
  test('is known since the first payment or request, and has the requests that can still be paid', async () => {
    const first = await pay('+2207000001');
    const [open, overdue] = [{ description: 'Open' }, { description: 'Overdue', due_on: '2026-10-01' }];
    await ask({ customer_mobile: '+2207000001', ...overdue });
    await ask({ customer_mobile: '+2207000001', ...open });
    const gone = await ask({ customer_mobile: '+2207000001', description: 'Cancelled' });
    await cancelPaymentRequest(ctx, gone.link.id);
    expect(await getCustomer(ctx, '7000001')).toMatchObject({
      since: first.createdAt.toISOString(),
      requests: [{ description: 'Open' }, { description: 'Overdue' }],
      has_more_requests: false,
    });
    for (let n = 0; n < 20; n++) await ask({ customer_mobile: '+2207000001' });
    const many = await getCustomer(ctx, '7000001');
    expect([many.requests.length, many.has_more_requests]).toEqual([20, true]);
  });

  test.each(['', 'awa', '12', '+221 7000001', '+2207000001'])('%j is none', async (mobile) => {
    await pay('+2207000002');
    await expect(getCustomer(ctx, mobile)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a note', () => {
  beforeEach(() => pay('+2207000001'));

  test('says who wrote it and when, the newest first, and can be taken away', async () => {
    const first = await addNote(ctx, '7000001', { text: 'Pays on Fridays.' });
    const colleague = { ...(await newUser('accountant', ctx.client)), environment: ctx.environment };
    const second = await addNote(
      colleague,
      '877000001',
      validate(newNote, { text: ' Owes\r\na bag of rice. ' }),
    );
    expect((await getCustomer(ctx, '7000001')).notes).toEqual([
      { id: second.id, text: 'Owes\na bag of rice.', by: colleague.user.name, at: second.at },
      first,
    ]);
    await removeNote(ctx, '7000001', second.id);
    expect((await getCustomer(ctx, '7000001')).notes).toEqual([first]);
    await expect(removeNote(ctx, '7000001', second.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('leaves neither its words nor the number in the record of who did what', async () => {
    const { id } = await addNote(ctx, '7000001', { text: 'Pays on Fridays.' });
    await removeNote(ctx, '7000001', id);
    const lines = await superuserSql()`
      select action, subject_id, before, after from audit_log where client_id = ${ctx.client.id} and action like 'customer.%' order by id`;
    expect(lines).toEqual([
      { action: 'customer.noted', subject_id: id, before: null, after: null },
      { action: 'customer.note_removed', subject_id: id, before: null, after: null },
    ]);
  });

  test('is of a customer of one’s own only, and gone from none of another’s', async () => {
    const { id } = await addNote(ctx, '7000001', { text: 'Pays on Fridays.' });
    const other = await newShop();
    await expect(addNote(ctx, '7000002', { text: 'Who?' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(addNote(other, '7000001', { text: 'Who?' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await pay('+2207000002');
    await pay('+2207000001', null, {}, other);
    for (const [whose, mobile, note] of [
      [other, '7000001', id],
      [{ ...ctx, environment: 'LIVE' as const }, '7000001', id],
      [ctx, '7000002', id],
      [ctx, '7000001', 'none'],
    ] as const) {
      await expect(removeNote(whose, mobile, note)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    expect((await getCustomer(ctx, '7000001')).notes).toHaveLength(1);
  });

  test('has up to 500 characters, and a customer 100 of them', async () => {
    expect(newNote.safeParse({ text: 'a'.repeat(500) }).success).toBe(true);
    for (const text of ['a'.repeat(501), ' ', undefined])
      expect(newNote.safeParse({ text }).success).toBe(false);
    for (let n = 0; n < 100; n++) await addNote(ctx, '7000001', { text: `No. ${n}` });
    await expect(addNote(ctx, '7000001', { text: 'More' })).rejects.toMatchObject({ code: 'INVALID_STATE' });
  });
});

async function payOut(mobile: string): Promise<void> {
  await fundFloat(ctx, 'PROVIDER_W', 500_00n);
  await initiatePayout(ctx, {
    amount: 40_00n,
    currency: 'GMD',
    recipient_mobile: mobile,
    client_reference: newId(),
    provider: 'PROVIDER_W',
    metadata: {},
  });
}

import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { giveBalance } from '#e2e/setup/balance';
import { brokenRules } from '#e2e/setup/broken-rules';
import { NEXT_YEAR } from '#e2e/setup/next-year';
import { visitor } from '#e2e/setup/payer';
import { newClient, newUser } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase, withoutGuards } from '#e2e/setup/test-database';
import { whereIs } from '#e2e/setup/where-is';
import { sealBooks } from '#lib/book-seals/seal-books';
import { mobile as asRead } from '#lib/browser/format';
import { initiateCollection } from '#lib/collections/initiate-collection';
import { addNote } from '#lib/customers/add-note';
import { eraseCustomer } from '#lib/customers/erase-customer';
import { workErasures } from '#lib/customers/work-erasures';
import { validate } from '#lib/http/validate';
import { newId } from '#lib/ids';
import { forgetFaultyRows } from '#lib/jobs/retention';
import { fundFloat } from '#lib/ledger/fund-float';
import { claimMessages, sendMessage } from '#lib/messages/send-message';
import { changeThreshold } from '#lib/payment-approvals/change-threshold';
import { rejectPayment, withdrawPayment } from '#lib/payment-approvals/decide-payment';
import { giveBack, isWaiting, payOut } from '#lib/payment-approvals/make-payment';
import type { MemberContext } from '#lib/payment-approvals/threshold';
import { cancelPaymentRequest } from '#lib/payment-requests/cancel-payment-request';
import { createPaymentRequest } from '#lib/payment-requests/create-payment-request';
import { markPaidByHand } from '#lib/payment-requests/mark-paid-by-hand';
import { readNewRequest } from '#lib/payment-requests/request-body';
import { takeBackMark } from '#lib/payment-requests/take-back-mark';
import { createBatch } from '#lib/payout-batches/create-batch';
import { endBatch } from '#lib/payout-batches/end-batch';
import { readPayout } from '#lib/payouts/read-payout';
import { bookCollectionNews } from '#lib/rail-work/book-collection';
import { createRecipient } from '#lib/recipients/create-recipient';
import { newRecipient } from '#lib/recipients/recipient';
import { initiateRefund } from '#lib/refunds/initiate-refund';
import { readRefund } from '#lib/refunds/refund-request';
import { checkList, listBody, presentCheck } from '#lib/request-lists/check-list';
import { createList } from '#lib/request-lists/create-list';
import { getAnyTransaction } from '#lib/transactions/read';
import { saveFilters } from '#lib/users/saved-filters';

// What people and machines wrote beside a customer's payments, without the number standing in it.

const DAY_MS = 24 * 60 * 60 * 1000;
let mobile: string;
let secret: string;
let tests = 0;
let database: TestDatabase;
let folder: string;
let sql: Sql;
let owner: MemberContext;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'kaira-erased-'));
  vi.stubEnv('KAIRA_DATA_DIR', folder);
  sql = superuserSql();
});
beforeEach(async () => {
  tests++;
  mobile = `+220702${9800 + tests}`;
  secret = `Isatou’s ${tests}th uncle`;
  owner = await newUser('owner', await newClient());
});
afterAll(async () => {
  while (await sealBooks());
  const broken = await brokenRules(sql);
  await database.drop();
  await rm(folder, { recursive: true });
  expect(broken).toEqual([]);
});

async function erase(ctx = owner) {
  while (await sealBooks());
  await eraseCustomer(ctx, mobile);
  while (await workErasures(new Date()));
}

async function paid(amount = 100_00n) {
  const body = {
    ...{ amount, currency: 'GMD' as const, provider: 'PROVIDER_W', client_reference: randomUUID() },
    ...{ customer_mobile: mobile, metadata: {} },
  };
  const { transaction } = await initiateCollection(owner, body);
  return (await bookCollectionNews(owner, transaction, { state: 'SUCCEEDED' })).transaction;
}

const refundOf = (collection: string, amount?: string) =>
  readRefund({ collection, client_reference: randomUUID(), reason: secret, ...(amount && { amount }) });

describe('words', () => {
  test('what the client’s endpoint answered of their payments is gone', async () => {
    const { id } = await paid();
    const delivery = newId();
    await sql`
      insert into deliveries (client_id, environment, id, event_id, endpoint_id, transaction_id, event, status, attempts, created_at)
      select client_id, environment, ${delivery}, id, ${newId()}, transaction_id, event, 'SKIPPED', 1, now()
      from events where transaction_id = ${id} limit 1`;
    await sql`
      insert into delivery_attempts (client_id, delivery_id, attempt, at, response_status, latency_ms, response_excerpt)
      values (${owner.client.id}, ${delivery}, 1, now(), 200, 5, ${`got ${secret}`})`;
    await erase();
    expect(await whereIs(sql, secret)).toEqual([]);
    const [attempt] =
      await sql`select response_status from delivery_attempts where delivery_id = ${delivery}`;
    expect(attempt).toEqual({ response_status: 200 });
    const change = sql`update delivery_attempts set response_excerpt = 'x' where delivery_id = ${delivery}`;
    await expect(change).rejects.toMatchObject({ code: 'KA001' });
    await withoutGuards(async (tx) => {
      await tx`delete from delivery_attempts where delivery_id = ${delivery}`;
      await tx`delete from deliveries where id = ${delivery}`;
    });
  });

  test('the reason of a refund is gone, also of those that a colleague was asked about', async () => {
    const collection = await paid();
    await giveBalance(owner, 100_00n);
    await fundFloat(owner, 'PROVIDER_W', 100_00n);
    await initiateRefund(owner, refundOf(collection.id, '10.00'));
    const accountant = await newUser('accountant', owner.client);
    await changeThreshold(owner, 30_00n);
    const withdrawn = await giveBack(owner, refundOf(collection.id, '40.00'));
    if (!isWaiting(withdrawn)) throw new Error('It does not wait');
    await withdrawPayment(owner, withdrawn.approval.id);
    const rejected = await giveBack(owner, refundOf(collection.id, '41.00'));
    if (!isWaiting(rejected)) throw new Error('It does not wait');
    await rejectPayment(accountant, rejected.approval.id, `Not for ${secret}`);
    expect(await whereIs(sql, secret)).toEqual(['approvals', 'audit_log', 'transactions']);
    await erase();
    expect(await whereIs(sql, secret)).toEqual([]);
    expect(await brokenRules(sql)).toEqual([]);
    while (await sealBooks());
    expect(await brokenRules(sql)).toEqual([]);
  });

  test('the message of a request is gone; what it is for stays', async () => {
    const asked = { description: 'School fees', message: secret, amount: '150.00', customer_mobile: mobile };
    const { request } = await createPaymentRequest(owner, await readNewRequest('SANDBOX', asked));
    await cancelPaymentRequest(owner, request.link.id);
    await erase();
    expect(await whereIs(sql, secret)).toEqual([]);
    const [link] = await sql`select title from payment_links where id = ${request.link.id}`;
    expect(link?.title).toBe('School fees');
  });

  test('a payment that another number made of their request names and tells nothing of them any more', async () => {
    const asked = {
      ...{ description: 'School fees', amount: '150.00', customer_name: secret, customer_mobile: mobile },
      metadata: { child: secret },
    };
    const { request } = await createPaymentRequest(owner, await readNewRequest('SANDBOX', asked));
    const mother = '+2207029999';
    const { id } = await visitor(request.link).begin({ number: 'other', mobile: mother });
    const [begun] = await sql`select * from transactions where id = ${id}`;
    expect(begun).toMatchObject({ mobile: mother, customer_name: secret, metadata: { child: secret } });
    await bookCollectionNews(owner, await getAnyTransaction(owner, id), { state: 'SUCCEEDED' });
    await erase();
    expect(await whereIs(sql, secret)).toEqual([]);
    const [after] = await sql`select mobile, customer_name, metadata from transactions where id = ${id}`;
    expect(after).toEqual({ mobile: mother, customer_name: null, metadata: {} });
    expect(await brokenRules(sql)).toEqual([]);
  });

  test('Activity has no note of a payment in cash, nor of one that was taken back', async () => {
    const asked = { description: 'Fees', amount: '150.00', customer_mobile: mobile };
    const { request } = await createPaymentRequest(owner, await readNewRequest('SANDBOX', asked));
    const { paidByHand } = await markPaidByHand(owner, request.link.id, { note: secret });
    await takeBackMark(owner, request.link.id, { marked_at: paidByHand?.at.toISOString() ?? '' });
    const again = await markPaidByHand(owner, request.link.id, { note: `${secret} again` });
    expect(await whereIs(sql, secret)).toEqual(['audit_log', 'payment_requests']);
    await erase();
    expect(await whereIs(sql, secret)).toEqual([]);
    const marked_at = again.paidByHand?.at.toISOString() ?? '';
    await expect(takeBackMark(owner, request.link.id, { marked_at })).rejects.toMatchObject({
      code: 'INVALID_STATE',
      message: expect.stringContaining('was erased'),
    });
    while (await sealBooks());
    expect(await brokenRules(sql)).toEqual([]);
  });

  test('a saved search for the number is gone, of the whole team, and no other', async () => {
    await paid();
    const colleague = await newUser('accountant', owner.client);
    await saveFilters(owner, { name: secret, query: `q=${encodeURIComponent(asRead(mobile))}` });
    await saveFilters(colleague, { name: secret, query: `q=${mobile.slice(1)}` });
    await saveFilters(colleague, { name: 'Paid', query: 'status=SUCCEEDED' });
    await erase();
    expect(await whereIs(sql, secret)).toEqual([]);
    const [row] = await sql`select saved_filters from users where id = ${colleague.user.id}`;
    expect(row?.saved_filters).toMatchObject([{ name: 'Paid' }]);
  });
});

describe('files', () => {
  test('a trial’s e-mails about them are removed from the folder as well', async () => {
    const live = { ...owner, environment: 'LIVE' as const };
    const asked = {
      ...{ description: 'Rice', amount: '150.00', customer_mobile: mobile },
      ...{ customer_email: `isatou${tests}@home.example`, send_email: true },
    };
    const { request } = await createPaymentRequest(live, await readNewRequest('LIVE', asked));
    await sql`
      insert into messages (event, address, kind, facts, run_at, useful_until, created_at)
      values (${randomUUID()}, ${owner.user.email}, 'password_reset', ${JSON.stringify({ who: `${asRead(mobile)} (your reference 7)` })}::text::jsonb, now(), now() + interval '1 day', now()),
             (${randomUUID()}, ${owner.user.email}, 'password_reset', '{}', now(), now() + interval '1 day', now())`;
    for (const claimed of await claimMessages(10)) await sendMessage(claimed);
    expect(await readdir(path.join(folder, 'outbox'))).toHaveLength(3);
    await cancelPaymentRequest(live, request.link.id);
    await erase(live);
    expect(await readdir(path.join(folder, 'outbox'))).toHaveLength(1);
  });

  test('the faulty rows of a file of payouts are forgotten 30 days after it ended, and no other row', async () => {
    const typed = mobile.slice(4, 8);
    const csv = `reference,mobile,amount,name,note\nwage-1,${typed},10.00,${secret},${secret}\n${secret},7012345,ten,Awa,\nwage-3,7012346,12.00,Lamin,\n`;
    const batch = await createBatch(owner, { file_name: 'wages.csv', provider: 'PROVIDER_W', csv });
    const open = await createBatch(owner, { file_name: 'more.csv', provider: 'PROVIDER_W', csv });
    await endBatch(owner, batch.id);
    const rows = () =>
      sql`select line, reference, mobile, name, status, reason is not null as why from payout_batch_rows where batch_id = ${batch.id} order by line`;
    expect(await forgetFaultyRows(10, new Date(Date.now() + 29 * DAY_MS))).toBe(0);
    expect((await rows())[0]).toMatchObject({ name: secret });
    expect(await forgetFaultyRows(10, new Date(Date.now() + 31 * DAY_MS))).toBe(1);
    expect(await forgetFaultyRows(10, new Date(Date.now() + 31 * DAY_MS))).toBe(0);
    const blank = { reference: '', mobile: '', name: null, status: 'BAD', why: true };
    expect(await rows()).toEqual([
      { line: 2, ...blank },
      { line: 3, ...blank },
      { line: 4, reference: 'wage-3', mobile: '+2207012346', name: 'Lamin', status: 'READY', why: false },
    ]);
    const [kept] = await sql`select name from payout_batch_rows where batch_id = ${open.id} and line = 2`;
    expect(kept).toEqual({ name: secret });
    await endBatch(owner, open.id);
  });

  test('a list with an erased pupil is taken again: nobody is asked anew, and what is new is made', async () => {
    const of = (more = '') =>
      listBody.parse({
        name: `Fees ${tests}`,
        csv: `name,mobile,amount,reference,due_on\nIsatou,${mobile},1500.00,T-${tests}-1,${NEXT_YEAR}-01-31\nAwa,7019999,1500.00,T-${tests}-2,${NEXT_YEAR}-01-31\n${more}`,
      });
    const { id } = await createList(owner, of());
    const [first] = await sql`
      select r.id from payment_requests r join payment_links l on l.id = r.id where r.list_id = ${id} and l.customer_mobile = ${mobile}`;
    await cancelPaymentRequest(owner, first?.id);
    await erase();
    const longer = of(`Lamin,7019998,1500.00,T-${tests}-3,${NEXT_YEAR}-01-31\n`);
    const checked = presentCheck(await checkList(owner, longer));
    expect(checked).toMatchObject({ ready: 1, made: 1, erased: 1, bad: 0 });
    expect(checked.rows[0]).toMatchObject({ verdict: 'ERASED', reason: null });
    expect(await createList(owner, longer)).toEqual({ id, made: 1, there: 2 });
    const [asked] = await sql`select count(*)::int as n from payment_links where customer_mobile = ${mobile}`;
    expect(asked?.n).toBe(0);
  });
});

describe('who can be erased', () => {
  test('nobody of whom nothing is there', async () => {
    await expect(eraseCustomer(owner, mobile)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await sql`select from erasures where client_id = ${owner.client.id}`).toHaveLength(0);
  });

  test('who was only paid, only asked, only saved or only noted', async () => {
    await createRecipient(owner, validate(newRecipient, { name: 'Isatou', mobile }));
    await erase();
    await giveBalance(owner, 490_00n);
    await fundFloat(owner, 'PROVIDER_W', 490_00n);
    const out = {
      amount: '20.00',
      currency: 'GMD',
      recipient_mobile: mobile,
      client_reference: randomUUID(),
    };
    await payOut(owner, await readPayout(owner, out));
    await erase();
    const asked = { description: 'Rice', amount: '150.00', customer_mobile: mobile };
    const { request } = await createPaymentRequest(owner, await readNewRequest('SANDBOX', asked));
    await cancelPaymentRequest(owner, request.link.id);
    await addNote(owner, mobile, { text: secret });
    await erase();
    const csv = `reference,mobile,amount\nwage-1,${mobile},10.00\n`;
    const batch = await createBatch(owner, { file_name: 'wages.csv', provider: 'PROVIDER_W', csv });
    await endBatch(owner, batch.id);
    await erase();
    expect(await whereIs(sql, mobile)).toEqual([]);
    await expect(eraseCustomer(owner, mobile)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

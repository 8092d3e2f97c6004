import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { giveBalance } from '#e2e/setup/balance';
import { brokenRules } from '#e2e/setup/broken-rules';
import { move, newLiveCollection, newLivePayout } from '#e2e/setup/live';
import { newClient, newUser } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase, withoutGuards } from '#e2e/setup/test-database';
import { whereIs as whereInAll } from '#e2e/setup/where-is';
import { sealBooks } from '#lib/book-seals/seal-books';
import { mobile as asRead } from '#lib/browser/format';
import { initiateCollection } from '#lib/collections/initiate-collection';
import { addNote } from '#lib/customers/add-note';
import { eraseCustomer } from '#lib/customers/erase-customer';
import { listErasures } from '#lib/customers/list-erasures';
import { workErasures } from '#lib/customers/work-erasures';
import { validate } from '#lib/http/validate';
import { fundFloat } from '#lib/ledger/fund-float';
import { changeThreshold } from '#lib/payment-approvals/change-threshold';
import { approvePayment } from '#lib/payment-approvals/decide-payment';
import { isWaiting, payOut } from '#lib/payment-approvals/make-payment';
import type { MemberContext } from '#lib/payment-approvals/threshold';
import { cancelPaymentRequest } from '#lib/payment-requests/cancel-payment-request';
import { createPaymentRequest } from '#lib/payment-requests/create-payment-request';
import { readNewRequest } from '#lib/payment-requests/request-body';
import { remindCustomers } from '#lib/payment-requests/write-to-customer';
import { createBatch } from '#lib/payout-batches/create-batch';
import { endBatch } from '#lib/payout-batches/end-batch';
import { readPayout } from '#lib/payouts/read-payout';
import { bookCollectionNews } from '#lib/rail-work/book-collection';
import { createRecipient } from '#lib/recipients/create-recipient';
import { newRecipient } from '#lib/recipients/recipient';
import { failure } from '#lib/transactions/transaction';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Of each test its own, so that the whole database can be asked for them. */
let mobile: string;
let name: string;
let secret: string;
let tests = 0;

let database: TestDatabase;
let sql: Sql;
let owner: MemberContext;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
});
beforeEach(async () => {
  tests++;
  mobile = `+220701${9800 + tests}`;
  name = `Isatou Njie ${tests}th`;
  secret = `pupil ${tests} of class 7b`;
  owner = await newUser('owner', await newClient());
});
afterAll(async () => {
  while (await sealBooks());
  const broken = await brokenRules(sql);
  await database.drop();
  expect(broken).toEqual([]);
});

const whereIs = (text: string) => whereInAll(sql, text);
const eraseAll = async (at = new Date()) => {
  while (await workErasures(at));
};
const live = (): MemberContext => ({ ...owner, environment: 'LIVE' });

async function paidInSandbox(reference = randomUUID()) {
  const body = {
    ...{ amount: 100_00n, currency: 'GMD' as const, provider: 'PROVIDER_A', client_reference: reference },
    ...{ customer_name: name, customer_mobile: mobile, metadata: { note: secret } },
  };
  const { transaction } = await initiateCollection(owner, body);
  return (await bookCollectionNews(owner, transaction, { state: 'SUCCEEDED' })).transaction;
}

test('what was written to the number by SMS goes with the customer, sent or not, and nothing follows', async () => {
  const ask = async (customer_mobile: string) =>
    createPaymentRequest(
      live(),
      await readNewRequest('LIVE', {
        ...{ description: 'School fees', amount: '150.00', customer_name: name, customer_mobile },
        ...{ send_sms: true, due_on: new Date(Date.now() + DAY_MS).toISOString().slice(0, 10) },
      }),
    );
  const other = '+2207098765';
  const { request } = await ask(mobile);
  await ask(other);
  await sql`update messages set status = 'SENT', run_at = null where address = ${mobile}`;
  expect(await whereIs(mobile)).toEqual(['messages', 'payment_links']);
  await cancelPaymentRequest(live(), request.link.id);
  await eraseCustomer(live(), mobile);
  await eraseAll();
  expect(await whereIs(mobile)).toEqual([]);
  expect(await whereIs(mobile.slice(4))).toEqual([]);
  const [kept] = await sql`select count(*)::int as count from messages where address = ${other}`;
  expect(kept?.count).toBe(1);
  await sql`update payment_links set created_at = created_at - interval '3 days' where id = ${request.link.id}`;
  await remindCustomers(new Date(`${new Date().toISOString().slice(0, 10)}T12:00:00Z`));
  expect(await whereIs(mobile)).toEqual([]);
});

describe('in the sandbox', () => {
  test('number, name and metadata are nowhere in the database any more', async () => {
    await paidInSandbox();
    await giveBalance(owner, 490_00n);
    await fundFloat(owner, 'PROVIDER_W', 490_00n);
    await createRecipient(owner, validate(newRecipient, { name, mobile, note: secret }));
    const out = {
      amount: '20.00',
      currency: 'GMD',
      recipient_mobile: mobile,
      client_reference: randomUUID(),
    };
    const paid = await payOut(owner, await readPayout(owner, { ...out, metadata: { note: secret } }));
    if (!('transaction' in paid)) throw new Error('It waits for somebody');
    expect(paid.transaction.status).toBe('SUCCEEDED');
    const asked = {
      description: 'School fees',
      amount: '150.00',
      customer_name: name,
      customer_mobile: mobile,
    };
    const { request } = await createPaymentRequest(
      owner,
      await readNewRequest('SANDBOX', {
        ...asked,
        customer_email: 'isatou@home.example',
        metadata: { a: secret },
      }),
    );
    await cancelPaymentRequest(owner, request.link.id);
    const accountant = await newUser('accountant', owner.client);
    await changeThreshold(owner, 30_00n);
    const large = { ...out, amount: '40.00', client_reference: randomUUID(), metadata: { note: secret } };
    const waits = await payOut(owner, await readPayout(owner, large));
    if (!isWaiting(waits)) throw new Error('It does not wait');
    await approvePayment(accountant, waits.approval.id);
    await sql`
      insert into messages (event, address, kind, facts, useful_until, created_at)
      values (${randomUUID()}, ${owner.user.email}, 'large_payout', ${JSON.stringify({ who: `${name}, ${asRead(mobile)} (your reference 7)` })}::text::jsonb, now(), now())`;
    await addNote(owner, mobile, { text: secret });
    const csv = `reference,mobile,amount,name,note\nwage-1,${mobile},10.00,${name},${secret}\n`;
    const batch = await createBatch(owner, { file_name: 'wages.csv', provider: 'PROVIDER_W', csv });
    await endBatch(owner, batch.id);
    while (await sealBooks());
    expect(await whereIs(mobile)).toEqual(
      expect.arrayContaining([
        ...[
          'approvals',
          'audit_log',
          'events',
          'payment_links',
          'payout_batch_rows',
          'recipients',
          'transactions',
        ],
      ]),
    );

    const before = await sql`select sum(amount_bututs)::text, count(*)::text from entries`;
    await eraseCustomer(owner, mobile);
    await eraseAll();
    expect(await sql`select sum(amount_bututs)::text, count(*)::text from entries`).toEqual(before);
    expect(await whereIs(mobile)).toEqual([]);
    expect(await whereIs(asRead(mobile))).toEqual([]);
    expect(await whereIs(mobile.slice(4))).toEqual([]);
    expect(await whereIs(name)).toEqual([]);
    expect(await whereIs(secret)).toEqual([]);
    expect(await whereIs('isatou@home.example')).toEqual([]);
    expect(await listErasures(owner)).toMatchObject([
      { erased: 3, kept: 0, keptUntil: null, isUnderWay: false, askedByName: owner.user.name },
    ]);
    expect(await brokenRules(sql)).toEqual([]);
    while (await sealBooks());
    expect(await brokenRules(sql)).toEqual([]);
  });

  test('nobody else’s payment is touched: another number, another client, the other environment, what came later', async () => {
    const other = await newUser('owner', await newClient());
    const [mine, theirs] = [owner, other];
    await paidInSandbox();
    owner = theirs;
    const kept = await paidInSandbox();
    owner = mine;
    const inLive = await newLiveCollection(owner.client, { mobile, customerName: name });
    await move(owner.client, inLive, { kind: 'rail_succeeded', railReference: randomUUID() });
    await eraseCustomer(owner, mobile);
    const later = await paidInSandbox();
    await eraseAll();
    const rows = await sql`
      select id from transactions where mobile = ${mobile} and client_id in (${mine.client.id}, ${theirs.client.id})`;
    expect(rows.map(({ id }) => id).sort()).toEqual([kept.id, inLive.id, later.id].sort());
  });

  test('a repeat of its request is refused and pays nothing', async () => {
    const reference = randomUUID();
    await paidInSandbox(reference);
    await eraseCustomer(owner, mobile);
    await eraseAll();
    await expect(paidInSandbox(reference)).rejects.toMatchObject({ code: 'DUPLICATE_REFERENCE' });
  });
});

describe('what is open', () => {
  test('a payment under way has to end first', async () => {
    const draft = { amount: 100_00n, currency: 'GMD' as const, provider: 'PROVIDER_A', metadata: {} };
    const { transaction } = await initiateCollection(owner, {
      ...draft,
      ...{ client_reference: randomUUID(), customer_mobile: mobile },
    });
    await expect(eraseCustomer(owner, mobile)).rejects.toMatchObject({
      code: 'INVALID_STATE',
      message: expect.stringContaining('under way'),
    });
    await bookCollectionNews(owner, transaction, { state: 'SUCCEEDED' });
    await expect(eraseCustomer(owner, mobile)).resolves.toMatchObject({ isUnderWay: true });
  });

  test('so has a request to pay', async () => {
    const asked = { description: 'Rice', amount: '150.00', customer_mobile: mobile };
    const { request } = await createPaymentRequest(owner, await readNewRequest('SANDBOX', asked));
    await expect(eraseCustomer(owner, mobile)).rejects.toMatchObject({ code: 'INVALID_STATE' });
    await cancelPaymentRequest(owner, request.link.id);
    await eraseCustomer(owner, mobile);
  });
});

describe('what is open as well', () => {
  test('a payment to them that waits for a colleague', async () => {
    const accountant = await newUser('accountant', owner.client);
    await giveBalance(owner, 490_00n);
    await fundFloat(owner, 'PROVIDER_W', 490_00n);
    await changeThreshold(owner, 30_00n);
    const out = {
      amount: '40.00',
      currency: 'GMD',
      recipient_mobile: mobile,
      client_reference: randomUUID(),
    };
    const waits = await payOut(owner, await readPayout(owner, out));
    if (!isWaiting(waits)) throw new Error('It does not wait');
    await expect(eraseCustomer(owner, mobile)).rejects.toMatchObject({
      code: 'INVALID_STATE',
      message: expect.stringContaining('waits for a colleague'),
    });
    await approvePayment(accountant, waits.approval.id);
    await eraseCustomer(owner, mobile);
  });
});

describe('in live', () => {
  const years = (n: number) => new Date(Date.now() + n * 365.25 * DAY_MS);

  test('where money moved number and name stay as long as the law wants, then go; nothing else stays', async () => {
    const facts = { mobile, customerName: name, metadata: { note: secret } };
    const paid = await newLiveCollection(owner.client, facts);
    await move(owner.client, paid, { kind: 'rail_succeeded', railReference: randomUUID() });
    const failed = await newLiveCollection(owner.client, {
      ...facts,
      at: new Date(Date.now() - 31 * DAY_MS),
    });
    await move(owner.client, failed, { kind: 'rail_failed', failure: failure('DECLINED') });
    const payout = await newLivePayout(owner.client, facts);
    await move(owner.client, payout, { kind: 'payout_delivered', railReference: randomUUID() });
    while (await sealBooks());
    await eraseCustomer(live(), mobile);
    await eraseAll();
    const rows = await sql`
      select id, mobile, customer_name, metadata from transactions where id = any(${[paid.id, failed.id, payout.id]}) order by type, id`;
    expect(rows).toEqual(
      expect.arrayContaining([
        { id: paid.id, mobile, customer_name: name, metadata: {} },
        { id: payout.id, mobile, customer_name: name, metadata: {} },
        { id: failed.id, mobile: null, customer_name: null, metadata: {} },
      ]),
    );
    const [erasure] = await listErasures(live(), { mobile });
    expect(erasure).toMatchObject({ erased: 1, kept: 2, isUnderWay: false });
    expect(Math.round(((erasure?.keptUntil?.getTime() ?? 0) - Date.now()) / DAY_MS)).toBe(1_826);
    expect(await brokenRules(sql)).toEqual([]);

    await eraseAll(years(4));
    expect(await whereIs(mobile)).toEqual(expect.arrayContaining(['events', 'transactions', 'erasures']));
    await eraseAll(years(6));
    expect(await whereIs(mobile)).toEqual([]);
    expect(await whereIs(name)).toEqual([]);
    expect(await listErasures(live())).toMatchObject([{ erased: 3, kept: 0, keptUntil: null }]);
    while (await sealBooks());
    expect(await brokenRules(sql)).toEqual([]);
  });
});

test('what the customer is asked, saved or paid after the erasing stays, also when the law’s time of the rest is over', async () => {
  const failed = await newLiveCollection(owner.client, { mobile, customerName: name });
  await move(owner.client, failed, { kind: 'rail_failed', failure: failure('DECLINED') });
  await eraseCustomer(live(), mobile);
  await eraseAll();
  const later = { ...live(), now: () => new Date(Date.now() + DAY_MS) };
  await createRecipient(later, validate(newRecipient, { name, mobile, note: secret }));
  const asked = { description: 'Rice', amount: '150.00', customer_name: name, customer_mobile: mobile };
  const { request } = await createPaymentRequest(later, await readNewRequest('LIVE', asked));
  await eraseAll(new Date(Date.now() + 31 * DAY_MS));
  const [row] = await sql`select mobile from transactions where id = ${failed.id}`;
  expect(row?.mobile).toBeNull();
  expect(await sql`select mobile from recipients where client_id = ${owner.client.id}`).toEqual([{ mobile }]);
  expect(await sql`select customer_mobile from payment_links where id = ${request.link.id}`).toEqual([
    { customer_mobile: mobile },
  ]);
});

test('a payment that was under way as the worker came is looked at again a day later', async () => {
  const body = {
    ...{ amount: 100_00n, currency: 'GMD' as const, provider: 'PROVIDER_A', client_reference: randomUUID() },
    ...{ customer_mobile: mobile, metadata: {} },
  };
  const askedAt = new Date(Date.now() + 1_000);
  await createRecipient(owner, validate(newRecipient, { name, mobile }));
  await eraseCustomer({ ...owner, now: () => askedAt }, mobile);
  const { transaction } = await initiateCollection(owner, body);
  await eraseAll(askedAt);
  await bookCollectionNews(owner, transaction, { state: 'SUCCEEDED' });
  await eraseAll(new Date(askedAt.getTime() + 25 * 60 * 60 * 1000));
  const [row] = await sql`select mobile from transactions where id = ${transaction.id}`;
  expect(row?.mobile).toBeNull();
});

test('what went back to a payer is counted once both were erased', async () => {
  const failed = await newLiveCollection(owner.client, { mobile });
  await move(owner.client, failed, { kind: 'rail_failed', failure: failure('DECLINED') });
  const payout = await newLivePayout(owner.client, { mobile });
  const undone = new Error('undone');
  const rollback = withoutGuards((alone) =>
    alone.begin(async (tx) => {
      await tx`update transactions set client_reference = ${`payback-${failed.id}`} where id = ${payout.id}`;
      const count = async () =>
        (await tx`select p.id from transactions k, paybacks_of(k) p where k.id = ${failed.id}`).length;
      expect(await count()).toBe(1);
      await tx`update transactions set mobile = null where id in (${failed.id}, ${payout.id})`;
      expect(await count()).toBe(1);
      throw undone;
    }),
  );
  await expect(rollback).rejects.toBe(undone);
});

describe('the audit', () => {
  /** What it says of a change by a superuser that is undone afterwards. */
  async function named(change: (tx: Sql, id: string) => PromiseLike<unknown>): Promise<string> {
    const paid = await paidInSandbox();
    while (await sealBooks());
    await eraseCustomer(owner, mobile);
    await eraseAll();
    while (await sealBooks());
    await withoutGuards((tx) => change(tx, paid.id));
    return JSON.stringify(await brokenRules(sql));
  }

  test('names an erased payment whose amount was changed afterwards', async () => {
    let id = '';
    const said = await named((tx, payment) => {
      id = payment;
      return tx`update transactions set amount_bututs = amount_bututs + 1 where id = ${payment}`;
    });
    expect(said).toContain(`transactions ${id} was changed`);
    await withoutGuards(
      (tx) => tx`update transactions set amount_bututs = amount_bututs - 1 where id = ${id}`,
    );
  });

  test('names an erasure that nobody asked for, with which a change is hidden', async () => {
    const paid = await paidInSandbox();
    while (await sealBooks());
    await withoutGuards(async (tx) => {
      await tx`set timezone = 'UTC'`;
      await tx`
        create temporary table hidden as
        select leaf_hash(content) from sealed_payment_rows where kind = 'transactions' and id = ${paid.id}`;
      await tx`update transactions set mobile = null, customer_name = null, metadata = '{}', request_hash = '' where id = ${paid.id}`;
      await tx`
        insert into erased_rows select client_id, environment, ${randomUUID()}, 'transactions', id::text, (select leaf_hash from hidden),
          (select leaf_hash(content) from sealed_payment_rows s where s.kind = 'transactions' and s.id = transactions.id)
        from transactions where id = ${paid.id}`;
    });
    const said = JSON.stringify(await brokenRules(sql));
    expect(said).toContain('erased_rows');
    expect(said).toContain(`transactions ${paid.id}`);
    await withoutGuards(async (tx) => {
      await tx`delete from erased_rows where key = ${paid.id}`;
      await tx`
        update transactions set mobile = ${mobile}, customer_name = ${name}, metadata = ${JSON.stringify({ note: secret })}::text::jsonb, request_hash = ${paid.requestHash}
        where id = ${paid.id}`;
    });
  });
});

import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { giveBalance } from '#e2e/setup/balance';
import { brokenRules } from '#e2e/setup/broken-rules';
import { move, newLiveCollection, newLiveRefund } from '#e2e/setup/live';
import { visitor } from '#e2e/setup/payer';
import { newClient, newUser } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { whereIs } from '#e2e/setup/where-is';
import { sealBooks } from '#lib/book-seals/seal-books';
import { mobile as asRead } from '#lib/browser/format';
import { initiateCollection } from '#lib/collections/initiate-collection';
import { eraseCustomer } from '#lib/customers/erase-customer';
import { listErasures } from '#lib/customers/list-erasures';
import { workErasures } from '#lib/customers/work-erasures';
import { fundFloat } from '#lib/ledger/fund-float';
import { payOut } from '#lib/payment-approvals/make-payment';
import type { MemberContext } from '#lib/payment-approvals/threshold';
import { createPaymentRequest } from '#lib/payment-requests/create-payment-request';
import { readNewRequest } from '#lib/payment-requests/request-body';
import { readPayout } from '#lib/payouts/read-payout';
import { bookCollectionNews } from '#lib/rail-work/book-collection';
import { checkRefund, presentRefundCheck } from '#lib/refunds/check-refund';
import { initiateRefund } from '#lib/refunds/initiate-refund';
import { readRefund } from '#lib/refunds/refund-request';
import { getAnyTransaction } from '#lib/transactions/read';

// What goes back to a customer who is erased, before, meanwhile and afterwards.

const DAY_MS = 24 * 60 * 60 * 1000;
let mobile: string;
let other: string;
let name: string;
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
  mobile = `+220703${9700 + tests}`;
  other = `+220703${9800 + tests}`;
  name = `Isatou Njie ${tests}th`;
  owner = await newUser('owner', await newClient());
});
afterAll(async () => {
  while (await sealBooks());
  const broken = await brokenRules(sql);
  await database.drop();
  expect(broken).toEqual([]);
});

const eraseAll = async (at = new Date()) => {
  while (await workErasures(at));
};
async function erase(number: string) {
  await eraseCustomer(owner, number);
  await eraseAll();
}

async function paid(payer: object = { customer_mobile: mobile, customer_name: name }) {
  const body = {
    ...{ amount: 90_00n, currency: 'GMD' as const, provider: 'PROVIDER_W', client_reference: randomUUID() },
    ...{ ...payer, metadata: {} },
  };
  const { transaction } = await initiateCollection(owner, body);
  const { transaction: collection } = await bookCollectionNews(owner, transaction, { state: 'SUCCEEDED' });
  await giveBalance(owner, 490_00n);
  await fundFloat(owner, 'PROVIDER_W', 300_00n);
  return collection;
}

async function payBack(collection: string, to: string) {
  const facts = { amount: '90.00', currency: 'GMD', recipient_mobile: to };
  await payOut(owner, await readPayout(owner, { ...facts, client_reference: `payback-${collection}` }));
}
const giveBack = (collection: string) =>
  initiateRefund(owner, readRefund({ collection, client_reference: randomUUID(), amount: '90.00' }));

describe('a payout to somebody else under the reference of a payback takes nothing of what can be refunded', () => {
  test.each([
    ['once the payer was erased', () => [mobile]],
    ['once who got it was erased', () => [other]],
    ['once both were', () => [mobile, other]],
    ['once both were, the other way round', () => [other, mobile]],
  ])('%s', async (_when, numbers) => {
    const { id } = await paid();
    await payBack(id, other);
    while (await sealBooks());
    for (const number of numbers()) await erase(number);
    await expect(giveBack(id)).resolves.toMatchObject({ transaction: { amountBututs: 90_00n } });
    while (await sealBooks());
    expect(await brokenRules(sql)).toEqual([]);
  });
});

test('a payback to the payer is one also once they were erased', async () => {
  const { id } = await paid();
  await payBack(id, mobile);
  await erase(mobile);
  await expect(giveBack(id)).rejects.toMatchObject({ code: 'REFUND_EXCEEDS_COLLECTION' });
});

test('a refund that begins while its customer is being erased takes neither number nor name along', async () => {
  const { id } = await paid();
  const erasure = await eraseCustomer(owner, mobile);
  const at = new Date().toISOString();
  let refund: ReturnType<typeof giveBack> | undefined;
  await sql.begin(async (tx) => {
    await tx`select from transactions where id = ${id} for update`;
    refund = giveBack(id);
    await expect
      .poll(async () => (await sql`select from pg_locks where not granted`).length, { interval: 20 })
      .toBeGreaterThan(0);
    await tx`select work_erasure(${owner.client.id}, ${erasure.id}, ${at}, '1826 days', 100)`;
  });
  const { transaction } = (await refund) ?? {};
  expect(transaction).toMatchObject({ mobile: null, customerName: null });
  expect(await whereIs(sql, mobile)).toEqual([]);
  expect(await whereIs(sql, name)).toEqual([]);
});

test('once the payer was erased, no refund names a number: nothing says any more whose it was', async () => {
  const { id } = await paid();
  await erase(mobile);
  const back = (more: object) =>
    initiateRefund(owner, readRefund({ collection: id, client_reference: randomUUID(), ...more }));
  // As a part it would be a payout; as a whole its rail gives it back, and would leave the number in the request alone.
  for (const more of [{ amount: '9.00' }, {}]) {
    await expect(back({ ...more, recipient_mobile: other })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { fields: [expect.objectContaining({ path: 'recipient_mobile', code: 'customer_erased' })] },
    });
  }
  await expect(back({ amount: '9.00' })).rejects.toMatchObject({
    code: 'REFUND_NOT_POSSIBLE',
    details: { reason: 'no_customer_mobile' },
  });
  await expect(back({})).resolves.toMatchObject({ transaction: { refundMethod: 'reversal', mobile: null } });
  expect(await brokenRules(sql)).toEqual([]);
  expect(presentRefundCheck(await checkRefund(owner, id))).toMatchObject({ takes_number: false });
});

test('a number that came with a refund goes when its owner is erased', async () => {
  const { id } = await paid({});
  const asked = { collection: id, client_reference: randomUUID(), amount: '9.00', recipient_mobile: mobile };
  await initiateRefund(owner, readRefund(asked));
  while (await sealBooks());
  await erase(mobile);
  expect(await whereIs(sql, mobile)).toEqual([]);
  while (await sealBooks());
  expect(await brokenRules(sql)).toEqual([]);
});

test('what they have paid too much goes back first', async () => {
  const asked = { description: 'Fees', amount: '100.00', customer_mobile: mobile, allow_part_payments: true };
  const { request } = await createPaymentRequest(owner, await readNewRequest('SANDBOX', asked));
  const parts = [];
  for (const _ of [1, 2]) {
    const { id } = await visitor(request.link).begin({ amount: '60.00', number: 'known' });
    parts.push(await getAnyTransaction(owner, id));
  }
  for (const part of parts) await bookCollectionNews(owner, part, { state: 'SUCCEEDED' });
  const asking = () => eraseCustomer(owner, mobile);
  const refusal = { code: 'INVALID_STATE', message: expect.stringContaining('Needs attention') };
  await expect(asking()).rejects.toMatchObject(refusal);
  const [over] = await sql`select id from transactions where mobile = ${mobile} and over_limit`;
  await giveBalance(owner, 490_00n);
  await fundFloat(owner, 'PROVIDER_W', 300_00n);
  const back = (amount: string) =>
    initiateRefund(owner, readRefund({ collection: over?.id, client_reference: randomUUID(), amount }));
  await back('10.00');
  await expect(asking()).rejects.toMatchObject(refusal);
  await back('10.00');
  await expect(asking()).resolves.toMatchObject({ isUnderWay: true });
  await eraseAll();
});

test('in live, a refund made after the erasing to the number that is kept goes when its own time is over', async () => {
  const years = (n: number) => new Date(Date.now() + n * 365.25 * DAY_MS);
  const live = { ...owner, environment: 'LIVE' as const };
  const collection = await newLiveCollection(owner.client, { mobile, customerName: name });
  await move(owner.client, collection, { kind: 'rail_succeeded', railReference: randomUUID() });
  while (await sealBooks());
  await eraseCustomer(live, mobile);
  await eraseAll();
  const at = years(2);
  const facts = { at, customerName: name, refundReason: 'Isatou’s shoes' };
  const refund = await newLiveRefund(owner.client, collection, 20_00n, facts);
  await move(owner.client, refund, { kind: 'payout_delivered', railReference: randomUUID() }, at);
  while (await sealBooks());
  // The client's people are told of a payment after it was made.
  await sql`
    insert into messages (event, address, kind, facts, useful_until, created_at)
    values (${randomUUID()}, ${owner.user.email}, 'large_payout', ${JSON.stringify({ who: `${name}, ${asRead(mobile)}` })}::text::jsonb, now(), ${at.toISOString()})`;
  await eraseAll(years(5.1));
  const read = () => sql`
    select type, mobile, customer_name as name, refund_reason as reason from transactions
    where id = any(${[collection.id, refund.id]}) order by type`;
  expect(await read()).toEqual([
    { type: 'collection', mobile: null, name: null, reason: null },
    { type: 'refund', mobile, name, reason: null },
  ]);
  expect(await listErasures(live)).toMatchObject([{ erased: 1, kept: 1 }]);
  expect(await brokenRules(sql)).toEqual([]);
  await eraseAll(years(7.1));
  expect(await whereIs(sql, mobile)).toEqual([]);
  expect(await whereIs(sql, asRead(mobile))).toEqual([]);
  expect(await whereIs(sql, name)).toEqual([]);
  expect(await listErasures(live)).toMatchObject([{ erased: 2, kept: 0, keptUntil: null }]);
  while (await sealBooks());
  expect(await brokenRules(sql)).toEqual([]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';
import { createApiKey, createClient } from '#lib/clients/create-client';
import { createUser } from '#lib/clients/create-user';
import { getOverview } from '#lib/clients/get-overview';
import { cancelCollection } from '#lib/collections/cancel-collection';
import { findAgain } from '#lib/collections/find-again';
import { initiateCollection } from '#lib/collections/initiate-collection';
import { type Actor, type Context, type Environment, systemContext } from '#lib/context';
import { initiatePayout } from '#lib/payouts/initiate-payout';
import { bookCollectionNews } from '#lib/rail-work/book-collection';
import { getTransactionAsOperator } from '#lib/reads/get-as-operator';
import { getTransactionDetail } from '#lib/reads/get-transaction-detail';

let database: TestDatabase;
let order = 0;
const DAY_MS = 24 * 60 * 60 * 1000;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

async function newContext(environment: Environment = 'SANDBOX'): Promise<Context> {
  const id = await createClient({
    name: 'Shop',
    businessPhone: '+2207012345',
    businessEmail: 'shop@kaira.example',
  });
  return systemContext({ id, name: 'Shop', commissionBps: 150 }, environment);
}

async function collect(ctx: Context, amount: bigint) {
  const request = { amount, currency: 'GMD', client_reference: `order-${++order}`, metadata: {} } as const;
  return (await initiateCollection(ctx, { ...request, provider: 'PROVIDER_W' })).transaction;
}

const by = (ctx: Context, actor: Actor): Context => ({ ...ctx, actor });

test('each step names who caused it, and of the operators’ staff only that it was one of them', async () => {
  const ctx = await newContext();
  const own = await createUser({
    clientId: ctx.client.id,
    email: 'own@a.example',
    name: 'Awa',
    role: 'owner',
  });
  const staff = await createUser({ clientId: null, email: 's@kaira.example', name: 'Secret', role: 'admin' });
  const key = await createApiKey(ctx.client.id, 'SANDBOX');
  const { sqlClient } = await import('#db/client');
  const [row] = await sqlClient()`select id from api_keys where client_id = ${ctx.client.id}`;
  const mine = await collect(by(ctx, { type: 'api_key', id: row?.id }), 25_00n);
  await cancelCollection(by(ctx, { type: 'user', id: own.id }), mine.id);
  const theirs = await collect(by(ctx, { type: 'user', id: staff.id }), 25_00n);
  const names = async (id: string) =>
    (await getTransactionDetail(ctx, id)).changes.map((each) => each.actor.name);
  expect(await names(mine.id)).toEqual([`sk_test_…${key.slice(-4)}`, 'Awa']);
  expect(await names(theirs.id)).toEqual(['An operator of Kaira']);
  const asOperator = await getTransactionAsOperator(theirs.id, new Date());
  expect(asOperator.changes.map((each) => each.actor.name)).toEqual(['Secret']);
});

test('the two sides of every journal have the same sum', async () => {
  const ctx = await newContext();
  const paid = await collect(ctx, 333_33n);
  await bookCollectionNews(ctx, paid, { state: 'SUCCEEDED' });
  const { transaction: held } = await initiatePayout(ctx, {
    amount: 100_00n,
    currency: 'GMD',
    recipient_mobile: '+2203456789',
    client_reference: 'supplier',
    provider: 'PROVIDER_W',
    metadata: {},
  });
  for (const [id, expected, canCancel] of [
    [paid.id, ['333.33', '328.33', '5.00'], false],
    [held.id, ['100.00', '100.00'], true],
  ] as const) {
    const detail = await getTransactionDetail(ctx, id);
    expect(detail.journals).toHaveLength(1);
    const [journal] = detail.journals;
    expect(journal?.entries.map((each) => each.debit ?? each.credit).sort()).toEqual([...expected].sort());
    expect(journal?.total).toBe(expected[0]);
    expect(detail.can_cancel).toBe(canCancel);
  }
});

test('a transaction of another client, or of the other environment, is not there', async () => {
  const [ctx, other] = [await newContext(), await newContext()];
  const { id } = await collect(ctx, 25_00n);
  for (const stranger of [other, { ...ctx, environment: 'LIVE' as const }]) {
    await expect(getTransactionDetail(stranger, id)).rejects.toMatchObject({ code: 'TRANSACTION_NOT_FOUND' });
  }
  await expect(getTransactionDetail(ctx, 'nonsense')).rejects.toMatchObject({
    code: 'TRANSACTION_NOT_FOUND',
  });
});

test('an overview of any period counts what completed in it, by day and by rail, and nothing of others', async () => {
  const [ctx, other] = [await newContext(), await newContext()];
  const now = new Date();
  for (const [daysAgo, amount] of [
    [0, 10_01n],
    [6, 20_02n],
    [7, 40_04n],
    [29, 80_08n],
    [89, 160_16n],
    [90, 320_32n],
  ] as const) {
    const at = { ...ctx, now: () => new Date(now.getTime() - daysAgo * DAY_MS) };
    await bookCollectionNews(at, await collect(at, amount), { state: 'SUCCEEDED' });
    await bookCollectionNews(at, await collect(at, 7_77n), { state: 'EXPIRED' });
  }
  await bookCollectionNews(other, await collect(other, 999_00n), { state: 'SUCCEEDED' });
  for (const [days, earned, count, before] of [
    [7, '29.58', 2, { earnings_gmd: '39.44', count: 1, more_permille: -250 }],
    [30, '147.90', 4, { earnings_gmd: '0.00', count: 0, more_permille: null }],
    [90, '305.66', 5, { earnings_gmd: '315.52', count: 1, more_permille: -31 }],
  ] as const) {
    const { period, figures } = await getOverview(ctx, { days });
    expect(period).toMatchObject({ days, earnings_gmd: earned, count, before });
    expect(period.chart).toHaveLength(days);
    expect(period.chart.at(-1)).toMatchObject({ date: now.toISOString().slice(0, 10), earnings_gmd: '9.86' });
    expect(period.rails[0]?.collections).toMatchObject({
      succeeded: count,
      expired: count,
      ended: 2 * count,
      success_permille: 500,
    });
    expect(period.rails[1]?.collections?.success_permille).toBeNull();
    expect(figures).toMatchObject({ collected: '630.63', collected_count: 6 });
  }
});

test('an operator reads what the client reads, without the links that the client hands out', async () => {
  const ctx = await newContext();
  const open = await collect(ctx, 25_00n);
  const paid = await collect(ctx, 30_00n);
  await bookCollectionNews(ctx, paid, { state: 'SUCCEEDED' });
  const [clients, operators] = [
    await getTransactionDetail(ctx, open.id),
    await getTransactionAsOperator(open.id, new Date()),
  ];
  expect(clients.transaction.checkout_url).not.toBeNull();
  expect(operators.transaction).toEqual({ ...clients.transaction, checkout_url: null, receipt_url: null });
  expect(operators.client).toMatchObject({ id: ctx.client.id });
  expect((await getTransactionDetail(ctx, paid.id)).transaction.receipt_url).not.toBeNull();
  expect((await getTransactionAsOperator(paid.id, new Date())).transaction.receipt_url).toBeNull();
});

test('only the newest attempt that ended unpaid can be offered again, and only by its client', async () => {
  const [ctx, other] = [await newContext(), await newContext()];
  const paid = await collect(ctx, 25_00n);
  await bookCollectionNews(ctx, paid, { state: 'SUCCEEDED' });
  const open = await collect(ctx, 25_00n);
  const ended = await collect(ctx, 25_00n);
  await cancelCollection(ctx, ended.id);
  const again = async (id: string, whose = ctx) => (await findAgain(whose, id))?.id;
  expect(await again(paid.id)).toBeUndefined();
  expect(await again(open.id)).toBeUndefined();
  expect(await again(ended.id)).toBe(ended.id);
  expect(await again(ended.id, other)).toBeUndefined();
  expect(await again('nonsense')).toBeUndefined();
  const { transaction: next } = await initiateCollection(ctx, {
    ...{ amount: 25_00n, currency: 'GMD', provider: 'PROVIDER_W', metadata: {} },
    client_reference: ended.clientReference,
  });
  expect(next.attempt).toBe(2);
  expect(await again(ended.id)).toBeUndefined();
  expect((await getTransactionDetail(ctx, ended.id)).can_offer_again).toBe(false);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { visitor } from '#e2e/setup/payer';
import { memberContext, newClient } from '#e2e/setup/people';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';
import { banjulDay } from '#lib/clock';
import { cancelCollection } from '#lib/collections/cancel-collection';
import { presentCollection } from '#lib/collections/present-collection';
import { readCollection } from '#lib/collections/read-collection';
import { systemContext } from '#lib/context';
import { newId } from '#lib/ids';
import { bookCollectionNews } from '#lib/rail-work/book-collection';
import { requireOwnSale, type Seller, sell, tillPrefix } from '#lib/till/own-sales';
import { readTillDay } from '#lib/till/till-day';
import { findTransaction } from '#lib/transactions/read';

let database: TestDatabase;
let client: Awaited<ReturnType<typeof newClient>>;
let awa: Seller;
let binta: Seller;
let owner: Seller;
beforeAll(async () => {
  database = await createTestDatabase();
  client = await newClient();
  awa = memberContext(client, { role: 'cashier' });
  binta = memberContext(client, { role: 'cashier' });
  owner = memberContext(client, { role: 'owner' });
});
afterAll(() => database.drop());

const anyReference = () => `${tillPrefix(banjulDay(new Date()))}${newId().slice(-8).toUpperCase()}`;

async function begin(by: Seller, facts: Record<string, unknown> = {}) {
  const body = {
    amount: '10.00',
    currency: 'GMD',
    client_reference: anyReference(),
    provider: 'CUSTOMER_CHOICE',
    ...facts,
  };
  const { transaction } = await sell(by, await readCollection(by, body, new Headers()));
  return { body, id: transaction.id, page: presentCollection(transaction).redirect_url };
}

/** The customer scans, chooses Wallet A and pays; the id of the payment. */
async function scan({ page }: { page: string | null }): Promise<string> {
  const payer = visitor({ code: page?.split('/pay/')[1] ?? '' });
  await payer.open();
  return (await payer.begin({ provider: 'PROVIDER_A', mobile: '701 2345' })).id;
}

async function paid(id: string): Promise<string> {
  const transaction = await findTransaction(client.id, 'SANDBOX', id);
  if (transaction) {
    await bookCollectionNews(systemContext(client, 'SANDBOX'), transaction, { state: 'SUCCEEDED' });
  }
  return id;
}

const refused = (code: string) => ({ code });
const mine = (by: Seller, id: string) => requireOwnSale(by, id);

test('a cashier’s day is what they sold themselves, whoever chose the wallet; an owner’s is everybody’s', async () => {
  const wallet = { provider: 'PROVIDER_W', customer_mobile: '+2207012345' };
  const ofAwa = [
    await paid(await scan(await begin(awa))),
    await paid((await begin(awa, { ...wallet, amount: '2.50' })).id),
  ];
  const ofBinta = [await paid(await scan(await begin(binta, { amount: '7.00' })))];
  await paid((await begin(owner, { ...wallet, amount: '1.00' })).id);
  const idsOf = async (by: Seller) => (await readTillDay(by, {})).sales.map((each) => each.transaction_id);
  expect((await idsOf(awa)).sort()).toEqual([...ofAwa].sort());
  expect(await readTillDay(awa, {})).toMatchObject({ only_own: true, count: 2, total: '12.50' });
  expect(await idsOf(binta)).toEqual(ofBinta);
  expect(await readTillDay(binta, {})).toMatchObject({ only_own: true, count: 1, total: '7.00' });
  expect(await readTillDay(owner, {})).toMatchObject({ only_own: false, count: 4, total: '20.50' });
  for (const id of ofAwa) {
    expect(await mine(awa, id)).toBe(id);
    expect(await mine(owner, id)).toBe(id);
    await expect(mine(binta, id)).rejects.toMatchObject(refused('TRANSACTION_NOT_FOUND'));
  }
});

test('before a wallet is chosen, and after it was stopped, a sale is still its cashier’s', async () => {
  const { id } = await begin(awa);
  expect(await mine(awa, id)).toBe(id);
  await expect(mine(binta, id)).rejects.toMatchObject(refused('TRANSACTION_NOT_FOUND'));
  await cancelCollection(owner, id);
  expect(await mine(awa, id)).toBe(id);
  await expect(mine(binta, id)).rejects.toMatchObject(refused('TRANSACTION_NOT_FOUND'));
});

test('neither a reference, another environment nor another business leads to a sale', async () => {
  const { id, body } = await begin(awa);
  const elsewhere = [
    { ...awa, environment: 'LIVE' as const },
    { ...awa, client: await newClient() },
  ];
  for (const by of elsewhere)
    await expect(mine(by, id)).rejects.toMatchObject(refused('TRANSACTION_NOT_FOUND'));
  for (const name of [body.client_reference, newId(), '', 'x\0'])
    await expect(mine(awa, name)).rejects.toMatchObject(refused('TRANSACTION_NOT_FOUND'));
});

test('a cashier sells at the till, and the same sale once; nobody takes another’s reference', async () => {
  await expect(begin(awa, { client_reference: 'order-1' })).rejects.toMatchObject(refused('FORBIDDEN'));
  const made = await begin(awa);
  expect(await begin(awa, made.body)).toEqual(made);
  await expect(begin(binta, made.body)).rejects.toMatchObject(refused('DUPLICATE_REFERENCE'));
  await cancelCollection(awa, made.id);
  await expect(begin(binta, made.body)).rejects.toMatchObject(refused('DUPLICATE_REFERENCE'));
  expect((await begin(awa, made.body)).page).toBe(made.page);
  const wallet = await begin(awa, { provider: 'PROVIDER_W', customer_mobile: '+2207012345' });
  expect((await begin(awa, wallet.body)).id).toBe(wallet.id);
  await expect(begin(binta, wallet.body)).rejects.toMatchObject(refused('DUPLICATE_REFERENCE'));
});

test('of two who use one reference at once, one has the sale', async () => {
  const client_reference = anyReference();
  const tries = await Promise.allSettled([awa, binta].map((by) => begin(by, { client_reference })));
  const made = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value.id] : []));
  expect(made).toHaveLength(1);
  const owns = await Promise.allSettled([awa, binta].map((by) => mine(by, made[0] ?? '')));
  expect(owns.map(({ status }) => status)).toEqual(tries.map(({ status }) => status));
});

test('a cashier sends no payer elsewhere, and writes nothing beside the sale', async () => {
  const others = {
    success_url: 'https://elsewhere.example/paid',
    error_url: 'https://elsewhere.example/back',
    metadata: { order: '7' },
  };
  for (const [name, value] of Object.entries(others)) {
    await expect(begin(awa, { [name]: value })).rejects.toMatchObject(refused('FORBIDDEN'));
    expect((await begin(owner, { [name]: value })).page).not.toBeNull();
  }
});

test('a cashier’s sale is of today, so that no day’s sum is without it', async () => {
  const on = (by: Seller, now: string, day: string) =>
    begin(
      { ...by, now: () => new Date(now) },
      { client_reference: `${tillPrefix(day)}${newId().slice(-8)}` },
    );
  const noon = '2027-01-31T12:00:00Z';
  for (const day of ['2027-01-30', '2027-02-01', '2020-01-01', '9999-99-99']) {
    await expect(on(awa, noon, day)).rejects.toMatchObject(refused('FORBIDDEN'));
  }
  await on(owner, noon, '2020-01-01');
  await on(awa, noon, '2027-01-31');
  // Of a page that has not yet seen midnight.
  await on(awa, '2027-02-01T00:04:59Z', '2027-01-31');
  await expect(on(awa, '2027-02-01T00:05:01Z', '2027-01-31')).rejects.toMatchObject(refused('FORBIDDEN'));
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { visitor } from '#e2e/setup/payer';
import { newClient, newUser } from '#e2e/setup/people';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';
import { banjulDay } from '#lib/clock';
import { cancelCollection } from '#lib/collections/cancel-collection';
import { presentOwnCollection } from '#lib/collections/own-collection';
import { systemContext } from '#lib/context';
import { bookCollectionNews } from '#lib/rail-work/book-collection';
import { findOpenSale } from '#lib/till/open-sale';
import { type Seller, sell, tillPrefix } from '#lib/till/own-sales';
import { findTransaction } from '#lib/transactions/read';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function charge(by: Seller, amount: bigint, reference = tillPrefix(banjulDay(new Date()))) {
  const client_reference = `${reference}${Math.random().toString(36).slice(2, 10)}`;
  const body = { amount, currency: 'GMD' as const, client_reference, metadata: {} };
  return presentOwnCollection((await sell(by, { ...body, provider: 'CUSTOMER_CHOICE' })).transaction);
}

const codeOf = ({ redirect_url: url }: { redirect_url: string | null }) => ({ code: url?.slice(-10) ?? '' });
const openOf = async (by: Seller) => (await findOpenSale(by))?.transaction.id;

test('whoever opens the till anew comes back to the sale that they began, until it is paid or stopped', async () => {
  const client = await newClient();
  const [owner, awa, binta] = [
    await newUser('owner', client),
    await newUser('cashier', client),
    await newUser('cashier', client),
  ];
  expect(await openOf(awa)).toBeUndefined();
  const sale = await charge(awa, 71_00n);
  expect(await openOf(awa)).toBe(sale.transaction_id);
  for (const other of [owner, binta, { ...awa, environment: 'LIVE' as const }])
    expect(await openOf(other)).toBeUndefined();

  // Once a wallet is chosen it is followed to the payment.
  const { id } = await visitor(codeOf(sale)).begin({ provider: 'PROVIDER_W' });
  expect(await openOf(awa)).toBe(id);
  const chosen = await findTransaction(client.id, 'SANDBOX', id);
  if (chosen === undefined) throw new Error('nothing was begun');
  await bookCollectionNews(systemContext(client, 'SANDBOX'), chosen, { state: 'SUCCEEDED' });
  expect(await openOf(awa)).toBeUndefined();

  const next = await charge(awa, 5_00n);
  expect(await openOf(awa)).toBe(next.transaction_id);
  await cancelCollection(awa, next.transaction_id);
  expect(await openOf(awa)).toBeUndefined();
  // What an owner asks a customer for elsewhere is no sale of the till.
  await charge(owner, 5_00n, 'order-');
  expect(await openOf(owner)).toBeUndefined();
});

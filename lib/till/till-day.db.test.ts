import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberContext, newClient } from '#e2e/setup/people';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';
import { banjulDay } from '#lib/clock';
import { initiateCollection } from '#lib/collections/initiate-collection';
import type { Context } from '#lib/context';
import { bookCollectionNews } from '#lib/rail-work/book-collection';
import { tillPrefix } from '#lib/till/own-sales';
import { readTillDay } from '#lib/till/till-day';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function sale(ctx: Context, client_reference: string, amount: bigint, provider: string, isPaid = true) {
  const body = { amount, currency: 'GMD' as const, client_reference, provider, metadata: {} };
  const { transaction } = await initiateCollection(ctx, { ...body, customer_mobile: '+2207012345' });
  if (isPaid) await bookCollectionNews(ctx, transaction, { state: 'SUCCEEDED' });
}

test('a day of the till is what was paid of its sales, by wallet, and nobody else’s', async () => {
  const [ctx, other] = [
    memberContext(await newClient(), { role: 'viewer' }),
    memberContext(await newClient(), { role: 'viewer' }),
  ];
  const today = banjulDay(new Date());
  const prefix = tillPrefix(today);
  expect(await readTillDay(ctx, {})).toMatchObject({
    day: today,
    count: 0,
    total: '0.00',
    wallets: [],
    sales: [],
  });
  await sale(ctx, `${prefix}A`, 10_50n, 'PROVIDER_W');
  await sale(ctx, `${prefix}B`, 20_00n, 'PROVIDER_A');
  await sale(ctx, `${prefix}C`, 5_00n, 'PROVIDER_W');
  await sale(ctx, `${prefix}D`, 7_00n, 'PROVIDER_W', false);
  await sale(ctx, `${tillPrefix('2026-01-01')}E`, 1_00n, 'PROVIDER_W');
  await sale(ctx, 'order-1', 3_00n, 'PROVIDER_W');
  await sale(other, `${prefix}A`, 4_00n, 'PROVIDER_W');
  const day = await readTillDay(ctx, {});
  expect(day).toMatchObject({ day: today, count: 3, total: '35.50' });
  expect(day.wallets.map(({ provider, count, amount }) => [provider, count, amount])).toEqual([
    ['PROVIDER_A', 1, '20.00'],
    ['PROVIDER_W', 2, '15.50'],
  ]);
  expect(day.sales.map(({ client_reference }) => client_reference)).toEqual(
    ['C', 'B', 'A'].map((each) => prefix + each),
  );
  expect(await readTillDay(ctx, { day: '2026-01-01' })).toMatchObject({ count: 1, total: '1.00' });
});

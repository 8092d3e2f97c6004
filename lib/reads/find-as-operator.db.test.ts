import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memberContext, newClient } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { initiateCollection } from '#lib/collections/initiate-collection';
import { foldBalances } from '#lib/ledger/fold-balances';
import { initiatePayout } from '#lib/payouts/initiate-payout';
import { bookCollectionNews } from '#lib/rail-work/book-collection';
import { findTransactionsAsOperator, operatorQuery } from '#lib/reads/find-as-operator';
import { failure } from '#lib/transactions/transaction';

let database: TestDatabase;
let sql: Sql;
const clients: Awaited<ReturnType<typeof newClient>>[] = [];
const now = new Date();

const find = async (query: Record<string, string>) =>
  (await findTransactionsAsOperator(operatorQuery.parse({ limit: '100', ...query }), now)).data;

async function pay(client: (typeof clients)[number], reference: string, end?: 'paid' | 'failed') {
  const ctx = memberContext(client);
  const { transaction } = await initiateCollection(ctx, {
    amount: 150_00n,
    currency: 'GMD',
    client_reference: reference,
    provider: reference.startsWith('A') ? 'PROVIDER_A' : 'PROVIDER_W',
    customer_mobile: '+2207012399',
    metadata: {},
  });
  if (end === undefined) return;
  const news =
    end === 'paid'
      ? { state: 'SUCCEEDED' as const }
      : { state: 'FAILED' as const, failure: failure('DECLINED') };
  await bookCollectionNews(ctx, transaction, news);
}

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
  for (let n = 0; n < 3; n++) {
    const client = await newClient();
    clients.push(client);
    await pay(client, 'A-1', 'paid');
    await pay(client, 'W-1', 'paid');
    await pay(client, 'W-2', 'failed');
    await pay(client, 'W-3');
    await initiatePayout(memberContext(client), {
      amount: 20_00n,
      currency: 'GMD',
      recipient_mobile: '+2207654321',
      client_reference: 'OUT-1',
      provider: 'PROVIDER_W',
      metadata: {},
    });
    // What is tallied by then, and what is not yet.
    if (n === 0) await foldBalances();
  }
});
afterAll(() => database.drop());

describe('the operators’ list, narrowed', () => {
  const queries: Record<string, string>[] = [
    {},
    { status: 'SUCCEEDED' },
    { status: 'SUCCEEDED,FAILED' },
    { type: 'payout' },
    { type: 'payout,collection', status: 'PENDING,AWAITING_LIQUIDITY' },
    { provider: 'PROVIDER_A' },
    { provider: 'PROVIDER_A,PROVIDER_W', status: 'SUCCEEDED', environment: 'SANDBOX' },
    { status: 'SUCCEEDED', environment: 'LIVE' },
    { q: '7012399', status: 'FAILED' },
    { q: 'OUT-1', type: 'collection' },
    { q: 'W-1', provider: 'PROVIDER_W', period: 'today' },
    { period: 'today', status: 'FAILED' },
    { period: 'yesterday' },
    { from: '2020-01-01', to: '2020-01-31', type: 'collection' },
    { from: '2099-01-01', status: 'SUCCEEDED' },
    { from: '2099-01-01' },
    { from: '2099-01-01', q: 'W-1' },
  ];

  it.each(queries)('finds what a look at every row finds: %j', async (query) => {
    for (const of of [undefined, [clients[1]], [clients[0], clients[2]]]) {
      const ids = of?.map((each) => each?.id) as string[] | undefined;
      const found = await find({ ...query, ...(ids && { client: ids.join() }) });
      const { type, status, provider, environment, q, period, from } = query;
      const rows = await sql`select * from transactions order by id desc`;
      const isIn = (list: string | undefined, value: string) =>
        list === undefined || list.split(',').includes(value);
      const expected = rows.filter(
        (row) =>
          isIn(type, row.type) &&
          isIn(status, row.status) &&
          isIn(provider, row.provider) &&
          isIn(environment, row.environment) &&
          (ids === undefined || ids.includes(row.client_id)) &&
          (q === undefined || row.client_reference === q || row.mobile === `+220${q}`) &&
          period !== 'yesterday' &&
          from === undefined,
      );
      expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    }
  });

  it('is the same page by page', async () => {
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await findTransactionsAsOperator(
        operatorQuery.parse({ status: 'SUCCEEDED,FAILED', limit: '2', ...(cursor && { cursor }) }),
        now,
      );
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.pagination.next_cursor;
    }
    expect(seen).toEqual((await find({ status: 'SUCCEEDED,FAILED' })).map(({ id }) => id));
    expect(seen).toHaveLength(9);
  });

  it('refuses a client that is no id, and finds nothing of one that there is not', async () => {
    expect(operatorQuery.safeParse({ client: 'Baker' }).success).toBe(false);
    expect(await find({ client: '00000000-0000-7000-8000-000000000001', status: 'FAILED' })).toEqual([]);
  });
});

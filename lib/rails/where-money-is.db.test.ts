import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { liveContext, move, newLiveCollection, newLivePayout } from '#e2e/setup/live';
import { newClient } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { openCase } from '#lib/cases/open-case';
import { fundFloat } from '#lib/ledger/fund-float';
import { getWhereMoneyIs } from '#lib/rails/where-money-is';

// Not covered: the reading of a wallet, which lib/rails/watch-rails.ts does.

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const client = await newClient();
  // 100.00 collected for it, 50.00 funded and under way.
  await newLivePayout(client, { provider: 'PROVIDER_A', amountBututs: 50_00n });
  const paid = await newLiveCollection(client, { provider: 'PROVIDER_W', amountBututs: 20_00n });
  await move(client, paid, { kind: 'rail_succeeded', railReference: randomUUID() });
  await newLiveCollection(client, { provider: 'PROVIDER_W', amountBututs: 3_00n });
  await fundFloat(liveContext(client), 'PROVIDER_W', 7_00n);
});

afterAll(() => database.drop());

const railOf = async (provider: string) =>
  (await getWhereMoneyIs()).rails.find((rail) => rail.provider === provider);

async function told(provider: string, bututs: number) {
  const now = new Date().toISOString();
  await superuserSql()`
    insert into rail_wallets (provider, balance_bututs, read_at) values (${provider}, ${bututs}, ${now})
    on conflict (provider) do update set balance_bututs = excluded.balance_bututs`;
}

test('each rail has what our books say lies there, and what is under way', async () => {
  expect(await railOf('PROVIDER_A')).toMatchObject({
    books: { collected: '100.00', float: '50.00', total: '150.00' },
    in_flight: { payouts: '50.00', collections: '0.00' },
    wallet: null,
    case_id: null,
  });
  expect(await railOf('PROVIDER_W')).toMatchObject({
    books: { collected: '20.00', float: '7.00', total: '27.00' },
    in_flight: { payouts: '0.00', collections: '3.00' },
  });
});

test('whose money it is comes to the same sum as where it is', async () => {
  const { owners, total } = await getWhereMoneyIs();
  expect(total).toBe('177.00');
  const sum = owners.reduce((all, { amount }) => all + BigInt(amount.replace('.', '')), 0n);
  expect(sum).toBe(177_00n);
  expect(owners.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['available', 'held', 'commission', 'float_funding']),
  );
});

test('a wallet that differs only by what is under way is explained', async () => {
  await told('PROVIDER_W', 30_00);
  expect((await railOf('PROVIDER_W'))?.wallet).toMatchObject({
    balance: '30.00',
    difference: '3.00',
    unexplained: '0.00',
    since: null,
  });
});

test('what nothing explains is told with since when, of the case that is open for it before what the workers remember', async () => {
  await told('PROVIDER_W', 31_00);
  expect((await railOf('PROVIDER_W'))?.wallet).toMatchObject({
    unexplained: '1.00',
    since: null,
    is_compared: false,
  });
  const [first, later] = ['2026-11-01T08:00:00.000Z', '2026-11-01T09:00:00.000Z'];
  await superuserSql()`
    insert into rail_health (provider, direction, status, since, figures, updated_at)
    values ('PROVIDER_W', 'collection', 'OPERATIONAL', now(), ${JSON.stringify({ walletOff: { since: later, sign: 1 } })}::text::jsonb, now())`;
  expect((await railOf('PROVIDER_W'))?.wallet).toMatchObject({ since: later, is_compared: true });
  const about = { kind: 'float_difference', provider: 'PROVIDER_W', subject: 'PROVIDER_W' } as const;
  await openCase({ ...about, details: { since: first } }, new Date());
  const rail = await railOf('PROVIDER_W');
  expect(rail?.wallet?.since).toBe(first);
  expect(rail?.case_id).not.toBeNull();
  await told('PROVIDER_W', 27_00);
  expect((await railOf('PROVIDER_W'))?.wallet).toMatchObject({ difference: '0.00', since: null });
});

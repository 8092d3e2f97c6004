import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import type { Context } from '#lib/context';

let database: TestDatabase;
let sql: Sql;
let kit: {
  createClient: typeof import('#lib/clients/create-client').createClient;
  initiatePayout: typeof import('#lib/payouts/initiate-payout').initiatePayout;
  initiateCollection: typeof import('#lib/collections/initiate-collection').initiateCollection;
  bookCollectionNews: typeof import('#lib/rail-work/book-collection').bookCollectionNews;
  fundFloat: typeof import('#lib/ledger/fund-float').fundFloat;
  auditLedger: typeof import('#lib/ledger/audit').auditLedger;
};
let ctx: Context;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
  kit = {
    ...(await import('#lib/clients/create-client')),
    ...(await import('#lib/payouts/initiate-payout')),
    ...(await import('#lib/collections/initiate-collection')),
    ...(await import('#lib/rail-work/book-collection')),
    ...(await import('#lib/ledger/fund-float')),
    ...(await import('#lib/ledger/audit')),
  };
  const id = await kit.createClient({
    name: 'Shop',
    businessPhone: '+2207012345',
    businessEmail: 'shop@kaira.example',
  });
  ctx = {
    client: { id, name: 'Shop', commissionBps: 0 },
    environment: 'SANDBOX',
    actor: { type: 'system' },
    now: () => new Date(),
  };
  const { transaction } = await collect('stock', ctx);
  await kit.bookCollectionNews(ctx, transaction, { state: 'SUCCEEDED' });
  await kit.fundFloat(ctx, 'PROVIDER_W', 1000_00n);
});

afterAll(() => database.drop());

function collect(reference: string, own: Context) {
  return kit.initiateCollection(own, {
    amount: 30_00n,
    currency: 'GMD',
    client_reference: reference,
    provider: 'PROVIDER_W',
    metadata: {},
  });
}

function payOut(reference: string, own = ctx) {
  return kit
    .initiatePayout(own, {
      amount: 1_00n,
      currency: 'GMD',
      recipient_mobile: '+2207012345',
      client_reference: reference,
      provider: 'PROVIDER_W',
      metadata: {},
    })
    .then(
      ({ transaction, replayed }) => (replayed ? 'replayed' : transaction.status),
      (error) => (error as { code: string }).code,
    );
}

/** How many transactions of the database each of these began with. */
async function statementsOf(references: string): Promise<number[]> {
  const rows = await sql`
    select count(*)::int as together from transactions
    where client_id = ${ctx.client.id} and client_reference like ${references} group by xmin order by 1`;
  return rows.map((row) => row.together);
}

describe('transactions that begin at the same time', () => {
  it('share a statement, and each gets its own outcome', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, (_, index) => payOut(`p-${index % 15}`)));
    expect(outcomes.filter((each) => each === 'SUCCEEDED')).toHaveLength(15);
    expect(outcomes.filter((each) => each === 'replayed')).toHaveLength(5);
    // The first left at once, the others while it was under way.
    expect((await statementsOf('p-%')).length).toBeLessThan(6);
  });

  it('take no more than there is', async () => {
    const outcomes = await Promise.all(Array.from({ length: 40 }, (_, index) => payOut(`q-${index}`)));
    expect(outcomes.filter((each) => each === 'SUCCEEDED')).toHaveLength(15);
    expect(outcomes.filter((each) => each === 'INSUFFICIENT_BALANCE')).toHaveLength(25);
  });

  it('are not refused because one of them is', async () => {
    const lost: Context = {
      ...ctx,
      idempotency: {
        key: 'lost',
        leaseToken: '01980000-0000-7000-8000-000000000000',
        stored: false,
        render: () => ({ responseStatus: 200, body: '{}' }),
      } as unknown as NonNullable<Context['idempotency']>,
    };
    const all = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) => collect(`c-${index}`, index === 7 ? lost : ctx)),
    );
    expect(all.map((each) => each.status)).toEqual(
      Array.from({ length: 12 }, (_, index) => (index === 7 ? 'rejected' : 'fulfilled')),
    );
    expect(await sql`select 1 from transactions where client_reference = 'c-7'`).toHaveLength(0);
    expect(await sql`select 1 from transactions where client_reference like 'c-%'`).toHaveLength(11);
  });

  it('leave whole books', async () => {
    const lines = await kit.auditLedger((await import('postgres')).default(database.url, { max: 1 }));
    expect(lines.filter((line) => line.violations > 0 && Number(line.invariant) !== 14)).toEqual([]);
  });
});

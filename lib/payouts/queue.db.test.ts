import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import type { Context } from '#lib/context';

let database: TestDatabase;
let sql: Sql;
let verbs: {
  createClient: typeof import('#lib/clients/create-client').createClient;
  initiatePayout: typeof import('#lib/payouts/initiate-payout').initiatePayout;
  listReleasableQueues: typeof import('#lib/payouts/release-held-payouts').listReleasableQueues;
  releaseHeldPayouts: typeof import('#lib/payouts/release-held-payouts').releaseHeldPayouts;
  fundFloat: typeof import('#lib/ledger/fund-float').fundFloat;
  initiateCollection: typeof import('#lib/collections/initiate-collection').initiateCollection;
  bookCollectionNews: typeof import('#lib/rail-work/book-collection').bookCollectionNews;
  auditLedger: typeof import('#lib/ledger/audit').auditLedger;
};

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
  verbs = {
    ...(await import('#lib/clients/create-client')),
    ...(await import('#lib/payouts/initiate-payout')),
    ...(await import('#lib/payouts/release-held-payouts')),
    ...(await import('#lib/ledger/fund-float')),
    ...(await import('#lib/collections/initiate-collection')),
    ...(await import('#lib/rail-work/book-collection')),
    ...(await import('#lib/ledger/audit')),
  };
});

afterAll(() => database.drop());

const hourMs = 60 * 60 * 1000;

/** A client with 1,000.00 less commission to pay out, and a float of 50.00. */
async function shop(): Promise<{
  at: (ms: number) => Context;
  pay: (ms: number, reference: string, amount: bigint) => Promise<string>;
}> {
  const id = await verbs.createClient({
    name: 'Shop',
    businessPhone: '+2207012345',
    businessEmail: 'shop@kaira.example',
  });
  const start = Date.now() - 10 * hourMs;
  const at = (ms: number): Context => ({
    client: { id, name: 'Shop', commissionBps: 150 },
    environment: 'SANDBOX',
    actor: { type: 'system' },
    now: () => new Date(start + ms),
  });
  const { transaction } = await verbs.initiateCollection(at(0), {
    amount: 1000_01n,
    currency: 'GMD',
    client_reference: 'stock',
    provider: 'PROVIDER_W',
    metadata: {},
  });
  await verbs.bookCollectionNews(at(1), transaction, { state: 'SUCCEEDED' });
  await verbs.fundFloat(at(2), 'PROVIDER_W', 50_00n);
  const pay = async (ms: number, reference: string, amount: bigint) => {
    const paid = await verbs.initiatePayout(at(ms), {
      amount,
      currency: 'GMD',
      recipient_mobile: '+2207012345',
      client_reference: reference,
      provider: 'PROVIDER_W',
      metadata: {},
    });
    return paid.transaction.status;
  };
  return { at, pay };
}

async function statuses(ctx: Context): Promise<Record<string, string>> {
  const rows = await sql`
    select client_reference, status from transactions where client_id = ${ctx.client.id} and type = 'payout' order by id`;
  return Object.fromEntries(rows.map((row) => [row.client_reference, row.status]));
}

describe('the queue for a float', () => {
  it('lets a smaller newcomer overtake a payout that is too big, for an hour and no longer', async () => {
    const { pay } = await shop();
    expect(await pay(10, 'big', 60_00n)).toBe('AWAITING_LIQUIDITY');
    expect(await pay(hourMs - 1000, 'small', 10_00n)).toBe('SUCCEEDED');
    expect(await pay(hourMs + 1000, 'late', 10_00n)).toBe('AWAITING_LIQUIDITY');
  });

  it('gives freshly funded float to the payout that came first, not to one that comes before the job runs', async () => {
    const { at, pay } = await shop();
    await pay(10, 'first', 60_00n);
    await verbs.fundFloat(at(20), 'PROVIDER_W', 10_00n);
    expect(await pay(30, 'second', 10_00n)).toBe('AWAITING_LIQUIDITY');
    const queue = { clientId: at(0).client.id, environment: 'SANDBOX', provider: 'PROVIDER_W' } as const;
    await verbs.releaseHeldPayouts(queue, at(40).now);
    expect(await statuses(at(0))).toEqual({ first: 'SUCCEEDED', second: 'AWAITING_LIQUIDITY' });
  });

  it('stops behind a payout that has waited an hour, and passes a younger one that is too big', async () => {
    const { at, pay } = await shop();
    await pay(10, 'big', 300_00n);
    await pay(20, 'middle', 100_00n);
    await verbs.fundFloat(at(30), 'PROVIDER_W', 60_00n);
    const queue = { clientId: at(0).client.id, environment: 'SANDBOX', provider: 'PROVIDER_W' } as const;
    await verbs.releaseHeldPayouts(queue, at(2 * hourMs).now);
    expect(await statuses(at(0))).toEqual({ big: 'AWAITING_LIQUIDITY', middle: 'AWAITING_LIQUIDITY' });
    await verbs.releaseHeldPayouts(queue, at(hourMs / 2).now);
    expect(await statuses(at(0))).toEqual({ big: 'AWAITING_LIQUIDITY', middle: 'SUCCEEDED' });
  });

  it('is left alone while the one whose turn it is does not fit, whatever else would', async () => {
    const { at, pay } = await shop();
    await pay(10, 'big', 300_00n);
    await pay(20, 'middle', 100_00n);
    await verbs.fundFloat(at(30), 'PROVIDER_W', 60_00n);
    const clientId = at(0).client.id;
    const isListed = async () =>
      (await verbs.listReleasableQueues()).some((queue) => queue.clientId === clientId);
    // Both were held nine hours ago.
    expect(await isListed()).toBe(false);
    await sql`update transactions set held_since = now() where client_id = ${clientId} and status = 'AWAITING_LIQUIDITY'`;
    expect(await isListed()).toBe(true);
    await sql`update transactions set held_since = now() - interval '2 hours' where client_id = ${clientId} and status = 'AWAITING_LIQUIDITY'`;
    await verbs.fundFloat(at(40), 'PROVIDER_W', 190_00n);
    expect(await isListed()).toBe(true);
  });

  it('released in five places at once, pays each payout once and leaves whole books', async () => {
    const { at, pay } = await shop();
    for (let index = 0; index < 12; index++) await pay(100 + index, `held-${index}`, 51_00n);
    await verbs.fundFloat(at(200), 'PROVIDER_W', 9n * 51_00n - 50_00n);
    const queue = { clientId: at(0).client.id, environment: 'SANDBOX', provider: 'PROVIDER_W' } as const;
    await Promise.all(Array.from({ length: 5 }, () => verbs.releaseHeldPayouts(queue, at(300).now)));
    const after = Object.values(await statuses(at(0)));
    expect(after.filter((status) => status === 'SUCCEEDED')).toHaveLength(9);
    expect(after.slice(0, 9)).toEqual(Array(9).fill('SUCCEEDED'));
    const lines = await verbs.auditLedger((await import('postgres')).default(database.url, { max: 1 }));
    expect(lines.filter((line) => line.violations > 0 && Number(line.invariant) !== 14)).toEqual([]);
  });
});

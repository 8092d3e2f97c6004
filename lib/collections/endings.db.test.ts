import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import type { Context, IdempotencyLease } from '#lib/context';
import type { Transaction } from '#lib/transactions/transaction';

let database: TestDatabase;
let sql: Sql;
let verbs: {
  createClient: typeof import('#lib/clients/create-client').createClient;
  initiateCollection: typeof import('#lib/collections/initiate-collection').initiateCollection;
  bookCollectionNews: typeof import('#lib/rail-work/book-collection').bookCollectionNews;
  cancelCollection: typeof import('#lib/collections/cancel-collection').cancelCollection;
  submitOtp: typeof import('#lib/collections/submit-otp').submitOtp;
  takeTurn: typeof import('#lib/http/idempotency').takeTurn;
};
let ctx: Context;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
  verbs = {
    ...(await import('#lib/clients/create-client')),
    ...(await import('#lib/collections/initiate-collection')),
    ...(await import('#lib/rail-work/book-collection')),
    ...(await import('#lib/collections/cancel-collection')),
    ...(await import('#lib/collections/submit-otp')),
    ...(await import('#lib/http/idempotency')),
  };
  const id = await verbs.createClient({
    name: 'Shop',
    businessPhone: '+2207012345',
    businessEmail: 's@kaira.example',
  });
  ctx = {
    client: { id, name: 'Shop', commissionBps: 150 },
    environment: 'SANDBOX',
    actor: { type: 'system' },
    now: () => new Date(),
  };
});

afterAll(() => database.drop());

let order = 0;
async function begin(amount: bigint, provider = 'PROVIDER_W'): Promise<Transaction> {
  const request = {
    amount,
    currency: 'GMD',
    client_reference: `r${++order}`,
    provider,
    customer_mobile: '+2207012345',
    metadata: {},
  } as const;
  return (await verbs.initiateCollection(ctx, request)).transaction;
}

async function statusOf(transaction: Transaction): Promise<string> {
  const [row] = await sql`select status from transactions where id = ${transaction.id}`;
  return row?.status;
}

describe('a collection that ends twice at once', () => {
  it('stays cancelled when the simulator’s word on it was on its way', async () => {
    const read = await begin(150_00n);
    await verbs.cancelCollection(ctx, read.id);
    const { moved } = await verbs.bookCollectionNews(ctx, read, { state: 'SUCCEEDED' });
    expect([moved, await statusOf(read)]).toEqual([false, 'CANCELLED']);
  });

  it('is credited late when the rail says so of one that is known to have ended', async () => {
    const read = await begin(150_00n);
    const { transaction: cancelled } = await verbs.cancelCollection(ctx, read.id);
    const { transaction } = await verbs.bookCollectionNews(ctx, cancelled, { state: 'SUCCEEDED' });
    expect(transaction).toMatchObject({ status: 'SUCCEEDED', late: true });
  });

  it('has one journal however many notices come at the same time', async () => {
    const read = await begin(150_00n);
    const results = await Promise.all(
      Array.from({ length: 20 }, () => verbs.bookCollectionNews(ctx, read, { state: 'SUCCEEDED' })),
    );
    expect(results.filter((each) => each.moved)).toHaveLength(1);
    const [row] = await sql`select count(*)::int as journals from journals where transaction_id = ${read.id}`;
    expect(row?.journals).toBe(1);
  });
});

describe('the answer to an idempotency key', () => {
  it('is stored by the statement that cancels, so that a crash right after it loses nothing', async () => {
    const read = await begin(150_00n);
    const fingerprint = Buffer.alloc(32, 1);
    const render: IdempotencyLease['render'] = (result) => ({
      responseStatus: 200,
      body: JSON.stringify(result, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    });
    const turn = await verbs.takeTurn(ctx, 'cancel-1', fingerprint, render);
    if (!(turn && 'lease' in turn)) throw new Error('the key was free');
    const result = await verbs.cancelCollection({ ...ctx, idempotency: turn.lease }, read.id);
    expect(turn.lease.stored).toBe(true);
    // Nobody has answered yet; the repeat finds the answer all the same.
    const repeat = await verbs.takeTurn(ctx, 'cancel-1', fingerprint, render);
    expect(repeat).toEqual({ stored: render(result) });
  });
});

describe('a right one-time password', () => {
  it('costs no try on the amount that stays pending', async () => {
    const read = await begin(200_00n, 'PROVIDER_A');
    for (let time = 0; time < 4; time++) {
      const { transaction } = await verbs.submitOtp(ctx, read.id, '000000');
      expect(transaction).toMatchObject({ status: 'PENDING', otpAttemptsRemaining: 3 });
    }
  });

  it('of a stranger is not found, and takes nothing from the owner’s ten a minute', async () => {
    const read = await begin(150_00n, 'PROVIDER_A');
    const id = await verbs.createClient({
      name: 'Other',
      businessPhone: '+2207012345',
      businessEmail: 'o@kaira.example',
    });
    const stranger: Context = { ...ctx, client: { ...ctx.client, id } };
    for (let time = 0; time < 12; time++) {
      await expect(verbs.submitOtp(stranger, read.id, '000000')).rejects.toMatchObject({
        code: 'TRANSACTION_NOT_FOUND',
      });
    }
    expect((await verbs.submitOtp(ctx, read.id, '000000')).transaction.status).toBe('SUCCEEDED');
  });
});

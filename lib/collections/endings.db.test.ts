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
  textRefusal: typeof import('#lib/collections/initiate-collection').textRefusal;
  resendOtp: typeof import('#lib/collections/resend-otp').resendOtp;
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
    ...(await import('#lib/collections/resend-otp')),
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

describe('a one-time password', () => {
  const wrong = (remaining: number) => ({
    code: 'INVALID_OTP',
    details: { attempts_remaining: remaining },
  });
  const guess = (id: string, at = ctx) => verbs.submitOtp(at, id, '111111');

  it('that is wrong three times ends the collection, and nothing was charged', async () => {
    const read = await begin(150_00n, 'PROVIDER_A');
    await expect(guess(read.id)).rejects.toMatchObject(wrong(2));
    await expect(guess(read.id)).rejects.toMatchObject(wrong(1));
    for (const otp of ['111111', '000000']) {
      await expect(verbs.submitOtp(ctx, read.id, otp)).rejects.toMatchObject({
        code: 'OTP_ATTEMPTS_EXCEEDED',
      });
    }
    expect(await statusOf(read)).toBe('FAILED');
    const [row] = await sql`select count(*)::int as journals from journals where transaction_id = ${read.id}`;
    expect(row?.journals).toBe(0);
  });

  it('that is right after two wrong ones pays, and no further one is taken', async () => {
    const read = await begin(150_00n, 'PROVIDER_A');
    await expect(guess(read.id)).rejects.toMatchObject(wrong(2));
    await expect(guess(read.id)).rejects.toMatchObject(wrong(1));
    expect((await verbs.submitOtp(ctx, read.id, '000000')).transaction.status).toBe('SUCCEEDED');
    await expect(guess(read.id)).rejects.toMatchObject({
      code: 'INVALID_STATE',
      message: expect.stringContaining('SUCCEEDED'),
    });
  });

  it('is taken until the collection’s time is over, and expires it then', async () => {
    const read = await begin(150_00n, 'PROVIDER_A');
    const end = read.expiresAt?.getTime() ?? 0;
    const at = (time: number): Context => ({ ...ctx, now: () => new Date(time) });
    await expect(guess(read.id, at(end - 1))).rejects.toMatchObject(wrong(2));
    await expect(guess(read.id, at(end))).rejects.toMatchObject({ code: 'OTP_EXPIRED' });
    expect(await statusOf(read)).toBe('EXPIRED');
  });

  it('is sent again three times, a minute apart, and no try is won back', async () => {
    const read = await begin(150_00n, 'PROVIDER_A');
    const began = read.createdAt.getTime();
    const resend = (afterMs: number) =>
      verbs.resendOtp({ ...ctx, now: () => new Date(began + afterMs) }, read.id);
    await expect(guess(read.id)).rejects.toMatchObject(wrong(2));
    for (const minute of [1, 2, 3]) {
      await expect(resend(minute * 60_000 - 1)).rejects.toMatchObject({
        code: 'RATE_LIMITED',
        headers: { 'retry-after': '1' },
      });
      expect((await resend(minute * 60_000)).transaction).toMatchObject({
        otpResends: minute,
        otpAttemptsRemaining: 2,
      });
    }
    await expect(resend(4 * 60_000)).rejects.toMatchObject({
      code: 'INVALID_STATE',
      message: expect.stringContaining('three times'),
    });
  });

  it('is not taken where a rail asks for none', async () => {
    const read = await begin(150_00n, 'PROVIDER_W');
    await expect(guess(read.id)).rejects.toMatchObject({
      code: 'INVALID_STATE',
      message: expect.stringContaining('PROVIDER_W asks for no one-time password'),
    });
    expect(await statusOf(read)).toBe('PENDING');
  });

  it('may be sent ten times a minute for one collection', async () => {
    const read = await begin(200_00n, 'PROVIDER_A');
    for (let time = 0; time < 10; time++) await verbs.submitOtp(ctx, read.id, '000000');
    const refused = await verbs.submitOtp(ctx, read.id, '000000').catch((error) => error);
    expect(refused.code).toBe('RATE_LIMITED');
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(6);
    const other = await begin(200_00n, 'PROVIDER_A');
    expect((await verbs.submitOtp(ctx, other.id, '000000')).transaction.status).toBe('PENDING');
  });

  it('is not sent to a number again and again, by strangers less often than by the client', async () => {
    const live: Context = { ...ctx, environment: 'LIVE' };
    const to = (customer_mobile: string, provider = 'PROVIDER_A') => ({ customer_mobile, provider });
    const refusals = (times: number, ask: () => unknown) => Array.from({ length: times }, ask);
    const limited = (seconds: number) =>
      expect.objectContaining({
        code: 'RATE_LIMITED',
        headers: expect.objectContaining({ 'retry-after': String(seconds) }),
      });

    const stranger = { ...to('+2207010001'), stranger: '192.0.2.1' };
    const byStranger = refusals(6, () => verbs.textRefusal(live, stranger));
    expect(byStranger).toEqual([...Array(5).fill(null), limited(120)]);
    expect(verbs.textRefusal(live, { ...stranger, stranger: '192.0.2.2' })).toBeNull();
    // What strangers had sent takes nothing from what the client may send.
    const byClient = refusals(11, () => verbs.textRefusal(live, to('+2207010001')));
    expect(byClient).toEqual([...Array(10).fill(null), limited(60)]);

    const redirected = refusals(11, () => verbs.textRefusal(live, to('+2207010002', 'PROVIDER_W')));
    const inSandbox = refusals(11, () => verbs.textRefusal(ctx, to('+2207010003')));
    expect([...redirected, ...inSandbox]).toEqual(Array(22).fill(null));
  });
});

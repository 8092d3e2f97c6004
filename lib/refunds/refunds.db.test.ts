import fc from 'fast-check';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { daily } from '#e2e/setup/long-test';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { getBalance, getStats } from '#lib/clients/account-figures';
import { createClient } from '#lib/clients/create-client';
import { getCollection } from '#lib/collections/get-collection';
import { initiateCollection } from '#lib/collections/initiate-collection';
import { presentCollectionStatus } from '#lib/collections/present-collection';
import { type Context, systemContext } from '#lib/context';
import { auditLedger } from '#lib/ledger/audit';
import { REQUESTED } from '#lib/ledger/fact-checks';
import { fundFloat } from '#lib/ledger/fund-float';
import { formatAmount } from '#lib/money';
import { initiatePayout } from '#lib/payouts/initiate-payout';
import { releaseHeldPayouts } from '#lib/payouts/release-held-payouts';
import { bookCollectionNews } from '#lib/rail-work/book-collection';
import { runOperation } from '#lib/rail-work/turn';
import { listTransactions, transactionQuery } from '#lib/reads/list-transactions';
import { cancelRefund } from '#lib/refunds/cancel-refund';
import { getRefund } from '#lib/refunds/get-refund';
import { initiateRefund } from '#lib/refunds/initiate-refund';
import { presentRefund } from '#lib/refunds/present-refund';
import { readRefund } from '#lib/refunds/refund-request';
import { reread } from '#lib/transactions/read';
import type { Transaction } from '#lib/transactions/transaction';

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
});
afterAll(() => database.drop());

async function shop(refundCommission: 'keep' | 'return' = 'keep'): Promise<Context> {
  const contact = { businessPhone: '+2207012345', businessEmail: 'shop@kaira.example' };
  const id = await createClient({ name: 'Shop', ...contact });
  await sql`update clients set refund_commission = ${refundCommission} where id = ${id}`;
  return systemContext({ id, name: 'Shop', commissionBps: 150 }, 'SANDBOX');
}

interface Asked {
  amount?: bigint;
  provider?: string;
  mobile?: string | null;
}

async function begin(ctx: Context, reference: string, asked: Asked = {}): Promise<Transaction> {
  const { amount = 150_00n, provider = 'PROVIDER_W', mobile = '+2207012345' } = asked;
  const { transaction } = await initiateCollection(ctx, {
    amount,
    currency: 'GMD',
    client_reference: reference,
    provider,
    ...(mobile !== null && { customer_mobile: mobile }),
    metadata: {},
  });
  return transaction;
}

async function paid(ctx: Context, reference: string, asked: Asked = {}): Promise<Transaction> {
  const collection = await begin(ctx, reference, asked);
  return (await bookCollectionNews(ctx, collection, { state: 'SUCCEEDED' })).transaction;
}

const refund = (
  ctx: Context,
  collection: string,
  client_reference: string,
  more: Record<string, unknown> = {},
) => initiateRefund(ctx, readRefund({ collection, client_reference, ...more }));

/** What a rail's reversal does when it is due. */
async function settle(ctx: Context, transaction: Transaction): Promise<Transaction> {
  const operation = {
    kind: 'refund',
    leaseToken: transaction.id,
    attempts: 1,
    lagSeconds: 0,
    isActive: true,
  } as const;
  const due = () => new Date(ctx.now().getTime() + 60_000);
  await runOperation({ ...operation, transaction: await reread(transaction), client: ctx.client }, due);
  return reread(transaction);
}

/** Every line of the audit that finds something. */
async function broken() {
  const lines = await auditLedger(sql);
  return lines.filter(({ violations, invariant }) => violations > 0 && invariant !== 14);
}

const figures = async (ctx: Context) => {
  const {
    available_balance_gmd,
    held_gmd,
    total_refunded_gmd,
    platform_commissions_gmd,
    total_paid_out_gmd,
  } = await getBalance(ctx);
  return [available_balance_gmd, held_gmd, total_refunded_gmd, platform_commissions_gmd, total_paid_out_gmd];
};

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error) => (error.details ? [error.code, error.details] : error.code),
  );

describe('the money of a refund', () => {
  test('goes back by the rail as a whole: held when it is accepted, then out of what was collected', async () => {
    const ctx = await shop();
    await paid(ctx, 'other');
    await paid(ctx, 'order');
    expect(await figures(ctx)).toEqual(['295.50', '0.00', '0.00', '4.50', '0.00']);
    const begun = await refund(ctx, 'order', 'back', { reason: 'Too small.', metadata: { desk: '3' } });
    expect(presentRefund(begun)).toMatchObject({
      client_reference: 'back',
      type: 'refund',
      collection: { client_reference: 'order' },
      amount: '150.00',
      status: 'PENDING',
      method: 'reversal',
      recipient_mobile: '+2207012345',
      reason: 'Too small.',
      metadata: { desk: '3' },
      failure: null,
      completed_at: null,
    });
    expect(await figures(ctx)).toEqual(['145.50', '150.00', '0.00', '4.50', '0.00']);
    expect((await settle(ctx, begun.transaction)).status).toBe('SUCCEEDED');
    expect(await figures(ctx)).toEqual(['145.50', '0.00', '150.00', '4.50', '0.00']);
    const rows = await sql`
      select e.account, sum(e.amount_bututs)::int as bututs from journals j join entries e on e.journal_id = j.id
      where j.transaction_id = ${begun.transaction.id} group by 1 order by 1`;
    expect(rows).toEqual([
      { account: 'available', bututs: 150_00 },
      { account: 'held', bututs: 0 },
      { account: 'rail_collections:PROVIDER_W', bututs: -150_00 },
    ]);
    const events =
      await sql`select event, body from events where transaction_id = ${begun.transaction.id} order by sequence`;
    expect(events.map(({ event }) => event)).toEqual(['refund.pending', 'refund.succeeded']);
    expect(JSON.parse(events[1]?.body).data).toMatchObject({
      type: 'refund',
      reference: 'back',
      recipient_mobile: '+2207012345',
      collection: { client_reference: 'order' },
    });
    expect(await broken()).toEqual([]);
  });

  test('goes in parts by payouts from the float of its rail, the rest of PROVIDER_W by reversal', async () => {
    const ctx = await shop();
    await paid(ctx, 'other');
    const collection = await paid(ctx, 'order');
    await fundFloat(ctx, 'PROVIDER_W', 50_00n);
    const part = await refund(ctx, 'order', 'part', { amount: '50.00' });
    expect(presentRefund(part)).toMatchObject({ method: 'payout', status: 'SUCCEEDED', amount: '50.00' });
    const rest = await refund(ctx, collection.id, 'rest');
    expect(presentRefund(rest)).toMatchObject({ method: 'reversal', status: 'PENDING', amount: '100.00' });
    await settle(ctx, rest.transaction);
    expect(await figures(ctx)).toEqual(['145.50', '0.00', '150.00', '4.50', '0.00']);
    expect(presentCollectionStatus(await getCollection(ctx, 'order'))).toMatchObject({
      refunded_amount: '150.00',
      refunds: [
        { client_reference: 'rest', status: 'SUCCEEDED', amount: '100.00' },
        { client_reference: 'part', status: 'SUCCEEDED', amount: '50.00' },
      ],
    });
    const listed = await listTransactions(ctx, transactionQuery.parse({ type: 'refund' }));
    expect(listed.pagination.total).toBe(2);
    expect(listed.data.map((each) => each.client_reference)).toEqual(['rest', 'part']);
    expect(await broken()).toEqual([]);
  });

  test.each([
    ['PROVIDER_A', '150.00', 'payout'],
    ['PROVIDER_C', '150.00', 'payout'],
    ['PROVIDER_C_CARD', '1.00', 'reversal'],
    ['PROVIDER_C_CARD', '150.00', 'reversal'],
  ])('on %s, %s goes back by %s', async (provider, amount, method) => {
    const ctx = await shop();
    await paid(ctx, 'other');
    await paid(ctx, 'order', { provider });
    expect(presentRefund(await refund(ctx, 'order', 'back', { amount }))).toMatchObject({ provider, method });
    expect(await broken()).toEqual([]);
  });

  test('waits for the float, is released with the payouts, and counts until then', async () => {
    const ctx = await shop();
    await paid(ctx, 'other');
    await paid(ctx, 'order', { provider: 'PROVIDER_A' });
    const held = await refund(ctx, 'order', 'back', { amount: '40.00' });
    expect(presentRefund(held)).toMatchObject({
      status: 'AWAITING_LIQUIDITY',
      liquidity: { queue_position: 1 },
    });
    expect(await figures(ctx)).toEqual(['255.50', '40.00', '0.00', '4.50', '0.00']);
    // contract.md §5: what is pending are collections and payouts.
    expect(await getStats(ctx)).toMatchObject({ pending_transactions_count: 0, pending_volume_gmd: '0.00' });
    expect(await codeOf(refund(ctx, 'order', 'more', { amount: '110.01' }))).toEqual([
      'REFUND_EXCEEDS_COLLECTION',
      { refundable_amount_bututs: 110_00 },
    ]);
    await fundFloat(ctx, 'PROVIDER_A', 40_00n);
    await releaseHeldPayouts({ clientId: ctx.client.id, environment: 'SANDBOX', provider: 'PROVIDER_A' });
    expect((await getRefund(ctx, 'back')).transaction.status).toBe('SUCCEEDED');
    expect(await figures(ctx)).toEqual(['255.50', '0.00', '40.00', '4.50', '0.00']);
    const events =
      await sql`select event from events where transaction_id = ${held.transaction.id} order by sequence`;
    expect(events.map(({ event }) => event)).toEqual(['refund.pending', 'refund.succeeded']);
    expect(await broken()).toEqual([]);
  });

  test('that is cancelled while it waits is the client’s again, and the collection can be refunded anew', async () => {
    const ctx = await shop();
    await paid(ctx, 'other');
    await paid(ctx, 'order', { provider: 'PROVIDER_A' });
    const held = await refund(ctx, 'order', 'back');
    const { transaction } = await cancelRefund(ctx, held.transaction.id);
    expect(presentRefund({ transaction })).toMatchObject({
      status: 'FAILED',
      failure: {
        code: 'CANCELLED_BY_CLIENT',
        message: 'The refund was cancelled while it waited for liquidity.',
      },
    });
    expect(await figures(ctx)).toEqual(['295.50', '0.00', '0.00', '4.50', '0.00']);
    await expect(cancelRefund(ctx, held.transaction.id)).rejects.toThrow('can no longer be cancelled');
    await paid(ctx, 'third');
    expect(presentRefund(await refund(ctx, 'order', 'again'))).toMatchObject({ amount: '150.00' });
    const reversal = await refund(ctx, 'other', 'by rail');
    await expect(cancelRefund(ctx, reversal.transaction.id)).rejects.toMatchObject({ code: 'INVALID_STATE' });
    expect(await broken()).toEqual([]);
  });
});

describe('the commission', () => {
  test('returns with the refund where the client’s setting says so, and never more in all than was taken', async () => {
    const ctx = await shop('return');
    // 0.02 were taken of it: 0.015, rounded half up.
    await paid(ctx, 'other');
    await paid(ctx, 'order', { amount: 1_00n, provider: 'PROVIDER_C_CARD' });
    expect(await figures(ctx)).toEqual(['148.73', '0.00', '0.00', '2.27', '0.00']);
    for (const part of ['0.34', '0.34', '0.32']) {
      const { transaction } = await refund(ctx, 'order', `back ${part} ${Math.random()}`, { amount: part });
      await settle(ctx, transaction);
    }
    // 0.0051, 0.0051 and 0.0048, each rounded.
    const shares = await sql`
      select commission_bututs::int as share from transactions where client_id = ${ctx.client.id} and type = 'refund' order by id`;
    expect(shares.map(({ share }) => share)).toEqual([1, 1, 0]);
    expect(await figures(ctx)).toEqual(['147.75', '0.00', '1.00', '2.25', '0.00']);
    expect(await broken()).toEqual([]);
  });

  test('stays otherwise', async () => {
    const ctx = await shop();
    await paid(ctx, 'other');
    await paid(ctx, 'order', { provider: 'PROVIDER_C_CARD' });
    const { transaction } = await refund(ctx, 'order', 'back');
    await settle(ctx, transaction);
    expect(await figures(ctx)).toEqual(['145.50', '0.00', '150.00', '4.50', '0.00']);
  });

  test('is shared among refunds at once, and never returns twice', async () => {
    const ctx = await shop('return');
    await paid(ctx, 'other');
    // 0.05 were taken of it, and each part has a share of 0.0051, rounded up to 0.01: nine of them would be 0.09.
    await paid(ctx, 'order', { amount: 3_33n, provider: 'PROVIDER_C_CARD' });
    await Promise.all(
      Array.from({ length: 9 }, (_, index) => refund(ctx, 'order', `back ${index}`, { amount: '0.34' })),
    );
    const [{ sum } = {}] = await sql`
      select sum(commission_bututs)::int as sum from transactions where client_id = ${ctx.client.id} and type = 'refund'`;
    expect(sum).toBe(5);
    expect(await broken()).toEqual([]);
  });
});

describe('many at once', () => {
  test('64 refunds of a collection never exceed it', async () => {
    const ctx = await shop();
    await paid(ctx, 'other', { amount: 9_000_00n });
    await paid(ctx, 'order', { amount: 100_00n, provider: 'PROVIDER_C_CARD' });
    const asked = Array.from({ length: 64 }, (_, index) => `${(index % 7) + 1}.${index + 10}`);
    const ends = await Promise.all(
      asked.map((amount, index) => codeOf(refund(ctx, 'order', `back ${index}`, { amount }))),
    );
    const [row] = await sql`
      select count(*)::int as n, sum(amount_bututs)::int as sum from transactions
      where client_id = ${ctx.client.id} and type = 'refund'`;
    expect(row?.sum).toBeLessThanOrEqual(100_00);
    expect(row?.sum).toBeGreaterThan(90_00);
    expect(ends.filter((end) => end === 'done')).toHaveLength(row?.n);
    expect(new Set(ends.filter((end) => end !== 'done').map((end) => end[0]))).toEqual(
      new Set(['REFUND_EXCEEDS_COLLECTION']),
    );
    expect(await broken()).toEqual([]);
  });

  test('one that is sent 64 times moves money once, and each answer is of it', async () => {
    const ctx = await shop();
    await paid(ctx, 'other');
    await paid(ctx, 'order');
    const answers = await Promise.all(Array.from({ length: 64 }, () => refund(ctx, 'order', 'back')));
    expect(new Set(answers.map(({ transaction }) => transaction.id)).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await figures(ctx)).toEqual(['145.50', '150.00', '0.00', '4.50', '0.00']);
  });

  test('refunds and payouts together never take more than there is', async () => {
    const ctx = await shop();
    for (let index = 0; index < 10; index++) await paid(ctx, `order ${index}`, { amount: 10_00n });
    await fundFloat(ctx, 'PROVIDER_W', 1000_00n);
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => [
        codeOf(refund(ctx, `order ${index}`, `back ${index}`)),
        codeOf(
          initiatePayout(ctx, {
            amount: 10_00n,
            currency: 'GMD',
            recipient_mobile: '+2207012345',
            client_reference: `out ${index}`,
            provider: 'PROVIDER_W',
            metadata: {},
          }),
        ),
      ]).flat(),
    );
    const [row] = await sql`
      select count(*)::int as n from transactions where client_id = ${ctx.client.id} and type <> 'collection'`;
    expect(row?.n).toBe(9);
    expect((await figures(ctx))[0]).toBe('8.50');
    expect(await broken()).toEqual([]);
  });
});

test('refunds of any sizes, at once, never give back more than was paid nor more commission than was taken, and refuse only what no longer fits', async () => {
  const sizes = fc.array(fc.option(fc.bigInt(1n, 400_00n), { nil: undefined }), {
    minLength: 1,
    maxLength: 10,
  });
  const cases = fc.record({
    amount: fc.bigInt(1_00n, 900_00n),
    bps: fc.integer({ min: 0, max: 2_000 }),
    setting: fc.constantFrom('keep' as const, 'return' as const),
    sizes,
  });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(cases, async ({ amount, bps, setting, sizes: asked }) => {
      const ctx = await shop(setting);
      const own = { ...ctx, client: { ...ctx.client, commissionBps: bps } };
      await paid(own, 'other', { amount: 9_000_00n });
      const { commissionBututs } = await paid(own, 'order', { amount, provider: 'PROVIDER_C_CARD' });
      const before = await getBalance(own);
      const answers = await Promise.allSettled(
        asked.map((size, index) =>
          refund(
            own,
            'order',
            `back ${run}-${index}`,
            size === undefined ? {} : { amount: formatAmount(size) },
          ),
        ),
      );
      run++;
      const made = answers.flatMap((each) => (each.status === 'fulfilled' ? [each.value.transaction] : []));
      const sum = (of: (each: Transaction) => bigint) => made.reduce((all, each) => all + of(each), 0n);
      const left = amount - sum((each) => each.amountBututs);
      const returned = sum((each) => each.commissionBututs);
      expect(left >= 0n && returned <= commissionBututs).toBe(true);
      expect(setting === 'return' || returned === 0n).toBe(true);
      // All of it went back, and so all of the commission does.
      if (setting === 'return' && left === 0n && made.length === 1) expect(returned).toBe(commissionBututs);
      answers.forEach((each, index) => {
        if (each.status === 'fulfilled') return;
        expect(each.reason).toMatchObject({ code: 'REFUND_EXCEEDS_COLLECTION' });
        expect((asked[index] ?? 1n) > left).toBe(true);
      });
      for (const each of made) expect((await settle(own, each)).status).toBe('SUCCEEDED');
      const after = await getBalance(own);
      expect(BigInt(before.available_balance_bututs - after.available_balance_bututs)).toBe(
        amount - left - returned,
      );
      expect(BigInt(after.total_refunded_bututs)).toBe(amount - left);
    }),
    { numRuns: daily(12) },
  );
  expect(await broken()).toEqual([]);
}, 120_000);

describe('in this order, and nothing is stored', () => {
  test('a collection that is not there, also another client’s', async () => {
    const ctx = await shop();
    const { id } = await paid(await shop(), 'order');
    for (const collection of ['order', id])
      expect(await codeOf(refund(ctx, collection, 'back'))).toBe('TRANSACTION_NOT_FOUND');
  });

  test('a reference: the same body is the refund as it stands now, another body is a clash', async () => {
    const ctx = await shop();
    await paid(ctx, 'other');
    const collection = await paid(ctx, 'order');
    const { transaction } = await refund(ctx, 'order', 'back', { reason: 'x' });
    await settle(ctx, transaction);
    // Nothing is left by now: an omitted amount is compared as omitted, and the id is the same collection.
    for (const named of ['order', collection.id]) {
      const again = await refund(ctx, named, 'back', { reason: 'x' });
      expect(again).toMatchObject({
        replayed: true,
        transaction: { id: transaction.id, status: 'SUCCEEDED' },
      });
    }
    for (const changed of [
      { amount: '150.00', reason: 'x' },
      { reason: 'y' },
      { reason: 'x', metadata: { a: 'b' } },
      {},
    ]) {
      expect(await codeOf(refund(ctx, 'order', 'back', changed))).toEqual([
        'DUPLICATE_REFERENCE',
        { client_reference: 'back' },
      ]);
    }
    // Before the state of the other collection is looked at.
    await begin(ctx, 'unpaid');
    expect((await codeOf(refund(ctx, 'unpaid', 'back', { reason: 'x' })))[0]).toBe('DUPLICATE_REFERENCE');
  });

  test('a refund without an amount is of no more than whoever asked has looked at, and the same one when it comes again', async () => {
    const ctx = await shop();
    await paid(ctx, 'order');
    const request = readRefund({ collection: 'order', client_reference: 'back' });
    const made = await initiateRefund(ctx, request, { atMostBututs: 40_00n });
    expect(made.transaction.amountBututs).toBe(40_00n);
    expect(await initiateRefund(ctx, request)).toMatchObject({
      replayed: true,
      transaction: { id: made.transaction.id },
    });
  });

  test('a reference is free for a refund though a collection or a payout has it', async () => {
    const ctx = await shop();
    await paid(ctx, 'other');
    await paid(ctx, 'order');
    expect(await codeOf(refund(ctx, 'order', 'order'))).toBe('done');
  });

  test('a collection that nobody has paid, before the amount', async () => {
    const ctx = await shop();
    await begin(ctx, 'order', { mobile: null });
    expect(await codeOf(refund(ctx, 'order', 'back', { amount: '9000.00' }))).toBe('INVALID_STATE');
  });

  test('more than is left, before whether it is possible at all', async () => {
    const ctx = await shop();
    await paid(ctx, 'order', { provider: 'PROVIDER_A', mobile: null });
    expect(await codeOf(refund(ctx, 'order', 'back', { amount: '150.01' }))).toEqual([
      'REFUND_EXCEEDS_COLLECTION',
      { refundable_amount_bututs: 150_00 },
    ]);
  });

  test('no way back, before the balance', async () => {
    const ctx = await shop();
    await paid(ctx, 'order', { provider: 'PROVIDER_A', mobile: null });
    await paid(ctx, 'part', { mobile: null });
    const expected = ['REFUND_NOT_POSSIBLE', { reason: 'no_customer_mobile' }];
    expect(await codeOf(refund(ctx, 'order', 'back', { amount: '149.99' }))).toEqual(expected);
    expect(await codeOf(refund(ctx, 'part', 'back', { amount: '1.00' }))).toEqual(expected);
    // As a whole the rail gives it back itself.
    expect(await codeOf(refund(ctx, 'part', 'back'))).toBe('done');
  });

  test('the number that a collection lacks may come with its refund, and money goes to no other one', async () => {
    const ctx = await shop();
    await fundFloat(ctx, 'PROVIDER_A', 900_00n);
    await fundFloat(ctx, 'PROVIDER_W', 900_00n);
    await paid(ctx, 'other');
    await paid(ctx, 'order', { provider: 'PROVIDER_A', mobile: null });
    const number = { recipient_mobile: '+2203334455' };
    const made = await refund(ctx, 'order', 'back', { amount: '40.00', ...number });
    expect(presentRefund(made)).toMatchObject({ method: 'payout', recipient_mobile: '+2203334455' });
    expect(await refund(ctx, 'order', 'back', { amount: '40.00', ...number })).toMatchObject({
      replayed: true,
    });
    for (const changed of [{}, { recipient_mobile: '+2203334456' }]) {
      expect(await codeOf(refund(ctx, 'order', 'back', { amount: '40.00', ...changed }))).toEqual([
        'DUPLICATE_REFERENCE',
        { client_reference: 'back' },
      ]);
    }
    // One that names no number is answered as before.
    expect(await codeOf(refund(ctx, 'order', 'rest'))).toEqual([
      'REFUND_NOT_POSSIBLE',
      { reason: 'no_customer_mobile' },
    ]);
    await paid(ctx, 'known');
    expect(await codeOf(refund(ctx, 'known', 'known', { amount: '1.00', ...number }))).toEqual([
      'VALIDATION_ERROR',
      { fields: [expect.objectContaining({ path: 'recipient_mobile', code: 'not_the_payer' })] },
    ]);
    const same = { recipient_mobile: '+2207012345' };
    expect(await codeOf(refund(ctx, 'known', 'known', { amount: '1.00', ...same }))).toBe('done');
    // What the rail gives back itself goes to where it came from.
    await paid(ctx, 'whole', { mobile: null });
    const whole = await refund(ctx, 'whole', 'whole', number);
    expect(presentRefund(whole)).toMatchObject({ method: 'reversal', recipient_mobile: '+2203334455' });
    expect(await broken()).toEqual([]);
    await sql`alter table transactions disable trigger user`;
    const redirected = made.transaction.id;
    await sql`update transactions set mobile = '+2207777777' where id in (${redirected}, ${whole.transaction.id})`;
    expect((await broken()).map(({ name }) => name)).toContain(REQUESTED);
    await sql`update transactions set mobile = '+2203334455' where id in (${redirected}, ${whole.transaction.id})`;
    await sql`alter table transactions enable trigger user`;
    expect(await broken()).toEqual([]);
  });

  test('a balance that does not cover it, before the float', async () => {
    const ctx = await shop();
    await paid(ctx, 'order', { provider: 'PROVIDER_A' });
    expect(await codeOf(refund(ctx, 'order', 'back'))).toEqual([
      'INSUFFICIENT_BALANCE',
      { required_amount_bututs: 150_00, available_balance_bututs: 147_75 },
    ]);
    const rows = await sql`select from transactions where client_id = ${ctx.client.id} and type = 'refund'`;
    expect(rows).toHaveLength(0);
    expect(await codeOf(refund(ctx, 'order', 'back', { amount: '147.75' }))).toBe('done');
  });
});

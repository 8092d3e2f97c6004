import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sqlClient } from '#db/client';
import { giveBalance } from '#e2e/setup/balance';
import { newClient } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { ensureAccounts } from '#lib/clients/create-client';
import { initiateCollection } from '#lib/collections/initiate-collection';
import { type Context, systemContext } from '#lib/context';
import { newId } from '#lib/ids';
import { findDueWork } from '#lib/jobs/find-due-work';
import { startWorker, type Worker } from '#lib/jobs/worker';
import { foldBalances } from '#lib/ledger/fold-balances';
import { fundFloat } from '#lib/ledger/fund-float';
import { periodicDueTimestampSeconds } from '#lib/metrics';
import { initiatePayout } from '#lib/payouts/initiate-payout';
import { claimOperations } from '#lib/rail-work/turn';

let database: TestDatabase;
let ctx: Context;

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = systemContext(await newClient(), 'SANDBOX');
  await ensureAccounts();
});
afterAll(() => database.drop());

const collect = (provider: string) =>
  initiateCollection(ctx, {
    amount: 10_00n,
    currency: 'GMD',
    client_reference: newId(),
    provider,
    metadata: {},
  });

const payOut = (amount: bigint) =>
  initiatePayout(ctx, {
    amount,
    currency: 'GMD',
    client_reference: newId(),
    provider: 'PROVIDER_W',
    recipient_mobile: '+2207654321',
    metadata: {},
  });

async function foldAll(): Promise<void> {
  while ((await foldBalances()) > 0);
}

describe('what may be due is seen', () => {
  beforeEach(async () => {
    const sql = superuserSql();
    await sql`update rail_operations set run_at = now() + interval '1 hour'`;
    await sql`delete from rail_notices`;
    await foldAll();
    expect(await findDueWork()).toEqual([]);
  });

  test.each(['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C'])(
    'an operation of %s, from its moment on',
    async (provider) => {
      const { transaction } = await collect(provider);
      await foldAll();
      const move = (moment: string) => superuserSql()`
      update rail_operations set run_at = now() + ${moment}::interval where transaction_id = ${transaction.id}`;
      await move('1 minute');
      expect(await findDueWork()).toEqual([]);
      await move('-1 second');
      expect(await findDueWork()).toEqual(['operations']);
      // Under a lease it is nobody's until the lease ends.
      expect(await claimOperations(10)).toMatchObject([{ transaction: { id: transaction.id } }]);
      expect(await findDueWork()).toEqual([]);
    },
  );

  test('a notice, from its moment on', async () => {
    const notice = (id: string, moment: string | null) => superuserSql()`
      insert into rail_notices (provider, dedupe_id, received_at, body_sealed, status, run_at)
      values ('PROVIDER_W', ${id}, now(), ''::bytea, 'RECEIVED', now() + ${moment}::interval)`;
    await notice('done', null);
    await notice('later', '1 minute');
    expect(await findDueWork()).toEqual([]);
    await notice('due', '-1 second');
    expect(await findDueWork()).toEqual(['notices']);
  });

  test('what is not added up yet, of entries and of counts', async () => {
    await collect('PROVIDER_W');
    await superuserSql()`update rail_operations set run_at = now() + interval '1 hour'`;
    expect(await findDueWork()).toEqual(['fold']);
    await foldAll();
    await fundFloat(ctx, 'PROVIDER_W', 1_00n);
    expect(await findDueWork()).toEqual(['fold']);
    await foldAll();
    expect(await findDueWork()).toEqual([]);
  });

  test('a payout that waits for its float, as long as it waits', async () => {
    await giveBalance(ctx, 1_000_00n);
    const { transaction } = await payOut(500_00n);
    expect(transaction.status).toBe('AWAITING_LIQUIDITY');
    await superuserSql()`update rail_operations set run_at = now() + interval '1 hour'`;
    await foldAll();
    expect(await findDueWork()).toEqual(['held_payouts']);
  });
});

describe('a worker', () => {
  let worker: Worker;

  afterEach(() => worker.stop());

  /** Whose first round is over. */
  async function startIdleWorker(): Promise<void> {
    periodicDueTimestampSeconds.reset();
    worker = startWorker();
    const periodic = async () => (await periodicDueTimestampSeconds.get()).values;
    await expect
      .poll(async () => (await periodic()).every(({ value }) => value > Date.now() / 1_000))
      .toBe(true);
    expect((await periodic()).length).toBeGreaterThan(5);
  }

  const statusOf = (id: string) => async () =>
    (await sqlClient()`select status from transactions where id = ${id}`)[0]?.status;

  test('finds an operation that comes due and of which nobody tells it', async () => {
    const { transaction } = await collect('PROVIDER_W');
    await superuserSql()`update rail_operations set run_at = now() + interval '1 hour'`;
    await startIdleWorker();
    expect(await statusOf(transaction.id)()).toBe('PENDING');
    await superuserSql()`update rail_operations set run_at = now() where transaction_id = ${transaction.id}`;
    await expect.poll(statusOf(transaction.id)).not.toBe('PENDING');
  });

  test('finds a held payout whose float has come from elsewhere', async () => {
    await giveBalance(ctx, 1_000_00n);
    const { transaction } = await payOut(400_00n);
    expect(transaction.status).toBe('AWAITING_LIQUIDITY');
    await startIdleWorker();
    expect(await statusOf(transaction.id)()).toBe('AWAITING_LIQUIDITY');
    await superuserSql()`
      update accounts set balance_bututs = balance_bututs + 90000 where client_id = ${ctx.client.id} and name = 'rail_float:PROVIDER_W'`;
    await expect.poll(statusOf(transaction.id)).toBe('SUCCEEDED');
  });

  test('with nothing to do makes fewer than four statements a second', async () => {
    await startIdleWorker();
    await expect.poll(findDueWork).toEqual([]);
    const options = sqlClient().options as { debug: unknown };
    const begunAt = performance.now();
    let made = 0;
    options.debug = () => made++;
    await expect.poll(() => performance.now() - begunAt).toBeGreaterThan(6_000);
    const perSecond = made / ((performance.now() - begunAt) / 1_000);
    options.debug = false;
    expect(made).toBeGreaterThan(0);
    expect(perSecond).toBeLessThan(4);
  });
});

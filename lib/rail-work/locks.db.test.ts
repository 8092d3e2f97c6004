import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { whileOpen } from '#e2e/setup/interleave';
import { liveContext, move, newLiveCollection, newLivePayout } from '#e2e/setup/live';
import { newClient } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { ensureAccounts } from '#lib/clients/create-client';
import { cancelCollection } from '#lib/collections/cancel-collection';
import { initiateCollection } from '#lib/collections/initiate-collection';
import { type Context, systemContext } from '#lib/context';
import { closeAttempt } from '#lib/payment-links/close-attempt';
import { closeCollection } from '#lib/rail-work/close';
import { reverse } from '#lib/rail-work/reverse';
import type { Transaction } from '#lib/transactions/transaction';
import { type RailSimulator, startRailSimulator } from '#simulator/server';

// What each version that is compared in the modules of rails is there for: what somebody else has changed since it was read
// is looked at anew (docs/proof/locks.md).

let database: TestDatabase;
let simulator: RailSimulator;
let ctx: Context;

beforeAll(async () => {
  database = await createTestDatabase();
  simulator = await startRailSimulator({ float: '1000.00' });
  for (const [name, value] of Object.entries(simulator.settings)) {
    if (name.startsWith('RAIL_W_')) process.env[name] = value;
  }
  await ensureAccounts();
  ctx = systemContext(await newClient(), 'SANDBOX');
});
afterAll(async () => {
  await simulator?.close();
  await database.drop();
});

async function collection(reference: string): Promise<Transaction> {
  const body = { amount: 30_00n, currency: 'GMD' as const, provider: 'PROVIDER_W', metadata: {} };
  return (await initiateCollection(ctx, { ...body, client_reference: reference })).transaction;
}
/** As whatever else is done with it. */
const change =
  ({ id }: Transaction) =>
  (session: Sql) =>
    session`update transactions set version = version + 1 where id = ${id}`;

describe('a collection that somebody else changes meanwhile', () => {
  test('is not ended by what was read before', async () => {
    const read = await collection('close');
    const second = await whileOpen(change(read), () => closeCollection(ctx, read, 'cancelled_by_client'));
    expect(second).toMatchObject({
      waited: true,
      value: { moved: false, transaction: { status: 'PENDING' } },
    });
  });

  test('and that its rail never heard of is not ended by what was read before', async () => {
    const read = await newLiveCollection(ctx.client, { provider: 'PROVIDER_W' });
    const second = await whileOpen(change(read), () =>
      closeCollection(liveContext(ctx.client), read, 'cancelled_by_client'),
    );
    expect(second).toMatchObject({
      waited: true,
      value: { moved: false, transaction: { status: 'PENDING' } },
    });
  });

  test('is cancelled once it was looked at anew', async () => {
    const read = await collection('cancel');
    const second = await whileOpen(change(read), () => cancelCollection(ctx, read.id));
    expect(second).toMatchObject({ waited: true, value: { transaction: { status: 'CANCELLED' } } });
  });

  test('is closed before another wallet is chosen, once it was looked at anew', async () => {
    const read = await collection('attempt');
    const second = await whileOpen(change(read), () => closeAttempt({ ctx } as never, read));
    expect(second).toMatchObject({ waited: true, value: { status: 'CANCELLED' } });
  });
});

test('a payout that somebody else changes meanwhile is not taken back by what was read before', async () => {
  const payout = await newLivePayout(ctx.client, { provider: 'PROVIDER_W' });
  const read = await move(ctx.client, payout, { kind: 'payout_delivered', railReference: 'paid-1' });
  const second = await whileOpen(change(read), () =>
    reverse(liveContext(ctx.client), read, 'by mistake', { isRepeat: false }),
  );
  expect(second).toMatchObject({ waited: true, value: { moved: false } });
  const calls = await superuserSql()`
    select from rail_calls where transaction_id = ${read.id} and operation = 'reverse'`;
  expect(calls).toHaveLength(0);
});

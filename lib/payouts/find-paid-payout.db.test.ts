import { afterAll, beforeAll, expect, test } from 'vitest';
import { giveBalance } from '#e2e/setup/balance';
import { newClient } from '#e2e/setup/people';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';
import { type Context, systemContext } from '#lib/context';
import { fundFloat } from '#lib/ledger/fund-float';
import { findPaidPayout } from '#lib/payouts/find-paid-payout';
import { initiatePayout } from '#lib/payouts/initiate-payout';

let database: TestDatabase;
let ctx: Context;

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = systemContext(await newClient(), 'SANDBOX');
  await giveBalance(ctx, 100_00n);
  await fundFloat(ctx, 'PROVIDER_C', 100_00n);
});
afterAll(() => database.drop());

function payOut(client_reference: string, provider: string) {
  return initiatePayout(ctx, {
    ...{ amount: 25_50n, currency: 'GMD', recipient_mobile: '+2207012345', metadata: {} },
    ...{ client_reference, provider },
  });
}

test('one that arrived is told to its own client, in its own environment, and to nobody else', async () => {
  const { transaction } = await payOut('SUPPLIER-1', 'PROVIDER_C');
  const paid = { mobile: '+2207012345', amount: '25.50', provider: 'PROVIDER_C' };
  expect(await findPaidPayout(ctx, transaction.id)).toEqual(paid);
  expect(await findPaidPayout({ ...ctx, environment: 'LIVE' }, transaction.id)).toBeUndefined();
  expect(await findPaidPayout(systemContext(await newClient(), 'SANDBOX'), transaction.id)).toBeUndefined();
  expect(await findPaidPayout(ctx, 'SUPPLIER-1')).toBeUndefined();
});

test('one that waits has not arrived', async () => {
  const { transaction } = await payOut('SUPPLIER-2', 'PROVIDER_W');
  expect(transaction.status).toBe('AWAITING_LIQUIDITY');
  expect(await findPaidPayout(ctx, transaction.id)).toBeUndefined();
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';
import { createClient } from '#lib/clients/create-client';
import { initiateCollection } from '#lib/collections/initiate-collection';
import { type Context, systemContext } from '#lib/context';
import { fundFloat } from '#lib/ledger/fund-float';
import { initiatePayout } from '#lib/payouts/initiate-payout';
import { bookCollectionNews } from '#lib/rail-work/book-collection';
import { getTransactionDetail } from '#lib/reads/get-transaction-detail';
import { checkRefund, presentRefundCheck } from '#lib/refunds/check-refund';
import { initiateRefund } from '#lib/refunds/initiate-refund';

/** What the dashboard says of a refund before and after it is made. */

let database: TestDatabase;
let order = 0;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

async function newContext(): Promise<Context> {
  const id = await createClient({
    name: 'Shop',
    businessPhone: '+2207012345',
    businessEmail: 'shop@kaira.example',
  });
  const ctx = systemContext({ id, name: 'Shop', commissionBps: 0 }, 'SANDBOX');
  await fundFloat(ctx, 'PROVIDER_W', 500_00n);
  return ctx;
}

const mobile = { customer_mobile: '+2207012345' };

async function pay(ctx: Context, facts: Record<string, unknown> = mobile, reference = `order-${++order}`) {
  const request = { amount: 100_00n, currency: 'GMD', client_reference: reference, metadata: {} } as const;
  const { transaction } = await initiateCollection(ctx, { ...request, provider: 'PROVIDER_W', ...facts });
  await bookCollectionNews(ctx, transaction, { state: 'SUCCEEDED' });
  return transaction;
}

const check = async (ctx: Context, id: string) => presentRefundCheck(await checkRefund(ctx, id));

const refund = (ctx: Context, collection: string, amount?: bigint) =>
  initiateRefund(ctx, {
    collection,
    client_reference: `refund ${++order}`,
    metadata: {},
    ...(amount && { amount }),
  });

test('the way that is told beforehand is the way that the refund takes, of a part as of all that is left', async () => {
  const ctx = await newContext();
  const { id } = await pay(ctx);
  const before = await check(ctx, id);
  expect(before).toMatchObject({ refundable_amount: '100.00', available: '100.00', float: '500.00' });
  const part = await refund(ctx, id, 40_00n);
  expect(before.ways?.part.method).toBe(part.transaction.refundMethod);
  const after = await check(ctx, id);
  expect(after.refundable_amount).toBe('60.00');
  const rest = await refund(ctx, id);
  expect(after.ways?.all.method).toBe(rest.transaction.refundMethod);
  expect(after.ways?.all.method).not.toBe(after.ways?.part.method);
  expect(await check(ctx, id)).toMatchObject({ refundable_amount: '0.00', ways: null });
});

test('where a part cannot go back, the reason is told, and all of it still can', async () => {
  const ctx = await newContext();
  const { id } = await pay(ctx, {});
  expect(await check(ctx, id)).toMatchObject({
    takes_number: true,
    ways: {
      all: { method: 'reversal', why_not: null },
      part: { method: null, why_not: 'no_customer_mobile' },
    },
  });
  expect(await check(ctx, (await pay(ctx)).id)).toMatchObject({ takes_number: false });
});

test('a collection lists its refunds, and what is under way is not refunded yet; a refund names its collection', async () => {
  const ctx = await newContext();
  const collection = await pay(ctx);
  await refund(ctx, collection.id, 40_00n);
  const { transaction: rest } = await refund(ctx, collection.id);
  const { refunds } = await getTransactionDetail(ctx, collection.id);
  expect(refunds).toMatchObject({
    refunded_amount: '40.00',
    under_way_amount: '60.00',
    refundable_amount: '0.00',
    list: [{ status: 'PENDING' }, { status: 'SUCCEEDED' }],
  });
  const detail = await getTransactionDetail(ctx, rest.id);
  expect(detail.refunds).toBeNull();
  expect(detail.refund).toMatchObject({
    collection: { transaction_id: collection.id, client_reference: collection.clientReference },
    method: 'reversal',
  });
});

test('a payment too many that a payout gave back before there were refunds is known as given back', async () => {
  const ctx = await newContext();
  const request = { amount: 100_00n, currency: 'GMD', client_reference: 'twice', metadata: {} } as const;
  const { transaction: first } = await initiateCollection(ctx, { ...request, provider: 'PROVIDER_W' });
  const { transaction: ended } = await bookCollectionNews(ctx, first, { state: 'EXPIRED' });
  await pay(ctx, mobile, 'twice');
  await bookCollectionNews(ctx, ended, { state: 'SUCCEEDED' });
  const doubleOf = async () => (await getTransactionDetail(ctx, first.id)).double_payment;
  expect(await doubleOf()).toMatchObject({ is_second: true, earlier_refund: null });
  const payout = await initiatePayout(ctx, {
    amount: 100_00n,
    currency: 'GMD',
    recipient_mobile: '+2207012345',
    client_reference: 'refund-twice',
    provider: 'PROVIDER_W',
    metadata: {},
  });
  expect(await doubleOf()).toMatchObject({ earlier_refund: { transaction_id: payout.transaction.id } });
});

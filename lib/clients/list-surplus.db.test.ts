import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { adjusted, caseOf, settleByTwo } from '#e2e/setup/cases';
import { liveContext, move, newLiveCollection, newLivePayout, newLiveRefund } from '#e2e/setup/live';
import { newClient } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { listSurplus } from '#lib/clients/list-surplus';
import type { Context } from '#lib/context';
import type { Transaction } from '#lib/transactions/transaction';

let database: TestDatabase;
let sql: Sql;
let ctx: Context;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
});
beforeEach(async () => {
  ctx = liveContext(await newClient());
});
afterAll(() => database.drop());

const told = async (own = ctx) =>
  (await listSurplus(own)).map(({ kind, amount, client_reference }) => [kind, amount, client_reference]);
const paid = async (made: Transaction) =>
  move(ctx.client, made, { kind: 'rail_succeeded', railReference: randomUUID() });
const arrived = (sent: Transaction) =>
  move(ctx.client, sent, { kind: 'payout_delivered', railReference: randomUUID() });

test('a reference that was paid twice stands there until one was given back, or the operators have closed its case', async () => {
  const twice = async (clientReference: string) => {
    const attempts = [1, 2].map((attempt) =>
      newLiveCollection(ctx.client, { amountBututs: 100_00n, clientReference, attempt }),
    );
    const [first, second] = (await Promise.all(attempts)) as [Transaction, Transaction];
    await paid(second);
    expect(await told()).not.toContainEqual(['double', '100.00', clientReference]);
    return paid(first);
  };
  const [one, other] = [await twice('order-1'), await twice('order-2')];
  const both = [
    ['double', '100.00', 'order-1'],
    ['double', '100.00', 'order-2'],
  ];
  expect((await told()).toSorted()).toEqual(both);
  expect(await told(liveContext(await newClient()))).toEqual([]);
  expect(await told({ ...ctx, environment: 'SANDBOX' })).toEqual([]);
  const part = await newLiveRefund(ctx.client, one, 40_00n);
  expect(await told()).toContainEqual(['double', '60.00', 'order-1']);
  await arrived(part);
  await newLiveRefund(ctx.client, one, 60_00n);
  expect(await told()).toEqual([both[1]]);
  await sql`
    update cases set status = 'CLOSED', closed_at = now(), resolution = 'Both are meant.' where transaction_id = ${other.id}`;
  expect(await told()).toEqual([]);
});

test('what came beyond the amount and was credited stands there until it went back', async () => {
  const collection = await paid(
    await newLiveCollection(ctx.client, { amountBututs: 100_00n, clientReference: 'rice' }),
  );
  const id = await caseOf(collection, 'mismatch', { what: 'amount', ours: '100.00', theirs: '130.00' });
  expect(await told()).toEqual([]);
  await settleByTwo(id, adjusted({ direction: 'in', amount: 30_00n, reason: 'Paid 130.00.' }));
  expect(await told()).toEqual([['more', '30.00', 'rice']]);
  const part = await newLiveRefund(ctx.client, collection, 10_00n);
  expect(await told()).toEqual([['more', '20.00', 'rice']]);
  await arrived(part);
  await arrived(await newLiveRefund(ctx.client, collection, 20_00n));
  expect(await told()).toEqual([]);
});

test('what came for a payment that did not succeed stands there until it went back', async () => {
  const collection = await newLiveCollection(ctx.client, { amountBututs: 320_00n, clientReference: 'oil' });
  const id = await caseOf(collection, 'mismatch', { what: 'amount', ours: '320.00', theirs: '300.00' });
  await settleByTwo(id, adjusted({ direction: 'in', amount: 300_00n, reason: 'Paid 300.00.' }));
  expect(await told()).toEqual([['unsuccessful', '300.00', 'oil']]);
  const reference = `payback-${collection.id}`;
  await newLivePayout(ctx.client, { clientReference: reference, amountBututs: 300_00n });
  expect(await told()).toEqual([]);
});

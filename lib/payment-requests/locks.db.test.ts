import type { Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lockTest, whileOpen } from '#e2e/setup/interleave';
import { newClient, newUser } from '#e2e/setup/people';
import { begun, commitRaw, drafted, paid } from '#e2e/setup/raw-changes';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import type { UserContext } from '#lib/auth/user-context';
import type { Context } from '#lib/context';
import { createPaymentRequest } from '#lib/payment-requests/create-payment-request';
import { markPaidByHand } from '#lib/payment-requests/mark-paid-by-hand';
import { readNewRequest } from '#lib/payment-requests/request-body';
import { takeBackMark } from '#lib/payment-requests/take-back-mark';
import { saveTillItems, tillItemsBody } from '#lib/till/till-items';

// What each lock of a request to pay, and the version of a till's items, is there for (docs/proof/locks.md).

let database: TestDatabase;
let sql: Sql;
let owner: Context & UserContext;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
});
beforeEach(async () => {
  owner = await newUser('owner', await newClient());
});
afterAll(() => database.drop());

async function asked() {
  const body = {
    description: 'Rice',
    customer_name: 'Awa',
    customer_mobile: '+2207012345',
    amount: '150.00',
  };
  return (await createPaymentRequest(owner, await readNewRequest('SANDBOX', body))).request;
}

lockTest('a request that is being paid is not marked as paid by hand', async () => {
  const { link } = await asked();
  const attempt = drafted(owner, { type: 'collection', amountBututs: 150_00n, paymentLinkId: link.id });
  expect(await commitRaw([begun(attempt)])).toBe('done');
  const second = await whileOpen(
    (session) => commitRaw([paid(attempt)], session),
    () => markPaidByHand(owner, link.id, { note: null }),
  );
  expect(second).toEqual({ waited: true, error: 'INVALID_STATE' });
  const [row] = await sql`select paid_by_hand_at from payment_requests where id = ${link.id}`;
  expect(row).toEqual({ paid_by_hand_at: null });
});

lockTest('a mark is not taken back of a request whose customer is being erased', async () => {
  const { link } = await asked();
  const marked = await markPaidByHand(owner, link.id, { note: null });
  const second = await whileOpen(
    (session) => session`update payment_links set request_hash = '' where id = ${link.id}`,
    () => takeBackMark(owner, link.id, { marked_at: marked.paidByHand?.at.toISOString() ?? '' }),
  );
  expect(second).toEqual({ waited: true, error: 'INVALID_STATE' });
  const [row] =
    await sql`select paid_by_hand_at is not null as marked from payment_requests where id = ${link.id}`;
  expect(row).toEqual({ marked: true });
});

const saveItem = (name: string, version: number) =>
  saveTillItems(owner, tillItemsBody.parse({ version, items: [{ name, price: '75.00' }] }));

test('items of a till that were changed since they were looked at are not overwritten', async () => {
  await saveItem('Domoda', 0);
  await expect(saveItem('Benachin', 0)).rejects.toMatchObject({ code: 'INVALID_STATE' });
});

lockTest('items of a till that somebody else changes meanwhile are not overwritten', async () => {
  const { version } = await saveItem('Domoda', 0);
  const second = await whileOpen(
    (session) => session`update tills set version = version + 1 where client_id = ${owner.client.id}`,
    () => saveItem('Benachin', version),
  );
  expect(second).toEqual({ waited: true, error: 'INVALID_STATE' });
});

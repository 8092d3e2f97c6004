import type { Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { giveBalance } from '#e2e/setup/balance';
import { interleave, lockTest, whileOpen } from '#e2e/setup/interleave';
import { newClient, newUser } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { checkNames } from '#lib/payout-batches/check-names';
import { confirmBatch } from '#lib/payout-batches/confirm-batch';
import { batchRequest, createBatch } from '#lib/payout-batches/create-batch';
import { mendRow } from '#lib/payout-batches/mend-row';

// What each lock and version of a file of payouts is there for (docs/proof/locks.md).

let database: TestDatabase;
let sql: Sql;
let owner: Awaited<ReturnType<typeof newUser>>;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
});
beforeEach(async () => {
  owner = await newUser('owner', await newClient());
});
afterAll(() => database.drop());

const FILE = `reference,mobile,amount,name,rail
A,7000001,1.00,Awa,
B,7000002,1.00,Binta,
C,7000100,1.00,Fatou,`;
const upload = async () =>
  (await createBatch(owner, batchRequest.parse({ file_name: 'pay.csv', csv: FILE }))).id;
/** As whoever mends a row. */
const mend = (session: Sql, id: string) =>
  session`update payout_batches set version = version + 1 where id = ${id}`;

lockTest('a file that is mended while it is confirmed is not confirmed unseen', async () => {
  await giveBalance(owner, 10_00n);
  const id = await upload();
  const second = await whileOpen(
    (session) => mend(session, id),
    () => confirmBatch(owner, id, 0),
  );
  expect(second).toEqual({ waited: true, error: 'INVALID_STATE' });
  expect((await sql`select status from payout_batches where id = ${id}`)[0]?.status).toBe('CHECKED');
});

test('a file that was mended since it was looked at is not confirmed', async () => {
  await giveBalance(owner, 10_00n);
  const id = await upload();
  await mendRow(owner, id, '2', { name: 'Aminata' });
  await expect(confirmBatch(owner, id, 0)).rejects.toMatchObject({ code: 'INVALID_STATE' });
  expect((await sql`select status from payout_batches where id = ${id}`)[0]?.status).toBe('CHECKED');
});

lockTest('rows that two mend: the second one decides anew by what the first one left', async () => {
  const id = await upload();
  const second = await whileOpen(
    async (session) => {
      await mend(session, id);
      await session`update payout_batch_rows set amount = '5.00', amount_bututs = 500 where batch_id = ${id} and line = 3`;
    },
    () => mendRow(owner, id, '2', { name: 'Second' }),
  );
  expect(second.waited).toBe(true);
  const [file] = await sql`select good_bututs::int as sum, version from payout_batches where id = ${id}`;
  expect(file).toEqual({ sum: 700, version: 2 });
});

lockTest('what a rail says of names is kept without a lock that whoever mends rows waits for', async () => {
  const id = await upload();
  const change = (session: Sql, line: number) =>
    session`update payout_batch_rows set note = 'n' where batch_id = ${id} and line = ${line}`;
  const [second] = await interleave({
    first: async (session) => {
      await mend(session, id);
      await change(session, 3);
    },
    others: [() => checkNames(owner, id)],
    // Of the two, one would be locked by now.
    meanwhile: async (session) => {
      for (const line of [2, 4]) await change(session, line);
    },
  });
  expect(second).toMatchObject({ waited: true, value: expect.anything() });
});

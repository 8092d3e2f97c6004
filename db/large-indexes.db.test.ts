import type { Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '#db/client';
import { buildLargeIndexes, largeIndexes } from '#db/large-indexes';
import { migrate } from '#db/migrate';
import { applicationUrl } from '#db/roles';
import { migrateTo } from '#e2e/setup/older-database';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';
import { newId } from '#lib/ids';

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, 4, 'kaira large indexes');
  await migrateTo(sql, 49);
});

afterAll(async () => {
  await sql?.end({ timeout: 5 });
  await database?.drop();
});

const insertInto = (on: Sql) => on`
  insert into transactions (client_id, environment, id, type, client_reference, attempt, request_hash, provider,
    amount_bututs, commission_bps, status, created_at, updated_at)
  values (${newId()}, 'SANDBOX', ${newId()}, 'collection', 'x', 1, '', 'PROVIDER_W', 100, 150, 'PENDING', now(), now())`;

const validity = async () =>
  (
    await sql`
      select c.relname as name, i.indisvalid as is_valid from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relname = any (${largeIndexes.map(({ name }) => name)}) order by 1`
  ).map(({ name, is_valid }) => [name, is_valid]);
const allValid = largeIndexes.map(({ name }) => [name, true]).sort();

test('is built by one of several starts while others write, and the migration finds it', async () => {
  expect(await validity()).toEqual([]);
  let commit = () => {};
  const isHeld = new Promise<void>((resolve) => {
    commit = resolve;
  });
  // The build waits for the end of a payment that is being written.
  const held = sql.begin(async (tx) => {
    await insertInto(tx as unknown as Sql);
    await isHeld;
  });
  const starts = Promise.all([1, 2].map(() => migrate(database.url, applicationUrl(database.url))));
  await expect.poll(validity, { timeout: 20_000 }).toHaveLength(largeIndexes.length);
  await sql`set lock_timeout = '2s'`;
  await insertInto(sql);
  expect((await validity()).every(([, isValid]) => isValid === false)).toBe(true);
  commit();
  await Promise.all([held, starts]);
  expect(await validity()).toEqual(allValid);
  const [row] = await sql`select count(*)::int as applied from drizzle.__drizzle_migrations`;
  expect(row?.applied).toBeGreaterThan(49);
}, 60_000);

test('one that an ended build left behind is built anew, and of a new database nothing is to be built', async () => {
  await sql`update pg_index set indisvalid = false where indexrelid = 'transactions_amount'::regclass`;
  const alone = connect(database.url, 1, 'kaira large indexes alone');
  await buildLargeIndexes(alone);
  expect(await validity()).toEqual(allValid);
  await sql`alter table transactions rename to elsewhere`;
  await buildLargeIndexes(alone);
  await alone.end();
});

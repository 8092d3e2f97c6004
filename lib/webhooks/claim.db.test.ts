import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';
import { newId } from '#lib/ids';

// What `claim_deliveries` (db/functions/40_webhooks.sql) leaves behind in its session, which a pool uses for other things.

let database: TestDatabase;
let session: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  session = postgres(database.url, { max: 1, connection: { synchronous_commit: 'on' } });
});
afterAll(async () => {
  await session.end();
  await database.drop();
});

test('a claim is the first thing that a session can do, and only its own commit waits for no disk', async () => {
  await session`
    insert into deliveries (client_id, environment, id, event_id, endpoint_id, transaction_id, event, status, created_at)
    values (${newId()}, 'SANDBOX', ${newId()}, ${newId()}, ${newId()}, ${newId()}, 'payment.succeeded', 'SUCCEEDED', now())`;
  expect(await session`select * from claim_deliveries(1, 1, 1, 1, 60, ${newId()})`).toEqual([]);
  const [row] = await session`
    select current_setting('synchronous_commit') as commit,
           current_setting('kaira.planned_bytes')::bigint = pg_relation_size('deliveries') as is_noted`;
  expect(row).toEqual({ commit: 'on', is_noted: true });
});

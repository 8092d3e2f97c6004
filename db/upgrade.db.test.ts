import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, sqlClient } from '#db/client';
import { migrate } from '#db/migrate';
import { applicationUrl, ownsBooks } from '#db/roles';
import { migrateTo } from '#e2e/setup/older-database';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';
import { ensureAccounts } from '#lib/clients/create-client';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';
import { auditLedger } from '#lib/ledger/audit';

// A database as the release before left it: every row of it, made by that release over its live rails' simulator and in
// its sandbox, with payments in every state, in doubt and in a case. It is brought to this release.

const rows: Record<string, Record<string, unknown>[]> = JSON.parse(
  gunzipSync(readFileSync('db/fixtures/release-0005.json.gz')).toString('utf8'),
);
/** The jobs of the fixture were due then. */
const then = new Date(
  Math.max(...(rows.transactions ?? []).map((row) => Date.parse(String(row.updated_at)))),
);
const atHouse = 'fff00000-0000-7000-8000-000000000001';
const operator = 'fff00000-0000-7000-8000-000000000002';
let database: TestDatabase;
let sql: Sql;
let twice: Record<string, unknown>[];

beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, 1, 'kaira upgrade');
  await migrateTo(sql, 6);
  await sql`set session_replication_role = replica`;
  for (const [table, records] of Object.entries(rows)) {
    await sql`
      insert into ${sql(table)} select * from jsonb_populate_recordset(null::${sql(table)}, ${JSON.stringify(records)}::text::jsonb)`;
  }
  // One payment of a rail that was booked for two, as that release allowed.
  twice = await sql`
    select id, rail_reference from transactions
    where environment = 'LIVE' and provider = 'PROVIDER_A' and status = 'SUCCEEDED' order by id limit 1`;
  await sql`
    insert into transactions
    select (jsonb_populate_record(t, '{"id": "fff00000-0000-7000-8000-000000000000", "client_reference": "twice"}')).*
    from transactions t where id = ${String(twice[0]?.id)}`;
  await sql`
    insert into users (id, client_id, email, name, role)
    values (${atHouse}, ${HOUSE_CLIENT_ID}, 'house@people.example', 'X', 'owner'), (${operator}, null, 'op@people.example', 'Y', 'admin')`;
  await sql`reset session_replication_role`;
  await migrate(database.url, applicationUrl(database.url));
  await ensureAccounts();
});

afterAll(async () => {
  await sql?.end({ timeout: 5 });
  await database?.drop();
});

test('no row is lost, and none of it is of another amount or status', async () => {
  for (const [table, records] of Object.entries(rows)) {
    const extra = ({ transactions: 1, cases: 1, users: 2 } as Record<string, number>)[table] ?? 0;
    const [{ count } = { count: 0 }] = await sql`select count(*)::int as count from ${sql(table)}`;
    if (table !== 'accounts') expect([table, count]).toEqual([table, records.length + extra]);
  }
  const kept = await sql`select id, status, amount_bututs::text, version from transactions`;
  for (const before of rows.transactions ?? []) {
    const { id, status, version } = before;
    expect(kept).toContainEqual({ id, status, amount_bututs: String(before.amount_bututs), version });
  }
});

test('one payment of a rail stays with the first that it was booked for; the other is a case', async () => {
  const [found] = await sql`
    select kind, details, t.rail_reference from cases c join transactions t on t.id = c.transaction_id
    where c.transaction_id = 'fff00000-0000-7000-8000-000000000000'`;
  const { id, rail_reference } = twice[0] as { id: string; rail_reference: string };
  expect(found).toMatchObject({
    kind: 'same_payment',
    details: { rail_reference, other_transaction_id: id },
  });
  expect(found?.rail_reference).toBe(`${rail_reference}#fff00000-0000-7000-8000-000000000000`);
});

test('the operators go on as they were, and nobody signs in for the house any more', async () => {
  const others = await sql`select from users where client_id is null and confirmed_at is null`;
  expect(others).toEqual([]);
  const [row] =
    await sql`select disabled_at is not null as out, confirmed_at from users where id = ${atHouse}`;
  expect(row).toEqual({ out: true, confirmed_at: null });
  expect(await sql`select confirmed_at is not null as is from users where id = ${operator}`).toEqual([
    { is: true },
  ]);
});

test('what the simulator owed is asked for by the kind of operation that there is now', async () => {
  expect((rows.rail_operations ?? []).some((each) => each.kind === 'notice')).toBe(true);
  expect(await sql`select from rail_operations where kind = 'notice'`).toEqual([]);
});

test('what the release before made as a superuser belongs to the owner, and the application works with it', async () => {
  const others = await sql`
    select relname as name from pg_class where relnamespace in ('public'::regnamespace, 'drizzle'::regnamespace)
      and relkind in ('r', 'p', 'v', 'S') and relowner <> 'kaira_owner'::regrole
    union all
    select proname from pg_proc where pronamespace = 'public'::regnamespace and proowner <> 'kaira_owner'::regrole`;
  expect(others).toEqual([]);
  expect(await ownsBooks(sqlClient())).toBe(false);
  expect(await sqlClient()`select commit_together('[]')`).toHaveLength(1);
});

test('the books are whole', async () => {
  await sql`set session_replication_role = replica`;
  await sql`delete from cases where transaction_id = 'fff00000-0000-7000-8000-000000000000'`;
  await sql`delete from transactions where id = 'fff00000-0000-7000-8000-000000000000'`;
  await sql`reset session_replication_role`;
  const lines = await auditLedger(sql, { now: then });
  expect(lines.filter((line) => line.violations > 0)).toEqual([]);
});

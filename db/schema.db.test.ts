import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#e2e/setup/test-database';

/**
 * A payment of a rail belongs to no client, so what makes it one transaction cannot lead with one; and each database of
 * many would have wallets of its own at the rails, whose payments no other one sees.
 */
const keysOfNoClient = [
  // The whole of a payer's address.
  'payment_links_code',
  // What stands in the bank's file, which has those of many clients.
  'settlements_reference',
  ...['transactions_rail_movement', 'transactions_rail_payment'],
];

/** Found without knowing the client, or shared by all: small tables that a distributed database copies to every node. */
const sharedTables = [
  ...[
    'api_keys',
    'backups',
    'bound_secrets',
    'book_leaves',
    'book_seals',
    'clients',
    'event_position_base',
    'history_losses',
    'ledger_audits',
    'message_stops',
    'messages',
    'period_closes',
    'rail_settings',
    'rail_tariffs',
    'rate_buckets',
    'seal_beginning',
    'standby_marks',
    'unsealed',
    'workers',
    'users',
  ],
  // Of a person, who may be nobody's client; the log also of what is about no client.
  // Of a rail, which knows no client; a case may be about no client.
  ...[
    'cases',
    'rail_connections',
    'rail_connection_requests',
    'rail_connection_versions',
    'rail_faces',
    'rail_health',
    'rail_notices',
    'rail_statement_lines',
    'rail_statements',
    'rail_tallies',
    'rail_tariffs',
    'rail_wallets',
    // Of the bank, for all clients.
    'settlement_files',
    'settlement_templates',
  ],
  ...['access_grants', 'audit_log', 'invitations', 'login_throttles', 'recovery_codes', 'sessions'],
];

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let sql: postgres.Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = postgres(database.url, { max: 1 });
});

afterAll(async () => {
  await sql.end();
  await database.drop();
});

describe('the schema can be spread over machines by client (design.md §8)', () => {
  it('every table is either shared by all or owned by clients', async () => {
    const rows = await sql`
      select c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relname <> 'schema_functions'
        and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'client_id' and a.attnotnull)
      order by 1`;
    expect(rows.map((row) => row.table).filter((table) => !sharedTables.includes(table))).toEqual([]);
  });

  it('every primary and unique key of a client-owned table leads with client_id, but for those that say why', async () => {
    const rows = await sql`
      select t.relname as table, i.relname as index, a.attname as leads
      from pg_index x
      join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
      join pg_namespace n on n.oid = t.relnamespace and n.nspname = 'public'
      join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0]
      where x.indisunique and not t.relname = any (${sharedTables})`;
    expect(rows.length).toBeGreaterThan(10);
    const others = rows.filter((row) => row.leads !== 'client_id').map((row) => row.index);
    expect(others.toSorted()).toEqual(keysOfNoClient);
  });

  it('what operators adjusted is its client’s', async () => {
    const rows = await sql`
      select column_name from information_schema.key_column_usage
      where constraint_name like 'adjustments%' order by ordinal_position`;
    expect(rows.map((row) => row.column_name)).toEqual(['client_id', 'environment', 'id']);
  });

  it('no key or check reaches from one client-owned table to another', async () => {
    const rows = await sql`
      select conname from pg_constraint c join pg_class t on t.oid = c.conrelid
      where c.contype = 'f' and not t.relname = any (${sharedTables})`;
    expect(rows).toEqual([]);
  });
});

import { superuserSql } from '#e2e/setup/test-database';

/** What grows with the payments of a client. */
const grown = [
  ...['transactions', 'transaction_changes', 'journals', 'entries', 'events', 'deliveries', 'rail_calls'],
  ...['rail_operations', 'cases', 'adjustments', 'payout_batch_rows', 'rail_statement_lines', 'approvals'],
  ...['unfolded_entries', 'unfolded_tallies'],
];
/** The ids of what grows; all others are of people and settings, and stay. */
const ownIds = new Set([
  ...['id', 'transaction_id', 'journal_id', 'event_id', 'delivery_id', 'collection_id', 'case_id'],
  'corrects_journal_id',
]);
/** What no two rows may have in common. */
const unique: Record<string, string[]> = {
  transactions: ['client_reference', 'rail_reference', 'rail_payment_reference', 'receipt_token'],
  cases: ['subject'],
  payout_batch_rows: ['reference'],
  rail_statement_lines: ['rail_reference'],
};

/**
 * Takes all that is there of what grows as the pattern of `copyGrown`, and out of its tables; of no table any more does
 * PostgreSQL look for itself what is in it.
 */
export async function keepPattern(): Promise<void> {
  const sql = superuserSql();
  await sql.unsafe(`
    create schema pattern;
    create function pattern.id_of(p_id uuid, p_copy text) returns uuid language sql immutable as $$
      select overlay(md5(p_id::text || p_copy) placing substr(p_id::text, 1, 8) || substr(p_id::text, 10, 4) || '7' from 1)::uuid
    $$`);
  for (const table of grown) await sql.unsafe(`create table pattern.${table} as table ${table}`);
  await withoutTriggers(grown.map((table) => `truncate ${table}`));
  const tables =
    await sql`select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`;
  for (const { relname } of tables) {
    await sql.unsafe(`alter table ${relname} set (autovacuum_enabled = off)`);
  }
}

/** As many copies of the pattern, whose client is `from`, as of another client and environment. */
export async function copyGrown(
  from: string,
  to: { id: string; environment: string },
  copies: number,
): Promise<void> {
  const columns = await superuserSql()`
    select c.relname as table, array_agg(a.attname order by a.attnum) as names
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relname = any (${grown}) and c.relnamespace = 'public'::regnamespace group by 1`;
  const copy = `'${to.id} ${to.environment} ' || n`;
  const cellOf = (table: string, name: string) => {
    if (name === 'client_id') return `case p.client_id when '${from}' then '${to.id}' else p.client_id end`;
    if (name === 'environment') return `case when p.environment is not null then '${to.environment}' end`;
    if (name === 'batch_id' && to.environment === 'SANDBOX') return `pattern.id_of(p.batch_id, ${copy})`;
    // Else one batch has them all.
    if (name === 'line') return 'n * 100 + p.line';
    if (ownIds.has(name)) return `pattern.id_of(p.${name}, ${copy})`;
    return unique[table]?.includes(name) ? `p.${name} || ' ' || ${copy}` : `p.${name}`;
  };
  await withoutTriggers(
    columns.map(
      ({ table, names }) => `
        insert into ${table} (${names.join()}) select ${names.map((name: string) => cellOf(table, name)).join()}
        from pattern.${table} p, generate_series(1, ${copies}) n`,
    ),
  );
}

async function withoutTriggers(statements: string[]): Promise<void> {
  await superuserSql().begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    for (const each of statements) await tx.unsafe(each);
  });
}

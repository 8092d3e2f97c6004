import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';

/**
 * Indexes over tables that are large where Kaira has run for long. Their migration makes them in a new database only: in
 * one that is in use they are built here, before the migrations, while others write. Each stands in db/schema/ too.
 */
export const largeIndexes = [
  { name: 'transactions_amount', on: 'transactions (client_id, environment, amount_bututs, id)' },
];

const LOCK = 'kaira large indexes';
const ASK_AGAIN_MS = 500;

/**
 * Guarantee: when it returns, each large index of a table that is there is whole, whoever else builds it, and no write
 * waited for it. One that a build which was ended left behind is dropped and built anew. `sql` is one connection, in no
 * transaction. Throws once `signal` is aborted.
 */
export async function buildLargeIndexes(sql: Sql, signal?: AbortSignal): Promise<void> {
  if ((await missingIn(sql)).length === 0) return;
  // Asked for again and again: whoever waited within a statement would hold a snapshot, for whose end the build waits.
  while (!(await tryLock(sql))) await sleep(ASK_AGAIN_MS, undefined, { signal });
  try {
    for (const { name, on } of await missingIn(sql)) {
      await sql.unsafe(`drop index concurrently if exists ${name}`);
      await sql.unsafe(`create index concurrently ${name} on ${on}`);
    }
  } finally {
    await sql`select pg_advisory_unlock(hashtext(${LOCK}))`;
  }
}

async function missingIn(sql: Sql): Promise<typeof largeIndexes> {
  const rows = await sql<{ name: string }[]>`
    select i.name from unnest(${largeIndexes.map(({ name }) => name)}::text[],
                              ${largeIndexes.map(({ on }) => on.split(' ')[0] ?? '')}::text[]) as i (name, of)
    where to_regclass(i.of) is not null
      and not exists (select from pg_index x where x.indexrelid = to_regclass(i.name) and x.indisvalid)`;
  const names = new Set(rows.map(({ name }) => name));
  return largeIndexes.filter(({ name }) => names.has(name));
}

async function tryLock(sql: Sql): Promise<boolean> {
  const [row] = await sql`select pg_try_advisory_lock(hashtext(${LOCK})) as got`;
  return row?.got;
}

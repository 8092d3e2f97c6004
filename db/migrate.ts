import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as runMigrations } from 'drizzle-orm/postgres-js/migrator';
import type { Sql } from 'postgres';
import { connect, sqlState } from '#db/client';
import { DatabaseUnusableError, requireFit } from '#db/fitness';
import { buildLargeIndexes } from '#db/large-indexes';
import { type Waiting, watchLockWaits } from '#db/lock-waits';
import { createPartitions } from '#db/partitions';
import { grantPrivileges, ownsBooks, prepareRoles, RoleError } from '#db/roles';

const folder = path.join(process.cwd(), 'db');
const INSUFFICIENT_PRIVILEGE = '42501';
const mayNotMigrate =
  'The database is not of this release, and this role may not bring it there: give DATABASE_OWNER_URL, or run npm run migrate with it (docs/operations/upgrade.md).';

/**
 * Guarantee: the schema and the SQL functions are those of this release, whoever else migrates at the same time, and the
 * role of `applicationUrl` has the privileges that this release needs. `url` is the owner's; with one address for both,
 * of a role that does not own the books, they are only looked at. Uses a connection of its own. Throws
 * `DatabaseUnusableError` for a database that is out of reach or unfit (db/fitness.ts), a role that may not, and a schema
 * of a newer release, whose functions this one would replace by its own; once `signal` is aborted, its reason.
 */
export async function migrate(url: string, applicationUrl = url, waiting: Waiting = {}): Promise<void> {
  await requireFit(url, url === applicationUrl ? 'DATABASE_URL' : 'DATABASE_OWNER_URL', waiting.tell);
  waiting.signal?.throwIfAborted();
  const sql = connect(url, 1, 'kaira migrate');
  let endWatch: (() => Promise<void>) | undefined;
  try {
    const [session] = await sql`select pg_backend_pid() as pid`;
    endWatch = watchLockWaits(url, session?.pid, waiting);
    await sql`set statement_timeout = 0`;
    await sql`set lock_timeout = 0`;
    if ((await ownsBooks(sql)) !== false) await buildLargeIndexes(sql, waiting.signal);
    await sql`select pg_advisory_lock(hashtext('kaira migrate'))`;
    if (url !== applicationUrl) await prepareRoles(sql, applicationUrl);
    await requireNoNewerSchema(sql);
    if ((await ownsBooks(sql)) === false) await requireMigrated(sql);
    else await bringUp(sql);
    if (url !== applicationUrl) await grantPrivileges(sql, applicationUrl);
    await createPartitions(sql);
    await sql`select keep_positions_growing()`;
  } catch (error) {
    if (waiting.signal?.aborted) throw waiting.signal.reason;
    if (error instanceof RoleError) throw new DatabaseUnusableError(error.message);
    if (sqlState(error) === INSUFFICIENT_PRIVILEGE)
      throw new DatabaseUnusableError(mayNotMigrate, { cause: error });
    throw error;
  } finally {
    await endWatch?.();
    await sql.end({ timeout: 5 });
  }
}

async function bringUp(sql: Sql): Promise<void> {
  await runMigrations(drizzle(sql), { migrationsFolder: path.join(folder, 'migrations') });
  const { digest, text } = functionsText();
  await sql`create table if not exists schema_functions (digest text not null)`;
  const [current] = await sql`select digest from schema_functions`;
  if (current?.digest === digest) return;
  // One simple-protocol message is one transaction: all functions are replaced, or none.
  await sql.unsafe(
    `${text}; delete from schema_functions; insert into schema_functions values ('${digest}');`,
  );
}

async function requireMigrated(sql: Sql): Promise<void> {
  if (!(await isMigrated(sql))) throw new DatabaseUnusableError(mayNotMigrate);
}

async function requireNoNewerSchema(sql: Sql): Promise<void> {
  const [found] = await sql`select to_regclass('drizzle.__drizzle_migrations') is not null as any`;
  if (!found?.any) return;
  const [row] = await sql`select count(*)::int as migrations from drizzle.__drizzle_migrations`;
  if (row?.migrations <= countMigrations()) return;
  throw new DatabaseUnusableError(
    `The database has ${row?.migrations} migrations and this release knows ${countMigrations()}: it is of a newer release, which has to be started instead (docs/operations/upgrade.md).`,
  );
}

function countMigrations(): number {
  const journal = JSON.parse(readFileSync(path.join(folder, 'migrations/meta/_journal.json'), 'utf8'));
  return journal.entries.length;
}

/** Whether the database stands at this release's schema; asked by `/readyz`. */
export async function isMigrated(sql: Sql): Promise<boolean> {
  const { applied, known, areFunctionsOurs } = await readSchemaState(sql);
  return applied >= known && areFunctionsOurs;
}

/** How many migrations the database has had, how many this release knows, and whether its functions are this release's. */
export async function readSchemaState(sql: Sql) {
  const [row] = await sql`
    select (select count(*)::int from drizzle.__drizzle_migrations) as migrations,
           (select digest from schema_functions) as digest`;
  return {
    applied: row?.migrations as number,
    known: countMigrations(),
    areFunctionsOurs: row?.digest === functionsText().digest,
  };
}

function functionsText(): { digest: string; text: string } {
  const files = readdirSync(path.join(folder, 'functions'))
    .filter((name) => name.endsWith('.sql'))
    .sort();
  const text = files.map((name) => readFileSync(path.join(folder, 'functions', name), 'utf8')).join('\n');
  return { digest: createHash('sha256').update(text).digest('hex'), text };
}

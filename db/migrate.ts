import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as runMigrations } from 'drizzle-orm/postgres-js/migrator';
import type { Sql } from 'postgres';
import { connect } from '#db/client';
import { createPartitions } from '#db/partitions';

const folder = path.join(process.cwd(), 'db');
const LOWEST_VERSION = 15;

/** A database that cannot be used; the message is one sentence for the person who starts the server. */
export class DatabaseUnusableError extends Error {}

/**
 * Guarantee: the schema and the SQL functions are those of this release, whoever else migrates at the same time.
 * Uses a connection of its own. Throws `DatabaseUnusableError` for a server that is out of reach or too old, and for a
 * schema of a newer release, whose functions this one would replace by its own.
 */
export async function migrate(url: string): Promise<void> {
  const sql = connect(url, 1, 'kaira migrate');
  try {
    await requireUsable(sql);
    await sql`set statement_timeout = 0`;
    await sql`set lock_timeout = 0`;
    await sql`select pg_advisory_lock(hashtext('kaira migrate'))`;
    await requireNoNewerSchema(sql);
    await runMigrations(drizzle(sql), { migrationsFolder: path.join(folder, 'migrations') });
    const { digest, text } = functionsText();
    await sql`create table if not exists schema_functions (digest text not null)`;
    const [current] = await sql`select digest from schema_functions`;
    if (current?.digest !== digest) {
      // One simple-protocol message is one transaction: all functions are replaced, or none.
      await sql.unsafe(
        `${text}; delete from schema_functions; insert into schema_functions values ('${digest}');`,
      );
    }
    await createPartitions(sql);
    await keepPositionsGrowing(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/**
 * A restored dump may stand in a cluster that counts its transactions from a lower number, and a cluster that was put
 * back, or is a replica's heir, counts from where it stood then; events written from now on come after all that are
 * there, and, by a wide step, after those that are lost. A cluster begins a timeline with each such recovery; the first
 * is left out of its name.
 */
async function keepPositionsGrowing(sql: Sql): Promise<void> {
  await sql`
    insert into event_position_base as b (base, system_identifier)
    select 0, system_identifier::text || case timeline when '00000001' then '' else '/' || timeline end
    from pg_control_system(), left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline
    on conflict (is_only) do update
    set base = (select coalesce(max(position), 0) + (1::bigint << 32) from events), system_identifier = excluded.system_identifier
    where b.system_identifier <> excluded.system_identifier`;
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
  const [row] = await sql`
    select (select count(*)::int from drizzle.__drizzle_migrations) as migrations,
           (select digest from schema_functions) as digest`;
  return row?.migrations >= countMigrations() && row?.digest === functionsText().digest;
}

async function requireUsable(sql: Sql): Promise<void> {
  let version: number;
  try {
    const [row] = await sql`select current_setting('server_version_num')::int as version`;
    version = row?.version;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseUnusableError(
      `The database at DATABASE_URL could not be reached or refused us: ${reason}.`,
      {
        cause: error,
      },
    );
  }
  if (version < LOWEST_VERSION * 10_000) {
    throw new DatabaseUnusableError(
      `DATABASE_URL points to PostgreSQL ${Math.floor(version / 10_000)}; Kaira needs ${LOWEST_VERSION} or newer.`,
    );
  }
}

function functionsText(): { digest: string; text: string } {
  const files = readdirSync(path.join(folder, 'functions'))
    .filter((name) => name.endsWith('.sql'))
    .sort();
  const text = files.map((name) => readFileSync(path.join(folder, 'functions', name), 'utf8')).join('\n');
  return { digest: createHash('sha256').update(text).digest('hex'), text };
}

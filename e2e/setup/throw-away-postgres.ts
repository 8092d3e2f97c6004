import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded';
import { migrate } from '#db/migrate';
import { applicationUrl } from '#db/roles';

/** What new databases are copied from. Nobody is connected with it. */
export const TEMPLATE = 'kaira_template';

export interface ThrowAwayPostgres {
  /** Of the database `postgres`, from which others are made and dropped. */
  url: string;
  stop(): Promise<void>;
}

/** A PostgreSQL of our own in a temporary folder, with one migrated template that new databases are copied from. */
export async function startThrowAwayPostgres(): Promise<ThrowAwayPostgres> {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'kaira-test-')));
  // mkdtemp makes it 0700, and PostgreSQL runs as another user where we are root.
  await chmod(root, 0o755);
  let server: EmbeddedPostgres | undefined;
  const stop = async () => {
    await server?.stop();
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    server = await startEmbeddedPostgres({
      folder: path.join(root, 'postgres'),
      database: TEMPLATE,
      throwAway: true,
      settings: {
        max_connections: '400',
        // Of proof/mutation/function-calls.ts.
        ...(process.env.KAIRA_FUNCTION_CALLS && { track_functions: 'all' }),
      },
      // Of scripts/test-postgres.ts.
      ...(process.env.KAIRA_TEST_POSTGRES && { programs: process.env.KAIRA_TEST_POSTGRES }),
    });
    await migrate(server.url, applicationUrl(server.url));
    const url = inDatabase(server.url, 'postgres');
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    // A template with a connection on it cannot be copied.
    await sql`alter database ${sql(TEMPLATE)} with allow_connections false is_template true`;
    await sql.end();
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Makes a migrated database and answers with its superuser's URL; the product uses it at `applicationUrl`. */
export async function copyTemplate(serverUrl: string, name: string): Promise<string> {
  const sql = postgres(serverUrl, { max: 1, onnotice: () => {} });
  try {
    // Nothing here has to outlast a crash: its files are copied, instead of each page going through the log.
    await sql`create database ${sql(name)} template ${sql(TEMPLATE)} strategy file_copy owner kaira_owner`;
    // What belongs to the database itself is not copied.
    await sql`revoke create, temporary on database ${sql(name)} from public`;
  } finally {
    await sql.end();
  }
  return inDatabase(serverUrl, name);
}

/** Ends every connection on the database and removes it. */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  const sql = postgres(serverUrl, { max: 1, onnotice: () => {} });
  try {
    await sql`drop database if exists ${sql(name)} with (force)`;
  } finally {
    await sql.end();
  }
}

function inDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

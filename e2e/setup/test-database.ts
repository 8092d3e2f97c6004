import { randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres, { type Sql } from 'postgres';
import { expect, inject } from 'vitest';
import { applicationUrl } from '#db/roles';
import type {} from './database.ts';
import type {} from './server.ts';
import { copyTemplate, dropDatabase } from './throw-away-postgres.ts';

export interface TestDatabase {
  /** Of a superuser; the product under test has `process.env.DATABASE_URL`, the application's. */
  url: string;
  /** Closes this process's pool and removes the database. */
  drop(): Promise<void>;
}

/**
 * A migrated, empty database for one test file (call it in `beforeAll`, before anything asks for `settings()`), and
 * the environment that leads `lib/settings` to it: the product works as the application's role. In the projects `db`
 * and `api`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `kaira_test_${randomBytes(6).toString('hex')}`;
  const url = await copyTemplate(inject('postgresUrl'), name);
  leadTo(url);
  const madeAt = performance.now();
  process.env.KAIRA_SECRET ??= 'a secret of the tests, 32 characters or more';
  process.env.WEBHOOK_ALLOW_PRIVATE ??= '1';
  return {
    url,
    drop: async () => {
      const { closeDatabase } = await import('#db/client');
      await leaveNone();
      await closeDatabase();
      await closeSuperuserSql();
      await noteFunctionCalls(url, Math.round(performance.now() - madeAt));
      await dropDatabase(inject('postgresUrl'), name);
    },
  };
}

/** For proof/mutation/function-calls.ts: which SQL functions the test file has had called, and how long it took. */
async function noteFunctionCalls(url: string, ms: number): Promise<void> {
  const file = process.env.KAIRA_FUNCTION_CALLS;
  if (!file) return;
  const alone = postgres(url, { max: 1 });
  try {
    const rows = await alone`select funcname as name from pg_stat_user_functions where schemaname = 'public'`;
    const functions = [...new Set(rows.map(({ name }) => name as string))].sort();
    appendFileSync(file, `${JSON.stringify({ test: expect.getState().testPath, ms, functions })}\n`);
  } finally {
    await alone.end();
  }
}

/** What a file leaves behind opens no pool that the next file of this process would find; it fails the run instead. */
async function leaveNone(): Promise<void> {
  // Of lib/jobs/wake.ts: the word to workers, of which there is none here.
  const shared = globalThis as { kairaNotifyTimer?: NodeJS.Timeout };
  clearTimeout(shared.kairaNotifyTimer);
  delete shared.kairaNotifyTimer;
  const { settings } = await import('#lib/settings');
  const isOver = () => {
    throw new Error('The test file that had this database is over.');
  };
  Object.defineProperty(settings(), 'DATABASE_URL', { get: isOver });
}

let superuser: Sql | undefined;
/** In Playwright's workers it is known from the beginning. */
let superuserUrl = process.env.KAIRA_TEST_SUPERUSER_URL ?? '';

/** Leads the product in this process to the database of a test server, as the application's role. */
export function leadTo(url: string): void {
  const shared = inject('databaseUrl') as string | undefined;
  if (shared !== undefined && shared !== url) {
    throw new Error('A file with a database of its own belongs to `ownDatabase` in vitest.config.ts.');
  }
  superuserUrl = url;
  superuser = undefined;
  process.env.DATABASE_URL = applicationUrl(url);
}

/** For what a test sets or looks at behind the product's back, which the application's role may not. */
export function superuserSql(): Sql {
  // By a name of Kaira's: what a test sets up counts as written by it, and is sealed.
  superuser ??= postgres(superuserUrl, {
    max: 10,
    onnotice: () => {},
    connection: { application_name: 'kaira superuser' },
  });
  drizzle(superuser);
  return superuser;
}

export async function closeSuperuserSql(): Promise<void> {
  await superuser?.end();
  superuser = undefined;
}

/** For what a test has to set as it never could be: on a connection of its own, the guards of the books are put aside. */
export async function withoutGuards(statement: (alone: Sql) => PromiseLike<unknown>): Promise<void> {
  const alone = postgres(superuserUrl, { max: 1 });
  try {
    await alone`set session_replication_role = replica`;
    await statement(alone);
  } finally {
    await alone.end();
  }
}

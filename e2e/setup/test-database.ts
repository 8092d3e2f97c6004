import { randomBytes } from 'node:crypto';
import postgres, { type Sql } from 'postgres';
import { inject } from 'vitest';
import type {} from './database.ts';
import { copyTemplate, dropDatabase } from './throw-away-postgres.ts';

export interface TestDatabase {
  url: string;
  /** Closes this process's pool and removes the database. */
  drop(): Promise<void>;
}

/**
 * A migrated, empty database for one test file (call it in `beforeAll`, before anything asks for `settings()`), and
 * the environment that leads `lib/settings` to it. In the projects `db` and `api`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `kaira_test_${randomBytes(6).toString('hex')}`;
  const url = await copyTemplate(inject('postgresUrl'), name);
  process.env.DATABASE_URL = url;
  process.env.KAIRA_SECRET ??= 'a secret of the tests, 32 characters or more';
  process.env.WEBHOOK_ALLOW_PRIVATE ??= '1';
  return {
    url,
    drop: async () => {
      const { closeDatabase } = await import('#db/client');
      await closeDatabase();
      await dropDatabase(inject('postgresUrl'), name);
    },
  };
}

/** For what a test has to set as it never could be: on a connection of its own, the guards of the books are put aside. */
export async function withoutGuards(statement: (alone: Sql) => PromiseLike<unknown>): Promise<void> {
  const alone = postgres(process.env.DATABASE_URL ?? '', { max: 1 });
  try {
    await alone`set session_replication_role = replica`;
    await statement(alone);
  } finally {
    await alone.end();
  }
}

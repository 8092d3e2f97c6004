import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import type { Sql } from 'postgres';

/** Empties a test's database and gives it the schema of an older release: that of the first `count` migrations. */
export async function migrateTo(sql: Sql, count: number): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kaira-migrations-'));
  try {
    await cp('db/migrations', folder, { recursive: true });
    const journalFile = path.join(folder, 'meta/_journal.json');
    const journal = JSON.parse(await readFile(journalFile, 'utf8'));
    journal.entries = journal.entries.slice(0, count);
    await writeFile(journalFile, JSON.stringify(journal));
    await sql`drop schema public cascade`;
    await sql`drop schema drizzle cascade`;
    await sql`create schema public`;
    await migrate(drizzle(sql), { migrationsFolder: folder });
  } finally {
    await rm(folder, { recursive: true });
  }
}

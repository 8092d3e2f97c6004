import { readFileSync } from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';
import type { PlantedBug } from './bugs.ts';
import { plant } from './loader.ts';
import { putInVirtualTime } from './prepare.ts';

/** Puts a bug's SQL into the database of one run, which is nobody else's. */
export async function plantSql(
  url: string,
  { sql: changes = [], statements = [] }: PlantedBug,
): Promise<void> {
  if (changes.length === 0 && statements.length === 0) return;
  const texts = new Map<string, string>();
  for (const { file, find, put } of changes) {
    const text = texts.get(file) ?? readFileSync(path.resolve(import.meta.dirname, '../..', file), 'utf8');
    texts.set(file, plant(text, find, put, file));
  }
  const connection = postgres(url, { max: 1, onnotice: () => {} });
  try {
    for (const text of [...texts.values(), ...statements]) await connection.unsafe(text);
    await putInVirtualTime(connection);
  } finally {
    await connection.end();
  }
}

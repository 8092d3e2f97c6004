import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { OneSentenceError } from '#db/one-sentence-error';

/** The folder of the built-in PostgreSQL. Throws where another server is in use. */
export function builtInFolder(): string {
  if (process.env.DATABASE_URL) {
    throw new OneSentenceError(
      'DATABASE_URL is set, so the database is a server of yours: back it up by its own tools (docs/operations/backup-restore.md).',
    );
  }
  return path.join(dataFolder(), 'postgres');
}

/** The secret that seals, as `npm start` finds it. */
export function findSecret(): string | undefined {
  if (process.env.KAIRA_SECRET) return process.env.KAIRA_SECRET;
  const file = path.join(dataFolder(), 'secret');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

/** Enough to know a secret again, and nothing to seal or unseal with. */
export function fingerprintOf(secret: string): string {
  return createHash('sha256').update(`kaira backup v1\n${secret}`).digest('hex').slice(0, 32);
}

/** What Kaira keeps on this machine, as `npm start` finds it. */
export function dataFolder(): string {
  return path.resolve(process.env.KAIRA_DATA_DIR || '.data');
}

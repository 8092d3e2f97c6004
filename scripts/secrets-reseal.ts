import path from 'node:path';
import { closeDatabase } from '#db/client';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded';
import { OneSentenceError } from '#db/one-sentence-error';
import { type Resealed, resealAll } from '#lib/secrets/reseal';
import { parseSettings } from '#lib/settings';
import { findSecret } from '#scripts/backup-settings';
import { reportFailure } from '#scripts/terminal';

// npm run secrets:reseal: seals anew, under KAIRA_SECRET, all that the database holds sealed under KAIRA_SECRET_PREVIOUS,
// while servers are at work. May be stopped and begun again. Ends with 1 while anything is left.

let postgres: EmbeddedPostgres | undefined;
try {
  await prepare();
  const columns = await resealAll((progress) => print(progress));
  for (const each of columns) print(each);
  process.exitCode = conclude(columns);
} catch (error) {
  reportFailure(error);
} finally {
  await closeDatabase();
  // A server that was running already serves somebody else.
  if (postgres && !postgres.reused) await postgres.stop();
}

/** The database and the secret that `npm start` would use, in `process.env`, where `settings()` finds them. */
async function prepare(): Promise<void> {
  const { env } = process;
  env.KAIRA_MODE ||= 'local';
  const secret = findSecret();
  if (secret === undefined) {
    throw new OneSentenceError(
      'KAIRA_SECRET is not set: give the new one, and the one before as KAIRA_SECRET_PREVIOUS.',
    );
  }
  env.KAIRA_SECRET = secret;
  if (!env.DATABASE_URL) {
    const { KAIRA_DATA_DIR } = parseSettings({ ...env, DATABASE_URL: 'postgres://embedded' });
    postgres = await startEmbeddedPostgres({ folder: path.join(KAIRA_DATA_DIR, 'postgres') });
    env.DATABASE_URL = postgres.url;
  }
  // The application may not write what is sealed in the books.
  env.DATABASE_URL = env.DATABASE_OWNER_URL || env.DATABASE_URL;
  parseSettings(env);
}

function print({ table, column, resealed, left }: Resealed): void {
  process.stdout.write(`  ${`${table}.${column}`.padEnd(45)} ${resealed} sealed anew, ${left} left\n`);
}

function conclude(columns: Resealed[]): number {
  const left = columns.reduce((sum, each) => sum + each.left, 0);
  for (const { table, column, unreadable } of columns) {
    for (const key of unreadable) process.stdout.write(`  ${table}.${column} cannot be read: ${key}\n`);
  }
  process.stdout.write(
    left === 0
      ? '\n0 left: nothing needs KAIRA_SECRET_PREVIOUS to be read any more.\n'
      : `\n${left} left. What cannot be read was sealed under a secret that is neither of the two; anything else is done by running this again.\n`,
  );
  return left === 0 ? 0 : 1;
}

import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded';
import { type Addresses, addressesIn, builtInAddresses } from '#db/roles';
import { parseSettings } from '#lib/settings';

/**
 * The database that `npm start` would use, and `process.env` set so that `settings()` finds it too, for a command that
 * seals nothing. `postgres` is the built-in one, where it is that: stop it unless it was reused.
 */
export async function findDatabase(): Promise<Addresses & { postgres: EmbeddedPostgres | undefined }> {
  const { env } = process;
  env.KAIRA_MODE ||= 'local';
  env.KAIRA_SECRET ||= randomBytes(32).toString('base64url');
  if (env.DATABASE_URL) return { ...addressesIn(parseSettings(env)), postgres: undefined };
  const { KAIRA_DATA_DIR } = parseSettings({ ...env, DATABASE_URL: 'postgres://embedded' });
  const postgres = await startEmbeddedPostgres({ folder: path.join(KAIRA_DATA_DIR, 'postgres') });
  const addresses = builtInAddresses(postgres.url);
  env.DATABASE_URL = addresses.application;
  return { ...addresses, postgres };
}

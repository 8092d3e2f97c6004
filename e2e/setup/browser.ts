import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { applicationUrl } from '#db/roles';
import { demoData } from './demo-data.ts';

/** What the journeys need to know of the server; it answers by now. The environment reaches every worker. */
export default function setup(): () => Promise<void> {
  const { env } = process;
  const folder = env.KAIRA_E2E_DIR ?? '';
  env.KAIRA_TEST_BASE_URL = `http://localhost:${env.KAIRA_E2E_PORT}`;
  env.KAIRA_TEST_KEY = demoData().clients[0]?.keys.test;
  // The server's own database and secret, so that a test can make people of its own by the product's verbs.
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8').trim();
  const superuser = `postgres://postgres:${read('postgres/password')}@127.0.0.1:${read('postgres/port')}/kaira`;
  env.KAIRA_TEST_SUPERUSER_URL = superuser;
  env.DATABASE_URL = applicationUrl(superuser);
  env.KAIRA_SECRET = read('secret');
  env.DATABASE_POOL = '2';
  env.BASE_URL = env.KAIRA_TEST_BASE_URL;
  env.LOG_LEVEL = 'warn';
  return async () => {
    if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
  };
}

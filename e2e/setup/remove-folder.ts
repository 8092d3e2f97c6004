import { rm } from 'node:fs/promises';

/** The server, and PostgreSQL with it, has been stopped by now. */
export default async function teardown(): Promise<void> {
  const folder = process.env.KAIRA_E2E_DIR;
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
}

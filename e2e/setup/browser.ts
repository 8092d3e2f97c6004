import { rm } from 'node:fs/promises';
import { demoData } from './demo-data.ts';

/** What the journeys need to know of the server; it answers by now. The environment reaches every worker. */
export default function setup(): () => Promise<void> {
  process.env.KAIRA_TEST_BASE_URL = `http://localhost:${process.env.KAIRA_E2E_PORT}`;
  process.env.KAIRA_TEST_KEY = demoData().clients[0]?.keys.test;
  return async () => {
    const folder = process.env.KAIRA_E2E_DIR;
    if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
  };
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { applicationUrl } from '#db/roles';
import { longTest } from '#e2e/setup/long-test';
import { freePort } from '../setup/server.ts';
import { createTestDatabase, type TestDatabase } from '../setup/test-database.ts';

// `npm run dev` as a process, for a page of the documentation: that is where it used to die.

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

let database: TestDatabase;
let folder: string;
let child: ChildProcess;
let exited: Promise<unknown>;
let said = '';
let origin: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'kaira-dev-'));
  const port = await freePort();
  origin = `http://localhost:${port}`;
  child = spawn(process.execPath, ['scripts/start.ts', '--dev'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATABASE_URL: applicationUrl(database.url),
      KAIRA_DATA_DIR: folder,
      PORT: String(port),
      LOG_LEVEL: 'warn',
    } as unknown as NodeJS.ProcessEnv,
  });
  exited = once(child, 'exit');
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
    });
});

afterAll(async () => {
  child.kill('SIGTERM');
  await exited;
  await database.drop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

longTest('npm run dev shows a page of the documentation, and goes on, without a restart', async () => {
  await expect.poll(() => said, { timeout: 90_000 }).toContain('Ctrl-C stops it.');
  // The second time from what the first has built.
  for (let time = 0; time < 2; time++) {
    const page = await fetch(`${origin}/docs/quick-start`, { signal: AbortSignal.timeout(90_000) });
    expect([page.status, (await page.text()).includes('Quick start')]).toEqual([200, true]);
  }
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  expect(child.exitCode).toBeNull();
  expect(said).not.toMatch(/Restarting|Failed running|unhandled/i);
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { applicationUrl } from '#db/roles';
import { type Gate, startGate } from '#proof/outage/gate';
import { freePort } from '../setup/server.ts';
import { createTestDatabase, type TestDatabase } from '../setup/test-database.ts';

// A server and a worker in production, whose database takes what is sent and says nothing.

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

/** Half of the time after which `npm start` kills what is left; 3 s of it are for load balancers. */
const mostSeconds = 15;
let database: TestDatabase;
let folder: string;
let gate: Gate;
const processes: ChildProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kaira-frozen-'));
  gate = await startGate(() => Number(new URL(database.url).port));
});
afterEach(async () => {
  for (const child of processes.splice(0)) child.kill('SIGKILL');
  gate.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});
afterAll(() => database.drop());

/** Resolves when it says that it is ready. */
async function start(program: string, port: number): Promise<void> {
  const through = Object.assign(new URL(database.url), { hostname: '127.0.0.1', port: String(gate.port) });
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    KAIRA_MODE: 'production',
    DATABASE_URL: applicationUrl(through.href),
    KAIRA_DATA_DIR: folder,
    KAIRA_SECRET: 'kd83-a secret of the tests, 32 characters or more',
    BASE_URL: `http://127.0.0.1:${port}`,
    WEBHOOK_ALLOW_PRIVATE: '0',
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'silent',
  } as unknown as NodeJS.ProcessEnv;
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  processes.push(child);
  const [told] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  expect(told).toEqual({ type: 'ready' });
}

async function freezeAndStop(): Promise<void> {
  gate.freeze();
  const startedAt = performance.now();
  const ended = processes.map((child) => once(child, 'exit'));
  for (const child of processes) child.kill('SIGTERM');
  expect(await Promise.all(ended)).toEqual(processes.map(() => [0, null]));
  expect((performance.now() - startedAt) / 1000).toBeLessThan(mostSeconds);
}

test(`SIGTERM ends a server and a worker within ${mostSeconds} s, with 0, while the database is frozen`, async () => {
  const port = await freePort();
  for (const program of ['server.ts', 'scripts/worker.ts']) await start(program, port);
  // Its pool has connections, and so has the worker's.
  const readyz = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).json();
  await expect.poll(readyz, { timeout: 60_000 }).toMatchObject({ status: 'ready' });
  await freezeAndStop();
});

test('so it does when the database froze while the worker was opening its first connections', async () => {
  await start('scripts/worker.ts', await freePort());
  await freezeAndStop();
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { applicationUrl } from '#db/roles';
import { type Gate, startGate } from '#proof/outage/gate';
import { freePort } from '../setup/server.ts';
import { createTestDatabase, type TestDatabase } from '../setup/test-database.ts';

// A server and a worker in production, whose database takes what is sent and says nothing.

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** Half of the time after which `npm start` kills what is left; 3 s of it are for load balancers. */
const mostSeconds = 15;
let database: TestDatabase;
let folder: string;
let gate: Gate;
let origin: string;
const processes: ChildProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'kaira-frozen-'));
  const direct = new URL(database.url);
  gate = await startGate(() => Number(direct.port));
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  const through = Object.assign(new URL(database.url), { hostname: '127.0.0.1', port: String(gate.port) });
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    KAIRA_MODE: 'production',
    DATABASE_URL: applicationUrl(through.href),
    KAIRA_DATA_DIR: folder,
    KAIRA_SECRET: 'kd83-a secret of the tests, 32 characters or more',
    BASE_URL: origin,
    WEBHOOK_ALLOW_PRIVATE: '0',
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'silent',
  } as unknown as NodeJS.ProcessEnv;
  for (const program of ['server.ts', 'scripts/worker.ts']) {
    const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    processes.push(child);
    const [told] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
    expect(told).toEqual({ type: 'ready' });
  }
});

afterAll(async () => {
  for (const child of processes) child.kill('SIGKILL');
  gate.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

test(`SIGTERM ends a server and a worker within ${mostSeconds} s, with 0, while the database is frozen`, async () => {
  // Its pool has connections, and so has the worker's.
  await expect
    .poll(async () => (await fetch(`${origin}/readyz`)).json(), { timeout: 20_000 })
    .toMatchObject({ status: 'ready' });
  gate.freeze();
  const startedAt = performance.now();
  const ended = processes.map((child) => once(child, 'exit'));
  for (const child of processes) child.kill('SIGTERM');
  expect(await Promise.all(ended)).toEqual([
    [0, null],
    [0, null],
  ]);
  expect((performance.now() - startedAt) / 1000).toBeLessThan(mostSeconds);
});

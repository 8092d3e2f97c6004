import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { applicationUrl } from '#db/roles';
import { longTest as test } from '#e2e/setup/long-test';
import { newClient } from '#e2e/setup/people';
import { createApiKey } from '#lib/clients/create-client';
import { type Gate, startGate } from '#proof/outage/gate';
import { serverFile } from '../setup/bundled-server.ts';
import { freePort } from '../setup/server.ts';
import { createTestDatabase, superuserSql, type TestDatabase } from '../setup/test-database.ts';

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
  for (const program of [serverFile, 'scripts/worker.ts']) await start(program, port);
  // Its pool has connections, and so has the worker's.
  const readyz = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).json();
  await expect.poll(readyz, { timeout: 60_000 }).toMatchObject({ status: 'ready' });
  await freezeAndStop();
});

test('so it does when the database froze while the worker was opening its first connections', async () => {
  await start('scripts/worker.ts', await freePort());
  await freezeAndStop();
});

interface Reply {
  status: number;
  hasRetryAfter: boolean;
  message: string;
  sentAt: number;
  endedAt: number;
}

async function collect(port: number, key: string, reference: string): Promise<Reply> {
  const sentAt = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/collections/initiate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: '25.00', currency: 'GMD', client_reference: reference }),
  });
  const { error } = (await answer.json()) as { error?: { message: string } };
  const hasRetryAfter = Number(answer.headers.get('retry-after')) > 0;
  const { status } = answer;
  return { status, hasRetryAfter, message: error?.message ?? '', sentAt, endedAt: performance.now() };
}

const times = <T>(count: number, work: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => work(i));
/** Since that moment, at the earliest. */
const slowest = (replies: Reply[], since = 0) =>
  Math.max(...replies.map(({ sentAt, endedAt }) => endedAt - Math.max(sentAt, since)));

// Where the processors are busy, statements have waited out their locks before all places are taken, and what is tested is not there.
test('with all 200 places taken at the freeze, all have 503 within 3 s, and 200 within 2 s of the return', async () => {
  const port = await freePort();
  await start(serverFile, port);
  // None may have a quarter of the places. The last comes when there is none left.
  const [late = '', ...keys] = await Promise.all(
    times(7, async () => {
      const key = await createApiKey((await newClient()).id, 'SANDBOX');
      await collect(port, key, 'known from now on');
      return key;
    }),
  );
  const burst = (name: string) =>
    keys.flatMap((key, one) => times(40, (each) => collect(port, key, `${name}-${one}-${each}`)));
  const calm = await Promise.all(burst('calm'));
  expect(calm.filter(({ status }) => status !== 200)).toEqual([]);
  // The processors' share of what is measured below.
  const ownMs = slowest(calm);

  const lock = await superuserSql().reserve();
  await lock`begin`;
  await lock`lock table transactions in access exclusive mode`;
  const under = burst('frozen');
  const first = await Promise.race(under);
  gate.freeze();
  const frozenAt = performance.now();
  await lock`rollback`;
  lock.release();
  // So all places are taken, and for long.
  expect(first).toMatchObject({ status: 503, message: expect.stringContaining('more to do than it can') });
  const come: Promise<Reply>[] = [];
  while (performance.now() - frozenAt < 3_500) {
    come.push(collect(port, late, `late-${come.length}`));
    await sleep(100);
  }
  const told = await Promise.all([...under, ...come]);
  expect(told.filter(({ status, hasRetryAfter }) => status !== 503 || !hasRetryAfter)).toEqual([]);
  expect(slowest(told, frozenAt)).toBeLessThan(3_000 + ownMs);

  gate.open();
  const openedAt = performance.now();
  while ((await collect(port, late, 'back')).status !== 200) await sleep(20);
  expect(performance.now() - openedAt).toBeLessThan(2_000 + ownMs);
  const again = await Promise.all(burst('frozen'));
  expect(again.filter(({ status }) => status !== 200)).toEqual([]);
  // Nobody started it again.
  expect(processes.map(({ exitCode, signalCode }) => exitCode ?? signalCode)).toEqual([null]);
});

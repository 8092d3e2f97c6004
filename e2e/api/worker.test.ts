import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { longTest } from '#e2e/setup/long-test';
import { freePort } from '../setup/server.ts';
import { createTestDatabase, type TestDatabase } from '../setup/test-database.ts';

// `npm run worker` as a process, with a port for its metrics.

const token = 'a token for the metrics, long enough';
let database: TestDatabase;
let port: number;
let worker: ReturnType<typeof start>;

function start(settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['scripts/worker.ts'], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {
      ...process.env,
      LOG_LEVEL: 'silent',
      METRICS_PORT: String(port),
      METRICS_TOKEN: token,
      ...settings,
    },
  });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  return { child, exited: once(child, 'exit'), said: () => stderr };
}

beforeAll(async () => {
  database = await createTestDatabase();
  port = await freePort();
  worker = start();
  await Promise.race([once(worker.child, 'message'), worker.exited]);
});

afterAll(async () => {
  worker.child.kill('SIGTERM');
  await worker.exited;
  await database.drop();
});

test('answers the probes, tells its figures to whoever has the token, and serves nothing else', async () => {
  const get = (path: string, authorization = '') =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization } });
  expect((await get('/healthz')).status).toBe(200);
  expect((await get('/readyz')).status).toBe(200);
  for (const path of ['/metrics', '/api/v1/client/balance', '/']) expect((await get(path)).status).toBe(404);
  const figures = async () => (await get('/metrics', `Bearer ${token}`)).text();
  await expect
    .poll(figures, { timeout: 10_000 })
    .toMatch(/^kaira_periodic_due_timestamp_seconds\{work="fold"\} \d/m);
  expect(await figures()).toContain('kaira_database_up 1\n');
});

longTest('ends with one sentence where its port is taken', async () => {
  const second = start();
  expect(await second.exited).toEqual([1, null]);
  expect(second.said()).toMatch(/^METRICS_PORT \d+ cannot be listened on \(EADDRINUSE\): [^\n]*\n$/);
});

longTest(
  'with the built-in PostgreSQL it ends with one sentence that says what does the work there',
  async () => {
    const alone = start({ DATABASE_URL: '', KAIRA_EMBEDDED_POSTGRES: '1', METRICS_PORT: '' });
    expect(await alone.exited).toEqual([1, null]);
    expect(alone.said()).toMatch(
      /^npm run worker needs a PostgreSQL of your own.*take KAIRA_WORKER=off away/,
    );
  },
);

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { leaveToLongRun } from '#e2e/setup/long-run';
import { type Gate, startGate } from '#proof/outage/gate';
import { builtServer } from '#scripts/build';
import { freePort } from '#scripts/free-port';
import { isSound, newOperator, signIn } from './support.ts';

// A server beside the one of all tests, with the same database behind a gate that can be shut.

let server: ChildProcess;
let gate: Gate;
let folder: string;
let address: string;

leaveToLongRun();

test.beforeAll(async () => {
  const url = new URL(process.env.DATABASE_URL ?? '');
  gate = await startGate(() => Number(url.port));
  folder = await mkdtemp(path.join(tmpdir(), 'kaira-away-'));
  const port = await freePort();
  address = `http://localhost:${port}`;
  const through = Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(gate.port) });
  const env = {
    ...process.env,
    ...{ NODE_ENV: 'production', KAIRA_MODE: 'local', KAIRA_DATA_DIR: folder, DATABASE_URL: through.href },
    ...{ BASE_URL: address, PORT: String(port), LOG_LEVEL: 'silent', PAGES_AT_START: 'off' },
  } as unknown as NodeJS.ProcessEnv;
  server = spawn(process.execPath, [builtServer], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const [told] = await Promise.race([once(server, 'message'), once(server, 'exit')]);
  expect(told).toEqual({ type: 'ready' });
});

test.afterAll(async () => {
  server?.kill('SIGKILL');
  gate?.close();
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

test('without the database a dashboard says what is known and where to look, and comes back by itself', async ({
  browser,
}) => {
  const { page, context } = await signIn(browser, 'admin', await newOperator());
  await page.goto(`${address}/admin`);
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  gate.halfClose();
  await page.goto(`${address}/admin`);
  await expect(page.getByRole('heading', { name: 'Kaira cannot reach its database' })).toBeVisible();
  await expect(page.getByText('This page tries again by itself')).toBeVisible();
  await expect(page.getByRole('link', { name: 'what this server lacks' })).toHaveAttribute('href', '/readyz');
  await isSound(page, 'the page without a database');

  const other = await context.newPage();
  await other.goto(`${address}/docs/operations/bad-day`);
  await expect(other.getByRole('heading', { name: 'A bad day' })).toBeVisible();
  await other.goto(`${address}/login`);
  await other.getByLabel('E-mail').fill('shop@people.example');
  await other.getByLabel('Password').fill('whatever it is');
  await other.getByRole('button', { name: 'Sign in' }).click();
  await expect(other.getByText('Nobody can sign in until it does')).toBeVisible();

  gate.open();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await context.close();
});

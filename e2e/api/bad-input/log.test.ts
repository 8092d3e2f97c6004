import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { applicationUrl } from '#db/roles';
import { serverFile } from '#e2e/setup/bundled-server';
import { freePort } from '#e2e/setup/server';
import { copyTemplate, dropDatabase } from '#e2e/setup/throw-away-postgres';
import {
  type Account,
  collection,
  expectError,
  openStage,
  rawRequest,
  type Stage,
  sendRaw,
  until,
} from './support.ts';

/** safety.md §3, cases 25 and 85, and §1.28: what a server writes to its log at the most talkative level. */

const name = `kaira_log_${randomBytes(6).toString('hex')}`;
const dataFolder = mkdtempSync(path.join(tmpdir(), 'kaira-log-'));
let child: ChildProcess;
let stage: Stage;
let account: Account;
let output = '';

beforeAll(async () => {
  const databaseUrl = await copyTemplate(inject('postgresUrl'), name);
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const secret = randomBytes(32).toString('base64url');
  const root = path.resolve(import.meta.dirname, '../../..');
  child = spawn(process.execPath, [serverFile], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PAGES_AT_START: 'off',
      TZ: 'UTC',
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      BASE_URL: baseUrl,
      DATABASE_URL: applicationUrl(databaseUrl),
      KAIRA_SECRET: secret,
      SANDBOX_RESOLVE_MS: '0',
      WEBHOOK_ALLOW_PRIVATE: '1',
      LOG_LEVEL: 'debug',
      KAIRA_DATA_DIR: dataFolder,
    } as unknown as NodeJS.ProcessEnv,
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = once(child, 'exit').then(() => {
    throw new Error(`the server ended before it was ready:\n${output}`);
  });
  await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => {});
  stage = await openStage({ baseUrl, databaseUrl, secret });
  account = await stage.newAccount();
});

afterAll(async () => {
  await stage?.close();
  if (child.exitCode === null) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  await dropDatabase(inject('postgresUrl'), name);
  rmSync(dataFolder, { recursive: true, force: true });
});

const card = '4111111111111111';
const wrongOtp = '483920';
const mobile = '+2207654321';
const customer = 'Mariama Unmistakable';
const injected = '\r\n{"level":"fatal","msg":"injected"}\r\n';

test('25, 85 no key, secret, code, card, name or number stands in the log, and no text of a caller makes a line of it', async () => {
  const key = account.testKey;
  const post = (path: string, body: object | string) => stage.call('POST', path, { key, body });
  const collections = '/api/v1/collections/initiate';
  const receiver = createServer((_request, response) => response.writeHead(500).end(injected)).listen(
    0,
    '127.0.0.1',
  );
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook?token=url-token`;
  const endpoint = await post('/api/v1/webhook-endpoints', { url });
  const secret: string = endpoint.json.data.secret;

  const facts = {
    customer_name: customer,
    customer_mobile: mobile,
    metadata: { note: 'a-note-of-metadata' },
  };
  const otp = await post(collections, collection({ ...facts, provider: 'PROVIDER_A' }));
  expect(otp.status).toBe(200);
  expectError(
    await post(`/api/v1/collections/${otp.json.data.transaction_id}/otp`, { otp: wrongOtp }),
    422,
    'INVALID_OTP',
  );
  expectError(await post(collections, collection({ ...facts, pan: card })), 400, 'CARD_DATA_NOT_ACCEPTED');
  expectError(await post(collections, collection({ customer_name: card })), 400, 'CARD_DATA_NOT_ACCEPTED');
  expectError(
    await post(collections, collection({ metadata: { note: card } })),
    400,
    'CARD_DATA_NOT_ACCEPTED',
  );
  expectError(
    await post(collections, `{"customer_name":"${customer}","pan":"${card}",}`),
    400,
    'MALFORMED_JSON',
  );
  expectError(await post(collections, collection({ client_reference: injected })), 400, 'VALIDATION_ERROR');
  expectError(
    await stage.call('GET', `/api/v1/collections/status/${encodeURIComponent(injected)}`, { key }),
    404,
  );
  expectError(await stage.call('GET', `/api/v1/client/stats?api_key=${key}`), 401);
  expectError(await stage.call('GET', '/api/v1/client/stats', { key: `${key}x` }), 401);
  expectError(await post(collections, collection({ amount: '500.00' })), 500, 'INTERNAL_ERROR');
  const notHttp = await sendRaw(stage.target, [
    rawRequest(stage.target, 'GET /api/v1/client/stats', { Authorization: `Bearer ${key}`, 'X-Bad': 'a\0b' }),
  ]);
  expectError(notHttp, 400, 'VALIDATION_ERROR');
  expect((await post(collections, collection({ ...facts, amount: '100.00' }))).status).toBe(200);
  await until(async () => {
    const { json } = await stage.call('GET', '/api/v1/webhook-deliveries', { key });
    expect(json.data[0]?.attempts).toHaveLength(1);
  });

  // A fault of ours: the error of the database carries every parameter.
  await stage.sql`alter table transactions rename to transactions_away`;
  const broken = await post(collections, collection(facts)).finally(
    () => stage.sql`alter table transactions_away rename to transactions`,
  );
  expectError(broken, 500, 'INTERNAL_ERROR');
  const requestId = broken.headers.get('x-request-id');
  expect(broken.json.error.details).toEqual({ request_id: requestId });
  for (const telling of ['transactions', 'select', 'insert', 'Error', '.ts', 'postgres']) {
    expect(broken.text).not.toContain(telling);
  }
  const line = await until(() => {
    const found = output.split('\n').find((each) => each.includes(requestId!));
    expect(found).toBeDefined();
    return JSON.parse(found!);
  });
  expect(line).toMatchObject({ level: 'error', requestId, msg: 'request failed' });
  receiver.close();

  expect(output).toContain('"msg":"request"');
  for (const each of [
    key,
    key.slice(8),
    secret,
    secret.slice(6),
    stage.target.secret,
    wrongOtp,
    card,
    mobile,
    customer,
    'a-note-of-metadata',
    'url-token',
  ]) {
    expect(output).not.toContain(each);
  }
  // Whatever is no line of ours, such as a warning of Node's, was not made by a caller either.
  const lines = output.split('\n').filter((each) => each.startsWith('{'));
  for (const each of lines) expect(each).toMatch(/^\{"level":"(debug|info|warn|error)","time":"\d{4}-/);
  expect(output).not.toContain('injected');
});

import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeRailConnections } from '#lib/rails/call-rail';
import { createClient } from '#lib/rails/provider-a/client';

let server: ReturnType<typeof createServer>;
let client: ReturnType<typeof createClient>;
let logIns: unknown[];
let sockets: Socket[];
let requests: { path: string; token: string | undefined; socket: Socket }[];
/** What the rail does; the log-in hands out `token-1`, `token-2`, … */
let rail: { valid: string | undefined; expiresIn: number; logInStatus: number; logInDelayMs: number };

beforeEach(async () => {
  logIns = [];
  sockets = [];
  requests = [];
  rail = { valid: undefined, expiresIn: 3_000, logInStatus: 200, logInDelayMs: 0 };
  server = createServer(async (request, response) => {
    sockets.push(request.socket);
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString());
    const [status, answer] = request.url === '/api/v1/login' ? await logIn(body) : take(request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  client = createClient({ baseUrl, username: 'kaira', mobile: '7012345', password: 'pw' });
});

afterEach(async () => {
  await closeRailConnections();
  server.closeAllConnections();
  server.close();
});

test('twenty calls at once log in once, and later ones not at all', async () => {
  rail.logInDelayMs = 50;
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask()));
  expect(answers.map((answer) => answer.kind === 'answered' && answer.status)).toEqual(Array(20).fill(200));
  await ask();
  expect(logIns).toEqual([{ username: 'kaira', mobile: '7012345', password: 'pw', access_channel: 'API' }]);
});

test('a log-in is renewed before it ends', async () => {
  rail.expiresIn = 2;
  await ask();
  await ask();
  expect(logIns).toHaveLength(1);
  await new Promise((resolve) => setTimeout(resolve, 1_050));
  await ask();
  expect(logIns).toHaveLength(2);
});

test('a log-in that the rail no longer takes is renewed once, and the request repeated', async () => {
  await ask();
  rail.valid = 'another';
  expect(await ask()).toMatchObject({ kind: 'answered', status: 401 });
  expect(requests.map(({ token }) => token)).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-2']);
  rail.valid = undefined;
  expect(await ask()).toMatchObject({ kind: 'answered', status: 200 });
});

test('what moves money is sent once, whatever the rail answers, and on a connection of its own', async () => {
  await ask();
  await ask();
  rail.valid = 'another';
  const before = new Set(sockets);
  // By now a kept connection is free to be used.
  await setImmediate();
  expect(await ask({ movesMoney: true })).toMatchObject({ kind: 'answered', status: 401 });
  expect(requests).toHaveLength(3);
  expect(before).not.toContain(requests[2]?.socket);
});

test('without a log-in nothing is sent', async () => {
  rail.logInStatus = 401;
  expect(await ask()).toEqual({
    kind: 'not_sent',
    why: 'no log-in: the rail refused our credentials (401: Wrong password)',
  });
  rail.logInStatus = 500;
  expect(await ask()).toMatchObject({ kind: 'not_sent' });
  rail.logInStatus = 200;
  rail.logInDelayMs = 300;
  expect(await ask({ timeoutMs: 50 })).toMatchObject({ kind: 'not_sent' });
  expect(requests).toEqual([]);
});

test('what moves money is not begun with little time left', async () => {
  rail.logInDelayMs = 1_200;
  expect(await ask({ movesMoney: true, timeoutMs: 2_000 })).toEqual({
    kind: 'not_sent',
    why: 'the log-in left too little time',
  });
  expect(requests).toEqual([]);
  expect(await ask({ movesMoney: true, timeoutMs: 2_000 })).toMatchObject({ kind: 'answered', status: 200 });
});

test('whoever waits for another’s log-in waits no longer than its own deadline', async () => {
  rail.logInDelayMs = 2_000;
  const patient = ask({ timeoutMs: 5_000 });
  const startedAt = performance.now();
  expect(await ask({ timeoutMs: 50 })).toEqual({ kind: 'not_sent', why: 'no log-in: it takes too long' });
  expect(performance.now() - startedAt).toBeLessThan(1_500);
  expect(await patient).toMatchObject({ kind: 'answered', status: 200 });
});

function ask(options: { timeoutMs?: number; movesMoney?: boolean } = {}) {
  return client.ask({ path: 'wallet/transaction', json: {}, timeoutMs: 5_000, ...options });
}

async function logIn(body: unknown): Promise<[number, unknown]> {
  logIns.push(body);
  await new Promise((resolve) => setTimeout(resolve, rail.logInDelayMs));
  if (rail.logInStatus !== 200) return [rail.logInStatus, { success: false, message: 'Wrong password' }];
  return [200, { access_token: `token-${logIns.length}`, expires_in: rail.expiresIn }];
}

function take(request: IncomingMessage): [number, unknown] {
  const token = request.headers.authorization;
  requests.push({ path: request.url ?? '', token, socket: request.socket });
  const isValid = rail.valid === undefined || token === `Bearer ${rail.valid}`;
  return isValid ? [200, {}] : [401, { success: false, message: 'Token expired' }];
}

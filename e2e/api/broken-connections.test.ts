import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { longTest as test } from '#e2e/setup/long-test';
import { newClient } from '#e2e/setup/people';
import { createApiKey } from '#lib/clients/create-client';
import { type Gate, startGate } from '#proof/outage/gate';
import { startTestServer, type TestServer } from '../setup/server.ts';
import { createTestDatabase, type TestDatabase } from '../setup/test-database.ts';

// A real server whose connections to the database break, all at the same moment, again and again.

const ROUNDS = 60;
/** Where the machine is so slow that nobody was answered in between, there are more of them, each longer. */
const ROUNDS_AT_MOST = 90;
const LANES = 16;
/** A statement may take so long, and a request has several. */
const ANSWERED_WITHIN_MS = 12_000;

let database: TestDatabase;
let gate: Gate;
let server: TestServer;
let key: string;

beforeAll(async () => {
  database = await createTestDatabase();
  gate = await startGate(() => Number(new URL(database.url).port));
  const through = Object.assign(new URL(database.url), { hostname: '127.0.0.1', port: String(gate.port) });
  server = await startTestServer(inject('postgresUrl'), { DATABASE_URL: through.href, LOG_LEVEL: 'silent' });
  key = await createApiKey((await newClient()).id, 'SANDBOX');
});
afterAll(async () => {
  await server?.stop();
  gate?.close();
  await database?.drop();
});

let number = 0;

/** The status, or how it was not answered. */
async function collect(): Promise<number | string> {
  const late = new AbortController();
  const overdue = setTimeout(() => late.abort(), ANSWERED_WITHIN_MS);
  try {
    const answer = await fetch(`${server.baseUrl}/api/v1/collections/initiate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ amount: '25.00', currency: 'GMD', client_reference: `order-${number++}` }),
      signal: late.signal,
    });
    await answer.text();
    return answer.status;
  } catch (error) {
    return late.signal.aborted ? `no answer within ${ANSWERED_WITHIN_MS} ms` : String(error);
  } finally {
    clearTimeout(overdue);
  }
}

test('each request is answered, and new payments are taken afterwards', { timeout: 150_000 }, async () => {
  const told = new Map<number | string, number>();
  let isOver = false;
  const lane = async () => {
    while (!isOver) {
      const status = await collect();
      told.set(status, (told.get(status) ?? 0) + 1);
    }
  };
  const lanes = Array.from({ length: LANES }, lane);
  for (let round = 0; round < ROUNDS || (round < ROUNDS_AT_MOST && !told.has(200)); round++) {
    await sleep((100 + (round % 7) * 15) * Math.max(1, round - ROUNDS));
    gate.reset();
  }
  isOver = true;
  await Promise.all(lanes);
  expect([...told.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(told.get(200)).toBeGreaterThan(0);
  // At once, where the machine is quick.
  const all = () => Promise.all(Array.from({ length: LANES }, collect));
  await expect.poll(all, { timeout: 30_000 }).toEqual(Array(LANES).fill(200));
});

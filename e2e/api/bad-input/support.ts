import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import postgres, { type Sql } from 'postgres';
import { expect, inject, vi } from 'vitest';
import { applicationUrl } from '#db/roles';
import type { TestServer } from '#e2e/setup/server';
import { expectDescribed } from '../described.ts';

/** What the cases of safety.md §3 share: clients to misuse, requests in all forms, and a look behind the API. */

export type Target = Pick<TestServer, 'baseUrl' | 'databaseUrl' | 'secret'>;

export interface Account {
  clientId: string;
  testKey: string;
  liveKey: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a body is whatever came; the tests say what it must be.
  json: any;
}

export interface CallOptions {
  key?: string | undefined;
  /** An object becomes JSON; a text or bytes are sent as they are. */
  body?: object | string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

export interface Stage {
  target: Target;
  /** Straight to the server's database. */
  sql: Sql;
  newAccount(): Promise<Account>;
  newKey(clientId: string, environment?: 'SANDBOX' | 'LIVE'): Promise<string>;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** How many rows each table has of a client. */
  countRows(clientId: string): Promise<Record<string, number>>;
  /** Runs a request that must be refused so, and recounts: nothing may have been stored or taken away. */
  refuses(account: Account, send: () => Promise<Answer>, status: number, code?: string): Promise<Answer>;
  close(): Promise<void>;
}

/** The server that all files of the project `api` share. */
export function sharedServer(): Target {
  return { baseUrl: inject('baseUrl'), databaseUrl: inject('databaseUrl'), secret: inject('kairaSecret') };
}

/** One a file: the library that makes the clients reads its settings once. */
export async function openStage(target: Target = sharedServer()): Promise<Stage> {
  process.env.DATABASE_URL = applicationUrl(target.databaseUrl);
  process.env.KAIRA_SECRET = target.secret;
  const { createApiKey, createClient } = await import('#lib/clients/create-client');
  const sql = postgres(target.databaseUrl, { max: 2, onnotice: () => {} });

  const call = (method: string, path: string, options: CallOptions = {}) =>
    request(target.baseUrl, method, path, options);

  const countRows = async (clientId: string) => {
    const counts = countedTables.map(
      (table) => `select '${table}' as name, count(*)::int as rows from ${table} where client_id = $1`,
    );
    const rows = await sql.unsafe(counts.join(' union all '), [clientId]);
    return Object.fromEntries(rows.map((row) => [row.name as string, row.rows as number]));
  };

  return {
    target,
    sql,
    call,
    countRows,
    async newAccount() {
      const clientId = await createClient({
        name: `Bad Input ${randomUUID()}`,
        businessPhone: '+2207000000',
        businessEmail: 'bad-input@example.com',
      });
      const [testKey, liveKey] = await Promise.all([
        createApiKey(clientId, 'SANDBOX'),
        createApiKey(clientId, 'LIVE'),
      ]);
      return { clientId, testKey, liveKey };
    },
    newKey: (clientId, environment = 'SANDBOX') => createApiKey(clientId, environment),
    async refuses(account, send, status, code) {
      const before = await countRows(account.clientId);
      const answer = await send();
      expectError(answer, status, code);
      expect(await countRows(account.clientId)).toEqual(before);
      return answer;
    },
    async close() {
      const { closeDatabase } = await import('#db/client');
      await Promise.all([sql.end(), closeDatabase()]);
    },
  };
}

const countedTables = [
  'transactions',
  'transaction_changes',
  'journals',
  'entries',
  'events',
  'rail_operations',
  'webhook_endpoints',
  'deliveries',
  'idempotency_keys',
];

const anyRequestId = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The error body of contract.md §2, flat for 401 and 403, and what every answer carries. */
export function expectError(answer: Answer, status: number, code?: string): void {
  const { headers, json } = answer;
  expect({ status: answer.status, text: answer.text }).toEqual({ status, text: expect.any(String) });
  expect(headers.get('x-request-id')).toMatch(anyRequestId);
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  if (status === 401 || status === 403) {
    expect(json).toEqual({
      error: status === 401 ? 'Unauthorized' : 'Forbidden',
      message: expect.stringMatching(/\S/),
      ...(code !== undefined && { code }),
    });
    if (status === 401) expect(headers.get('www-authenticate')).toBe('Bearer');
    return;
  }
  const { details, ...error } = json?.error ?? {};
  expect({ ...json, error }).toEqual({
    status: 'error',
    error: { code: code ?? expect.any(String), message: expect.stringMatching(/\S/) },
  });
  expect(['undefined', 'object']).toContain(typeof details);
  if (code === 'VALIDATION_ERROR') {
    const line = { path: expect.any(String), message: expect.any(String), code: expect.any(String) };
    for (const fault of details.fields) expect(fault).toEqual(line);
  }
  if (code === 'INVALID_AMOUNT') {
    const amount = expect.stringMatching(/^\d+\.\d\d$/);
    expect(details).toEqual({ min_amount: amount, max_amount: amount });
  }
}

/** What is no request at all: refused without a word on any field. */
export function expectNoRequest(answer: Answer): void {
  expectError(answer, 400, 'VALIDATION_ERROR');
  expect(faultPaths(answer)).toEqual([]);
}

/** The fields that a `VALIDATION_ERROR` complains of. */
export function faultPaths(answer: Answer): string[] {
  return answer.json.error.details.fields.map((fault: { path: string }) => fault.path);
}

export function reference(): string {
  return `ref-${randomUUID()}`;
}

export function collection(changes: object = {}) {
  return { amount: '50.00', currency: 'GMD', client_reference: reference(), ...changes };
}

export function payout(changes: object = {}) {
  return {
    amount: '5.00',
    currency: 'GMD',
    recipient_mobile: '+2207012345',
    client_reference: reference(),
    ...changes,
  };
}

async function request(
  baseUrl: string,
  method: string,
  path: string,
  { key, body, headers }: CallOptions,
): Promise<Answer> {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  const response = await fetch(baseUrl + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  expectDescribed(method, baseUrl + path, { status: response.status, headers: response.headers, text });
  return answerOf(response.status, response.headers, text);
}

function answerOf(status: number, headers: Headers, text: string): Answer {
  const isJson = headers.get('content-type')?.startsWith('application/json') && text !== '';
  return { status, headers, text, json: isJson ? JSON.parse(text) : undefined };
}

export interface RawAnswer extends Answer {
  /** Everything that came, as it came. */
  all: string;
  /** From the first byte sent until the server closed the connection. */
  lastedMs: number;
}

/**
 * Sends these bytes as they are, without the repairs that `fetch` makes, and waits until the server closes the
 * connection. Each further piece follows after `pauseMs`. `end` tells the server that no more will come.
 */
export async function sendRaw(
  target: Target,
  pieces: (string | Uint8Array)[],
  { end = false, pauseMs = 20, giveUpMs = 25_000 } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(target.baseUrl);
  const startedAt = performance.now();
  const chunks: Buffer[] = [];
  const closed = Promise.withResolvers<void>();
  const socket = connect(Number(port), hostname);
  socket.setNoDelay(true);
  socket.on('data', (chunk) => chunks.push(chunk));
  // A server that has answered may reset a connection on which more was still to come.
  socket.on('error', () => {});
  socket.on('close', () => closed.resolve());
  const overdue = setTimeout(() => {
    closed.reject(new Error(`not closed within ${giveUpMs} ms; came: ${Buffer.concat(chunks)}`));
    socket.destroy();
  }, giveUpMs);
  let timer: NodeJS.Timeout | undefined;
  const writeNext = ([piece, ...rest]: (string | Uint8Array)[]) => {
    if (piece === undefined || socket.destroyed) {
      if (end) socket.end();
      return;
    }
    socket.write(piece);
    timer = setTimeout(() => writeNext(rest), pauseMs);
  };
  writeNext(pieces);
  try {
    await closed.promise;
  } finally {
    clearTimeout(overdue);
    clearTimeout(timer);
  }
  return { ...readRaw(Buffer.concat(chunks)), lastedMs: performance.now() - startedAt };
}

/** The lines of a request that asks the server to close the connection when it has answered. */
export function rawRequest(
  target: Target,
  line: string,
  headers: Record<string, string | number> | string[] = {},
  body = '',
): string {
  const given = Array.isArray(headers)
    ? headers
    : Object.entries({ Host: new URL(target.baseUrl).host, Connection: 'close', ...headers }).map(
        ([name, value]) => `${name}: ${value}`,
      );
  return `${line} HTTP/1.1\r\n${given.map((each) => `${each}\r\n`).join('')}\r\n${body}`;
}

/** The first answer of a connection. */
function readRaw(bytes: Buffer): Omit<RawAnswer, 'lastedMs'> {
  const all = bytes.toString('latin1');
  const headEnd = all.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = all.slice(0, Math.max(0, headEnd)).split('\r\n');
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );
  const rest = bytes.subarray(headEnd + 4);
  const length = headers.get('content-length');
  const body = headers.get('transfer-encoding') === 'chunked' ? unchunk(rest) : rest;
  const text = (length === null ? body : body.subarray(0, Number(length))).toString('utf8');
  return { ...answerOf(Number(statusLine.split(' ')[1]), headers, text), all };
}

function unchunk(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const size = lineEnd === -1 ? 0 : Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16);
    if (!(size > 0)) return Buffer.concat(parts);
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}

/** Looks again until it is so: for what the server's worker does in its own time. */
export function until<T>(look: () => Promise<T> | T, timeoutMs = 15_000): Promise<T> {
  return vi.waitFor(look, { timeout: timeoutMs, interval: 50 });
}

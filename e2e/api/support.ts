import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { expect, inject } from 'vitest';
import type {} from '#e2e/setup/server';
import type { Scope } from '#lib/auth/find-caller';
import { createApiKey, createClient } from '#lib/clients/create-client';
import type { Context, Environment } from '#lib/context';
import { expectDescribed } from './described.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is unknown on purpose; each test says what must be in it.
export type Json = any;

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  body: Json;
}

export interface Api {
  key: string;
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  patch(path: string, body: unknown): Promise<Reply>;
  delete(path: string): Promise<Reply>;
}

export interface Account extends Api {
  clientId: string;
  ctx: Context;
}

export const providers = ['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C', 'PROVIDER_C_CARD'] as const;
export const payingProviders = ['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C'] as const;

/** One request, never redirected; a body that is no string is sent as JSON. Its answer must be a described one. */
export async function send(
  method: string,
  url: string,
  options: { headers?: Record<string, string>; body?: unknown } = {},
): Promise<Reply> {
  const { body } = options;
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...options.headers },
    ...(body !== undefined && {
      body: typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
    }),
  });
  const text = await response.text();
  expectDescribed(method, url, { status: response.status, headers: response.headers, text });
  let parsed: Json;
  try {
    parsed = JSON.parse(text);
  } catch {
    // A HEAD, a metric or a mistake; the tests of those look at `text`.
  }
  return { status: response.status, headers: response.headers, text, body: parsed };
}

export function apiFor(key: string, baseUrl = inject('baseUrl'), always: Record<string, string> = {}): Api {
  const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    send(method, baseUrl + path, {
      headers: { authorization: `Bearer ${key}`, ...always, ...headers },
      ...(body !== undefined && { body }),
    });
  return {
    key,
    get: (path, headers) => call('GET', path, undefined, headers),
    post: (path, body, headers) => call('POST', path, body, headers),
    patch: (path, body) => call('PATCH', path, body),
    delete: (path) => call('DELETE', path),
  };
}

/** A new client business and a key of it. */
export async function newAccount(
  options: { environment?: Environment; scope?: Scope; commissionBps?: number } = {},
): Promise<Account> {
  const name = `Test ${randomUUID().slice(0, 8)}`;
  const clientId = await createClient({
    name,
    businessPhone: '+2207000001',
    businessEmail: 'owner@example.com',
    ...(options.commissionBps !== undefined && { commissionBps: options.commissionBps }),
  });
  const environment = options.environment ?? 'SANDBOX';
  const key = await createApiKey(clientId, environment, options.scope);
  return {
    ...apiFor(key),
    clientId,
    ctx: {
      client: { id: clientId, name, commissionBps: options.commissionBps ?? 150 },
      environment,
      actor: { type: 'system' },
      now: () => new Date(),
    },
  };
}

export function newReference(): string {
  return `ref-${randomUUID()}`;
}

/** A valid body of `POST /collections/initiate`. */
export function collectionBody(changes: Record<string, unknown> = {}): Record<string, Json> {
  return {
    amount: '25.00',
    currency: 'GMD',
    client_reference: newReference(),
    customer_name: 'Awa Ceesay',
    customer_mobile: '+2207012345',
    success_url: 'https://shop.example.com/paid',
    error_url: 'https://shop.example.com/failed',
    ...changes,
  };
}

/** A valid body of `POST /payouts/initiate`. */
export function payoutBody(changes: Record<string, unknown> = {}): Record<string, Json> {
  return {
    amount: '10.00',
    currency: 'GMD',
    recipient_mobile: '+2207654321',
    client_reference: newReference(),
    ...changes,
  };
}

export async function collect(api: Api, changes: Record<string, unknown> = {}): Promise<Json> {
  const reply = await api.post('/api/v1/collections/initiate', collectionBody(changes));
  expect(reply, reply.text).toMatchObject({ status: 200 });
  return reply.body.data;
}

export async function payOut(api: Api, changes: Record<string, unknown> = {}): Promise<Json> {
  const reply = await api.post('/api/v1/payouts/initiate', payoutBody(changes));
  expect(reply, reply.text).toMatchObject({ status: 200 });
  return reply.body.data;
}

export async function newPaymentLink(api: Api, changes: Record<string, unknown> = {}): Promise<Json> {
  const reply = await api.post('/api/v1/payment-links', {
    title: 'School fees',
    amount: '150.00',
    ...changes,
  });
  expect(reply, reply.text).toMatchObject({ status: 200 });
  return reply.body.data;
}

export async function newPaymentRequest(api: Api, changes: Record<string, unknown> = {}): Promise<Json> {
  const reply = await api.post('/api/v1/payment-requests', {
    description: 'Rice for the shop',
    customer_mobile: '+2207012345',
    amount: '150.00',
    ...changes,
  });
  expect(reply, reply.text).toMatchObject({ status: 200 });
  return reply.body.data;
}

export async function newRecipient(api: Api, changes: Record<string, unknown> = {}): Promise<Json> {
  const reply = await api.post('/api/v1/recipients', {
    name: 'Lamin Jallow',
    mobile: '+2203456789',
    ...changes,
  });
  expect(reply, reply.text).toMatchObject({ status: 200 });
  return reply.body.data;
}

/** A collection that has settled at once: the code that pays, on the rail that asks for one. */
export async function settle(api: Api, amount: string): Promise<Json> {
  const { transaction_id: id, client_reference } = await collect(api, { amount, provider: 'PROVIDER_A' });
  const paid = await api.post(`/api/v1/collections/${id}/otp`, { otp: '000000' });
  // Where the machine stood still for a second, the sandbox has settled it by itself.
  const isPaidAlready = paid.body?.error?.code === 'INVALID_STATE';
  const data = isPaidAlready ? await lookUp(api, 'collections', client_reference) : paid.body?.data;
  expect(data, paid.text).toMatchObject({ status: 'SUCCEEDED' });
  return data;
}

export async function fund(api: Api, amount: string, provider = 'PROVIDER_W'): Promise<void> {
  const reply = await api.post('/api/v1/sandbox/rail-floats', { provider, amount });
  expect(reply, reply.text).toMatchObject({ status: 200 });
}

export function statusPath(type: 'collections' | 'payouts' | 'refunds', reference: string): string {
  return `/api/v1/${type}/status/${encodeURIComponent(reference)}`;
}

export async function lookUp(
  api: Api,
  type: 'collections' | 'payouts' | 'refunds',
  reference: string,
): Promise<Json> {
  const reply = await api.get(statusPath(type, reference));
  expect(reply, reply.text).toMatchObject({ status: 200 });
  return reply.body.data;
}

/** Looks until the status is the one that must come. */
export function reaches(
  api: Api,
  type: 'collections' | 'payouts' | 'refunds',
  reference: string,
  status: string,
): Promise<Json> {
  return until(`${reference} is ${status}`, async () => {
    const data = await lookUp(api, type, reference);
    return data.status === status ? data : undefined;
  });
}

/** The figures of the balance, after checking the identities that hold at any time. */
export async function balanceOf(api: Api): Promise<Json> {
  const reply = await api.get('/api/v1/client/balance');
  expect(reply, reply.text).toMatchObject({ status: 200 });
  const { data } = reply.body;
  expect(data.net_collections_bututs).toBe(data.total_collected_bututs - data.platform_commissions_bututs);
  expect(data.available_balance_bututs).toBe(
    data.net_collections_bututs +
      data.adjustments_bututs -
      data.total_paid_out_bututs -
      data.total_refunded_bututs -
      data.held_bututs,
  );
  return data;
}

/** Repeats `look` until it returns something, and fails with `what` when the time is over. */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined> | T | undefined,
  withinMs = 10_000,
): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

export interface Hook {
  path: string;
  headers: IncomingHttpHeaders;
  /** The exact bytes. */
  bytes: Buffer;
  body: Json;
  at: number;
}

export interface Receiver {
  url(path?: string): string;
  hooks: Hook[];
  /** What is answered to a path from now on; 200 otherwise. */
  answers(path: string, status: number, headers?: Record<string, string>): void;
  /** The first webhook that fits, when it has come. */
  next(what: string, fits: (hook: Hook) => boolean): Promise<Hook>;
  stop(): Promise<void>;
}

/** A client's own server, which keeps every webhook that it gets. */
export async function startReceiver(): Promise<Receiver> {
  const hooks: Hook[] = [];
  const answers = new Map<string, { status: number; headers: Record<string, string> }>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const path = request.url ?? '/';
    const body = JSON.parse(bytes.toString() || 'null');
    hooks.push({ path, headers: request.headers, bytes, body, at: Date.now() });
    const { status, headers } = answers.get(path) ?? { status: 200, headers: {} };
    response.writeHead(status, headers).end('seen');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (path = '/hook') => `http://127.0.0.1:${port}${path}`,
    hooks,
    answers: (path, status, headers = {}) => void answers.set(path, { status, headers }),
    next: (what, fits) => until(`webhook: ${what}`, () => hooks.find(fits)),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** An endpoint of the account at the receiver; its secret is in the answer. */
export async function newEndpoint(
  api: Api,
  url: string,
  changes: Record<string, unknown> = {},
): Promise<Json> {
  const reply = await api.post('/api/v1/webhook-endpoints', { url, ...changes });
  expect(reply, reply.text).toMatchObject({ status: 200 });
  return reply.body.data;
}

/** The HMAC as the spec's manual check prints it, by a program that is not ours. */
export function opensslHmac(secret: string, bytes: Buffer): string {
  const printed = execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret], { input: bytes });
  return printed.toString().trim().split(/\s+/).at(-1) ?? '';
}

/** The gateway's own signature, its alias, and the Standard Webhooks trio, each by an independent verifier. */
export function isSigned(hook: Hook, secret: string): void {
  const signature = opensslHmac(secret, hook.bytes);
  expect(signature).toMatch(/^[0-9a-f]{64}$/);
  expect(hook.headers['x-gw-signature']).toBe(signature);
  expect(hook.headers['provider-w-signature']).toBe(signature);
  const trio = {
    'webhook-id': String(hook.headers['webhook-id']),
    'webhook-timestamp': String(hook.headers['webhook-timestamp']),
    'webhook-signature': String(hook.headers['webhook-signature']),
  };
  expect(new Webhook(secret).verify(hook.bytes, trio)).toEqual(hook.body);
}

export const shape = {
  /** UUIDv7. */
  id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
  time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  amount: expect.stringMatching(/^(0|[1-9]\d*)\.\d\d$/),
  day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  integer: expect.toSatisfy((value) => Number.isInteger(value), 'is a whole number'),
  text: expect.stringMatching(/\S/),
  /** contract-more.md §13. */
  receipt: expect.stringMatching(/\/r\/[\w-]{20,}$/),
};

/** Fields that Kaira answers and neither spec.md nor contract.md names; both allow additions. */
export const unnamedFields = {
  collection: { customer_name: expect.toBeOneOf([expect.any(String), null]) },
  status: { late: expect.any(Boolean), refunded_amount: expect.any(String) },
};

const railNames: Record<string, string> = {
  PROVIDER_W: 'Wallet W',
  PROVIDER_A: 'Wallet A',
  PROVIDER_C: 'Wallet C',
  PROVIDER_C_CARD: 'Card',
};

/** A rail as every answer names it, before anybody gave it another name; contract-more.md §19. */
export function named(provider: string): { provider: string; provider_name: string | undefined } {
  return { provider, provider_name: railNames[provider] };
}

const nameOf = (provider: unknown) =>
  railNames[String(provider)] ?? expect.toBeOneOf(Object.values(railNames));

/** The spec's Collection and the additive fields of contract.md §3; `facts` are the values that are known. */
export function collectionShape(facts: Record<string, unknown>): Record<string, unknown> {
  return {
    transaction_id: shape.id,
    client_reference: shape.text,
    amount: shape.amount,
    currency: 'GMD',
    status: 'PENDING',
    provider: expect.toBeOneOf([...providers]),
    provider_name: nameOf(facts.provider),
    redirect_url: null,
    next_action: null,
    created_at: shape.time,
    environment: 'SANDBOX',
    customer_mobile: null,
    expires_at: expect.toBeOneOf([shape.time, null]),
    metadata: {},
    receipt_url: facts.status === 'SUCCEEDED' ? shape.receipt : null,
    ...unnamedFields.collection,
    ...facts,
  };
}

/** What the status look-up of a collection answers. */
export function collectionStatusShape(facts: Record<string, unknown>): Record<string, unknown> {
  return collectionShape({
    type: 'collection',
    failure: null,
    attempts: expect.any(Array),
    refunds: [],
    updated_at: shape.time,
    completed_at: expect.toBeOneOf([shape.time, null]),
    ...unnamedFields.status,
    ...facts,
  });
}

/** What every answer about a payout carries; contract.md §4. */
export function payoutShape(facts: Record<string, unknown>): Record<string, unknown> {
  return {
    transaction_id: shape.id,
    client_reference: shape.text,
    type: 'payout',
    amount: shape.amount,
    currency: 'GMD',
    status: 'SUCCEEDED',
    provider: 'PROVIDER_W',
    provider_name: nameOf(facts.provider ?? 'PROVIDER_W'),
    recipient_mobile: shape.text,
    environment: 'SANDBOX',
    failure: null,
    reversal: null,
    metadata: {},
    created_at: shape.time,
    updated_at: shape.time,
    completed_at: expect.toBeOneOf([shape.time, null]),
    ...facts,
  };
}

/** The spec's error body, whole: nothing but a code, a message and, where the contract says so, details. */
export function isError(reply: Reply, status: number, code: string, details?: unknown): void {
  expect(reply.body, reply.text).toStrictEqual({
    status: 'error',
    error: {
      code,
      message: shape.text,
      ...((details !== undefined || reply.body?.error?.details !== undefined) && {
        details: details ?? expect.any(Object),
      }),
    },
  });
  expect(reply.status).toBe(status);
  expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
  expect(reply.headers.get('x-request-id')).toMatch(/\S/);
}

/** The flat body of 401 and 403. */
export function isRefused(reply: Reply, status: 401 | 403, code?: string): void {
  expect(reply.body, reply.text).toStrictEqual({
    error: status === 401 ? 'Unauthorized' : 'Forbidden',
    message: shape.text,
    ...(code !== undefined && { code }),
  });
  expect(reply.status).toBe(status);
  expect(reply.headers.get('x-request-id')).toMatch(/\S/);
  expect(reply.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
}

export function fieldPaths(reply: Reply): string[] {
  return reply.body.error.details.fields.map((each: Json) => each.path).sort();
}

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { type RailSimulator, type RailSimulatorOptions, startRailSimulator } from './server.ts';

// What the simulator's tests share: one that is closed with its test, callers of its rails, and a gateway's ear.

export const credentials = {
  RAIL_W_API_KEY: 'key-of-w',
  RAIL_W_NOTICE_SECRETS: 'secret-1-of-w,secret-2-of-w',
  RAIL_A_USERNAME: 'kaira',
  RAIL_A_MOBILE: '7000000',
  RAIL_A_PASSWORD: 'password-of-a',
  RAIL_C_API_KEY: 'key-of-c',
  RAIL_C_NOTICE_SECRETS: 'secret-of-c,older-secret-of-c',
  RAIL_C_CARD_MERCHANT_ID: 'KAIRA',
  RAIL_C_CARD_API_PASSWORD: 'password-of-card',
  RAIL_C_CARD_NOTICE_SECRETS: 'secret-of-card',
};

export interface Told {
  path: string;
  headers: Record<string, string>;
  raw: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into it freely.
  body: any;
}

export interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into it freely.
  body: any;
  text: string;
}

export async function simulate(options: RailSimulatorOptions = {}) {
  const simulator = await startRailSimulator({ credentials, float: '1000.00', ...options });
  onTestFinished(() => simulator.close());
  return { simulator, ...callersOf(simulator) };
}

/** Of PROVIDER_A's customer and payee. */
export const mobile = '7012345';

/** With a log-in at PROVIDER_A. */
export async function wallet(options: RailSimulatorOptions = {}) {
  const stage = await simulate(options);
  const login = await stage.call('POST', '/a/api/v1/login', {
    username: credentials.RAIL_A_USERNAME,
    mobile: credentials.RAIL_A_MOBILE,
    password: credentials.RAIL_A_PASSWORD,
    access_channel: 'API',
  });
  const authorization = `Bearer ${login.body.access_token}`;
  const a = (verb: string, body: object) =>
    stage.call('POST', `/a/api/v1/payment-gateway/wallet/${verb}`, body, { authorization });
  const lastCode = async () => (await stage.control(`/sms?mobile=+220${mobile}`)).body.code as string;
  const link = async (): Promise<string> => {
    const { request_token } = (await a('re-authorize-customer', { mobile })).body;
    const { authorized_token } = (await a('confirm-customer', { otp: await lastCode(), request_token })).body;
    return authorized_token;
  };
  return { ...stage, a, lastCode, link };
}

/** In a folder of its own that goes with the test. */
export function bookFile(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'kaira-rails-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'book.jsonl');
}

/** Takes notices; answers with the statuses in turn, then 200. */
export async function listenForNotices(...statuses: number[]) {
  const told: Told[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks).toString('utf8');
    told.push({
      path: request.url!,
      headers: request.headers as Record<string, string>,
      raw,
      body: JSON.parse(raw),
    });
    response.writeHead(statuses.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const heard = (count: number) =>
    vi.waitFor(() => expect(told.length).toBeGreaterThanOrEqual(count), { timeout: 4_000, interval: 10 });
  return { told, url, notify: `${url}/rails/{rail}/notify`, heard };
}

export function callersOf({ port }: RailSimulator) {
  const base = `http://127.0.0.1:${port}`;
  const call = async (
    method: string,
    address: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Reply> => {
    const response = await fetch(base + address, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(5_000),
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type') === 'application/json';
    return { status: response.status, text, body: isJson && text ? JSON.parse(text) : undefined };
  };
  const card = Buffer.from(`merchant.KAIRA:${credentials.RAIL_C_CARD_API_PASSWORD}`).toString('base64');
  return {
    base,
    call,
    w: (method: string, address: string, body?: object, headers?: Record<string, string>) =>
      call(method, `/w${address}`, body, { authorization: 'Bearer key-of-w', ...headers }),
    c: (method: string, address: string, body?: object, headers?: Record<string, string>) =>
      call(method, `/c${address}`, body, { authorization: 'Bearer key-of-c', ...headers }),
    card: (method: string, address: string, body?: object) =>
      call(method, `/card/api/rest/version/100/merchant/KAIRA${address}`, body, {
        authorization: `Basic ${card}`,
      }),
    control: (order: string, body?: object) => call(body ? 'POST' : 'GET', `/control${order}`, body),
    choose: (address: string, choice: string) =>
      fetch(base + new URL(address).pathname, {
        method: 'POST',
        body: new URLSearchParams({ choice }),
        redirect: 'manual',
      }),
  };
}

export function sessionBody(reference: string, amount = '150.00') {
  return {
    amount,
    currency: 'GMD',
    success_url: 'http://localhost:3000/ok',
    error_url: 'http://localhost:3000/error',
    client_reference: reference,
  };
}

export function payoutBody(reference: string, amount = '100.00') {
  return { currency: 'GMD', receive_amount: amount, mobile: '+2207012345', client_reference: reference };
}

export function intentBody(reference: string, more: object = {}) {
  return {
    data: {
      amount: '75.50',
      currency: 'GMD',
      return_url: 'http://localhost:3000/return',
      cancel_url: 'http://localhost:3000/cancel',
      metadata: { reference },
      ...more,
    },
  };
}

export function transferBody(reference: string, amount = '60.00') {
  return {
    amount,
    currency: 'GMD',
    network: 'wave',
    account_number: '+2207012345',
    beneficiary_name: 'A. Jallow',
    narration: 'Payout',
    metadata: { reference },
  };
}

export function orderBody(id: string, more: object = {}) {
  return {
    apiOperation: 'INITIATE_CHECKOUT',
    interaction: {
      operation: 'PURCHASE',
      returnUrl: 'http://localhost:3000/return?x=1',
      timeout: 600,
      merchant: { name: 'Kaira' },
    },
    order: { id, amount: '20.00', currency: 'GMD', ...more },
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { sqlClient } from '#db/client';
import { longTest } from '#e2e/setup/long-test';
import { freePort, startTestServer } from '#e2e/setup/server';
import { createApiKey } from '#lib/clients/create-client';
import { createEventParser } from '#scripts/event-source';
import {
  type Api,
  apiFor,
  type Hook,
  isError,
  isRefused,
  isSigned,
  type Json,
  newAccount,
  newEndpoint,
  send,
  settle,
  shape,
  startReceiver,
  until,
} from './support.ts';

const path = '/api/v1/events/stream';

interface Listener {
  response: Response;
  /** What has come so far, the open message first. */
  messages: { event: string; data: Json; lastEventId: string }[];
  text(): string;
  isOver(): boolean;
  message(index: number): Promise<Listener['messages'][number]>;
  hangUp(): void;
}

const listeners: Listener[] = [];

afterEach(() => {
  for (const each of listeners.splice(0)) each.hangUp();
});

/** Reads until it is cut after so many bytes, hung up or ended by the server. */
async function listen(
  api: Api,
  options: { query?: string; lastEventId?: string; bytes?: number; baseUrl?: string } = {},
): Promise<Listener> {
  const { query = '', lastEventId, bytes = Number.POSITIVE_INFINITY, baseUrl = inject('baseUrl') } = options;
  const caller = new AbortController();
  const response = await fetch(baseUrl + path + query, {
    headers: {
      authorization: `Bearer ${api.key}`,
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
    signal: caller.signal,
  });
  const messages: Listener['messages'] = [];
  const parser = createEventParser();
  let text = '';
  let isOver = false;
  const read = async () => {
    let left = bytes;
    for await (const chunk of response.body ?? []) {
      const part = chunk.subarray(0, left);
      left -= part.length;
      text += Buffer.from(part).toString();
      for (const each of parser.read(part)) messages.push({ ...each, data: JSON.parse(each.data) });
      if (left === 0) break;
    }
  };
  void read()
    .catch(() => {})
    .finally(() => {
      isOver = true;
      caller.abort();
    });
  const listener: Listener = {
    response,
    messages,
    text: () => text,
    isOver: () => isOver,
    message: (index) => until(`message ${index}`, () => messages[index]),
    hangUp: () => caller.abort(),
  };
  listeners.push(listener);
  return listener;
}

/** A message as the webhook that it stands for. */
function hookOf(data: Json): Hook {
  return {
    path: '',
    headers: data.headers,
    bytes: Buffer.from(data.body),
    body: JSON.parse(data.body),
    at: 0,
  };
}

describe('a message', () => {
  test('is a webhook: the same text and headers, signed with the secret that the open message tells', async () => {
    const account = await newAccount();
    const listener = await listen(account);
    expect(listener.response.status).toBe(200);
    expect(Object.fromEntries(listener.response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'x-request-id': shape.id,
    });
    const open = await listener.message(0);
    expect(open.event).toBe('open');
    expect(open.data).toEqual({ signing_secret: expect.any(String), cursor: open.lastEventId });
    expect(listener.text()).toMatch(/^retry: 2000\n/);

    const paid = await settle(account, '25.00');
    const { event, data } = await listener.message(1);
    expect(event).toBe('message');
    expect(data).toEqual({
      id: shape.id,
      event: 'payment.succeeded',
      created_at: shape.time,
      body: expect.any(String),
      headers: expect.objectContaining({
        'content-type': 'application/json',
        'x-gw-event': 'payment.succeeded',
        'x-gw-sandbox': 'true',
        'x-gw-event-id': data.id,
        'x-gw-delivery': data.id,
        'x-gw-attempt': '1',
      }),
    });
    expect(JSON.parse(data.body).data).toMatchObject({ id: paid.transaction_id, amount: '25.00' });
    isSigned(hookOf(data), open.data.signing_secret);
  });

  test('of an endpoint is the very webhook that the endpoint gets', async () => {
    const account = await newAccount();
    const receiver = await startReceiver();
    const endpoint = await newEndpoint(account, receiver.url(), { payload_form: 'legacy' });
    const listener = await listen(account, { query: `?endpoint_id=${endpoint.id}` });
    expect((await listener.message(0)).data.signing_secret).toBeNull();
    await settle(account, '30.00');
    const { data } = await listener.message(1);
    const hook = await receiver.next('the payment', () => true);
    expect(Buffer.from(data.body)).toEqual(hook.bytes);
    isSigned(hookOf(data), endpoint.secret);
    for (const name of ['x-gw-signature', 'x-gw-event-id', 'x-gw-delivery', 'webhook-id', 'user-agent']) {
      expect(data.headers[name], name).toBe(hook.headers[name]);
    }
    const stranger = await newAccount();
    isError(await stranger.get(`${path}?endpoint_id=${endpoint.id}`), 404, 'NOT_FOUND');
    const live = apiFor(await createApiKey(account.clientId, 'LIVE'));
    isError(await live.get(`${path}?endpoint_id=${endpoint.id}`), 404, 'NOT_FOUND');
    await receiver.stop();
  });

  test('comes once and in order to a reader who is cut anywhere and resumes, while 200 events happen', async () => {
    const account = await newAccount();
    const ids: string[] = [];
    let { lastEventId } = await (await listen(account)).message(0);
    const makers = Array.from({ length: 5 }, async () => {
      for (let count = 0; count < 40; count++) await settle(account, '25.00');
    });
    let cuts = 0;
    while (ids.length < 200) {
      const bytes = 300 + Math.floor(Math.random() * 20_000);
      const listener = await listen(account, { lastEventId, bytes });
      // The one before may still hold its place.
      if (listener.response.status === 429) await sleep(50);
      else expect(listener.response.status).toBe(200);
      await until(
        'the cut, or the last event',
        () => listener.isOver() || ids.length + listener.messages.length > 200 || undefined,
      );
      for (const message of listener.messages.splice(0)) {
        if (message.event === 'message') ids.push(message.data.id);
        lastEventId = message.lastEventId;
      }
      listener.hangUp();
      cuts++;
    }
    await Promise.all(makers);
    const written = await sqlClient()`
      select id from events where client_id = ${account.clientId} order by position, id`;
    expect(cuts).toBeGreaterThan(10);
    expect(ids).toEqual(written.map((row) => row.id));
  });

  test('is for its account and environment alone', async () => {
    const account = await newAccount();
    const live = apiFor(await createApiKey(account.clientId, 'LIVE'));
    const strangers = [await listen(live), await listen(await newAccount())];
    const own = await listen(account);
    await settle(account, '25.00');
    await own.message(1);
    // The same look that found it looked for them.
    await sleep(700);
    for (const stranger of strangers) expect(stranger.messages.map(({ event }) => event)).toEqual(['open']);
  });
});

describe('a request', () => {
  test('without a key is 401, with a scope that may not look is 403, and with nonsense 400', async () => {
    isRefused(await send('GET', inject('baseUrl') + path), 401);
    const payer = await newAccount({ scope: 'payouts' });
    isRefused(await payer.get(path), 403, 'SCOPE_MISSING');
    const account = await newAccount({ scope: 'read' });
    isError(await account.get(`${path}?cursor=x&since=y&events=z`), 400, 'VALIDATION_ERROR');
    isError(await account.get(path, { 'last-event-id': 'x' }), 400, 'VALIDATION_ERROR');
  });

  test('by HEAD has the headers, and holds nothing', async () => {
    const account = await newAccount();
    for (let count = 0; count < 6; count++) {
      const reply = await send('HEAD', inject('baseUrl') + path, {
        headers: { authorization: `Bearer ${account.key}` },
      });
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    }
  });

  test('for a fifth stream of an account is 429, until one is closed', async () => {
    const account = await newAccount();
    for (let count = 0; count < 4; count++) await (await listen(account)).message(0);
    const refused = await account.get(path);
    isError(refused, 429, 'RATE_LIMITED');
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    listeners[0]?.hangUp();
    await until('a place', async () => ((await listen(account)).response.status === 200 ? true : undefined));
  });
});

describe('a stream', () => {
  longTest(
    'has heartbeats, and ends when its caller may not listen any more',
    { timeout: 40_000 },
    async () => {
      const accounts = await Promise.all(Array.from({ length: 4 }, () => newAccount()));
      const opened = await Promise.all(accounts.map((account) => listen(account)));
      await Promise.all(opened.map((each) => each.message(0)));
      const [revoked, suspended, elsewhere] = accounts.map(({ clientId }) => clientId) as [
        string,
        string,
        string,
      ];
      await sqlClient()`update api_keys set revoked_at = now() where client_id = ${revoked}`;
      await sqlClient()`update clients set status = 'SUSPENDED' where id = ${suspended}`;
      await sqlClient()`update clients set ip_allowlist = '{203.0.113.0/24}' where id = ${elsewhere}`;
      const isDone = () => opened.slice(0, 3).every((each) => each.isOver()) || undefined;
      await until('the ends', isDone, 20_000);
      const refusals = await Promise.all(accounts.slice(0, 3).map((account) => account.get(path)));
      expect(refusals.map(({ status }) => status)).toEqual([401, 403, 403]);

      const patient = opened[3] as Listener;
      await until('a heartbeat', () => patient.text().endsWith('\n\n: heartbeat\n\n') || undefined, 20_000);
      await settle(accounts[3] as Api, '25.00');
      expect((await patient.message(1)).event).toBe('message');
    },
  );

  test('ends at once when its server stops, and goes on at the next', async () => {
    const port = await freePort();
    const environment = {
      PORT: String(port),
      DATABASE_URL: inject('databaseUrl'),
      KAIRA_SECRET: inject('kairaSecret'),
      KAIRA_WORKER: 'off',
    };
    const baseUrl = `http://127.0.0.1:${port}`;
    const account = await newAccount();
    const server = await startTestServer(inject('postgresUrl'), environment);
    const listener = await listen(account, { baseUrl });
    const open = await listener.message(0);
    await Promise.all([
      server.stop(),
      until('the stream is over', () => listener.isOver() || undefined, 5_000),
    ]);
    await settle(account, '25.00');
    const next = await listen(account, { lastEventId: open.lastEventId });
    expect((await next.message(0)).data.signing_secret).toBe(open.data.signing_secret);
    expect((await next.message(1)).data.event).toBe('payment.succeeded');
  });
});

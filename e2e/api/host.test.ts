import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { sqlClient } from '#db/client';
import { freePort, startTestServer, type TestServer } from '#e2e/setup/server';
import { superuserSql } from '#e2e/setup/test-database';
import {
  apiFor,
  balanceOf,
  collectionBody,
  fund,
  isError,
  isRefused,
  lookUp,
  newAccount,
  payoutBody,
  send,
  settle,
  until,
} from './support.ts';

const url = (path: string) => inject('baseUrl') + path;
/** Another server on the database of this test run. */
const sameDatabase = () => ({ DATABASE_URL: inject('databaseUrl'), KAIRA_SECRET: inject('kairaSecret') });

describe('probes', () => {
  test('/healthz and /readyz answer 200 in JSON without a key', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const reply = await send('GET', url(path));
      expect(reply.status).toBe(200);
      expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
      expect(reply.body).toEqual(expect.any(Object));
      expect(reply.headers.get('x-request-id')).toMatch(/\S/);
    }
  });

  test('/metrics is for this machine when no token is set', async () => {
    const reply = await send('GET', url('/metrics'));
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(reply.text).toMatch(/^# HELP /m);
  });
});

describe('paths', async () => {
  const api = await newAccount();

  test.each([
    '/api',
    '/api/',
    '/api/v1',
    '/api/v1/',
    '/api/v2/client/balance',
    '/api/v1/client',
    '/api/v1/client/balance/',
    '/api/v1/client//balance',
    '/api/v1/Client/Balance',
    '/api/client/profile/',
    '/api/v1/client/profile',
    '/api/v1/collections/status/',
    '/api/v1/collections/status/a/b',
    '/api/v1/collections/initiate/',
    '/auth/nothing',
    '/auth/',
  ])('%s is a JSON 404, with a key and without, never a redirect or a page', async (path) => {
    isError(await api.get(path), 404, 'NOT_FOUND');
    isError(await send('GET', url(path)), 404, 'NOT_FOUND');
    isError(await api.post(path, {}), 404, 'NOT_FOUND');
  });

  test.each([
    ['GET', '/api/v1/collections/initiate', ['POST']],
    ['PUT', '/api/v1/collections/initiate', ['POST']],
    ['DELETE', '/api/v1/payouts/initiate', ['POST']],
    ['POST', '/api/v1/client/balance', ['GET']],
    ['PATCH', '/api/v1/client/transactions', ['GET']],
    ['POST', '/api/v1/collections/status/x', ['GET']],
    ['POST', '/api/client/profile', ['GET']],
    ['DELETE', '/api/v1/sandbox/rail-floats', ['GET', 'POST']],
    ['PUT', '/api/v1/webhook-endpoints/x', ['GET', 'PATCH', 'DELETE']],
  ])('%s %s is a JSON 405 that says what is allowed', async (method, path, allowed) => {
    for (const headers of [{ authorization: `Bearer ${api.key}` }, {}]) {
      const reply = await send(method, url(path), { headers });
      isError(reply, 405, 'METHOD_NOT_ALLOWED');
      const allow = (reply.headers.get('allow') ?? '').split(',').map((each) => each.trim());
      expect(allow.filter((each) => each !== 'HEAD' && each !== 'OPTIONS').sort()).toEqual(
        [...allowed].sort(),
      );
    }
  });

  test('HEAD is GET without a body', async () => {
    const headers = { authorization: `Bearer ${api.key}` };
    for (const path of ['/api/v1/client/balance', '/api/client/profile', '/healthz']) {
      const reply = await send('HEAD', url(path), { headers });
      expect(reply.status).toBe(200);
      expect(reply.text).toBe('');
      expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
      expect(reply.headers.get('x-request-id')).toMatch(/\S/);
    }
    expect((await send('HEAD', url('/api/v1/client/balance'))).status).toBe(401);
    expect((await send('HEAD', url('/api/v1/nothing'), { headers })).status).toBe(404);
  });

  test('every answer has a request id of its own', async () => {
    const replies = await Promise.all(
      ['/healthz', '/api/nothing', '/api/v1/client/balance', '/api/client/profile'].flatMap((path) => [
        api.get(path),
        send('GET', url(path)),
      ]),
    );
    const ids = replies.map((each) => each.headers.get('x-request-id'));
    expect(new Set(ids).size).toBe(8);
    expect(ids).not.toContain(null);
  });

  test('what is no HTTP is refused, and the server lives on', async () => {
    const { hostname, port } = new URL(inject('baseUrl'));
    const socket = connect(Number(port), hostname);
    socket.end('this is not HTTP\r\n\r\n');
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 400 /);
    expect((await send('GET', url('/healthz'))).status).toBe(200);
  });
});

describe('a connection that wants something else than HTTP/1.1 requests', () => {
  /** What a socket is answered, and that it does not stay open, within `withinMs`. */
  async function ended(bytes: string, withinMs: number): Promise<string> {
    const { hostname, port } = new URL(inject('baseUrl'));
    const socket = connect(Number(port), hostname);
    const timer = setTimeout(() => socket.destroy(new Error(`still open after ${withinMs} ms`)), withinMs);
    if (bytes) socket.write(bytes);
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk);
    clearTimeout(timer);
    return Buffer.concat(chunks).toString();
  }

  const upgrade = (path: string, protocol: string) =>
    `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: Upgrade, close\r\nupgrade: ${protocol}\r\n` +
    'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n';

  test.each([
    ['/docs/quick-start', 'websocket', 200],
    ['/nothing-is-here', 'websocket', 404],
    ['/_next/webpack-hmr', 'websocket', 404],
    ['/api/v1/client/balance', 'websocket', 401],
    ['/healthz', 'h2c', 200],
    ['/login', 'something', 200],
  ])('%s with Upgrade: %s is answered as without it, and let go', async (path, protocol, status) => {
    expect(await ended(upgrade(path, protocol), 5_000)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  test('CONNECT is refused at once', async () => {
    const asked = 'CONNECT example.com:443 HTTP/1.1\r\nhost: example.com:443\r\n\r\n';
    expect(await ended(asked, 2_000)).toMatch(/^HTTP\/1\.1 400 (.|\n|\r)*VALIDATION_ERROR/);
  });

  test.each([
    ['says nothing', ''],
    ['never finishes its headers', 'GET /docs HTTP/1.1\r\nhost: x\r\nx-a: '],
    ['never sends the body of a page', 'POST /login HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nab'],
  ])('who %s loses the connection', async (_what, bytes) => {
    await ended(bytes, 20_000);
  });
});

test('a page has a policy that names a nonce of its own, and its scripts carry that one', async () => {
  // What a request says under these names is not believed.
  const headers = { 'content-security-policy': "script-src 'nonce-mine'", 'x-nonce': 'mine', host: 'x' };
  const nonces = await Promise.all(
    ['/', '/docs/quick-start', '/nothing-is-here'].map(async (path) => {
      const reply = await send('GET', url(path), { headers });
      const policy = reply.headers.get('content-security-policy') ?? '';
      const [, nonce = ''] = /script-src 'self' 'nonce-([^']+)'(;|$)/.exec(policy) ?? [];
      expect(nonce, path).toMatch(/^[A-Za-z0-9+/]{22}==$/);
      const scripts = reply.text.match(/<script[^>]*>/g) ?? [];
      expect(scripts.length, path).toBeGreaterThan(0);
      for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
      expect(reply.text).not.toContain('mine"');
      return nonce;
    }),
  );
  expect(new Set(nonces).size).toBe(3);
});

describe('behind a proxy, with a metrics token', () => {
  const token = 'a token for the metrics, long enough';
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(inject('postgresUrl'), {
      ...sameDatabase(),
      KAIRA_WORKER: 'off',
      METRICS_TOKEN: token,
      TRUST_PROXY: '1',
      BASE_URL: 'https://pay.example.com',
    });
  });
  afterAll(() => server.stop());

  test.each([
    '/',
    '/login?next=%2Fdashboard',
    '/docs/quick-start',
    '/docs/webhooks.md',
    '/dashboard/live',
    '/admin',
    '/checkout/019aa0f0-0000-7000-8000-000000000001',
    '/llms.txt',
    '/nothing-is-here',
    '//evil.example/x',
  ])('%s over plain http leads to the same page of this site over https', async (path) => {
    const from = {
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-host': 'evil.example',
      host: 'evil.example',
    };
    for (const method of ['GET', 'HEAD']) {
      const reply = await send(method, server.baseUrl + path, {
        headers: { ...from, 'x-forwarded-proto': 'http' },
      });
      expect(reply.status, path).toBe(308);
      expect(reply.headers.get('location')).toBe(`https://pay.example.com${path}`);
      expect(reply.text).toBe('');
    }
    const https = { ...from, 'x-forwarded-proto': 'https' };
    const served = await send('GET', server.baseUrl + path, { headers: https });
    expect(served.status).not.toBe(308);
    // What the proxy says nothing of would be sent round for ever.
    isRefused(await send('GET', server.baseUrl + path, { headers: from }), 403, 'HTTPS_REQUIRED');
    isRefused(
      await send('POST', server.baseUrl + path, {
        headers: { ...from, 'x-forwarded-proto': 'http' },
        body: '{}',
      }),
      403,
      'HTTPS_REQUIRED',
    );
  });

  test('probes are answered over plain http, from within', async () => {
    expect((await send('GET', `${server.baseUrl}/healthz`)).status).toBe(200);
    expect((await send('GET', `${server.baseUrl}/readyz`)).status).toBe(200);
  });

  test('/metrics is a 404 without the token or with another one', async () => {
    const path = `${server.baseUrl}/metrics`;
    isError(await send('GET', path), 404, 'NOT_FOUND');
    isError(
      await send('GET', path, { headers: { authorization: 'Bearer something else' } }),
      404,
      'NOT_FOUND',
    );
    isError(await send('GET', path, { headers: { authorization: token } }), 404, 'NOT_FOUND');
    const reply = await send('GET', path, { headers: { authorization: `Bearer ${token}` } });
    expect(reply.status).toBe(200);
    expect(reply.text).toMatch(/^# HELP /m);
  });

  test('a request that did not come over https is 403 HTTPS_REQUIRED; over https it is served, with HSTS', async () => {
    const { key } = await newAccount();
    const api = apiFor(key, server.baseUrl);
    const from = { 'x-forwarded-for': '203.0.113.7' };
    isRefused(await api.get('/api/client/profile', from), 403, 'HTTPS_REQUIRED');
    isRefused(
      await api.get('/api/client/profile', { ...from, 'x-forwarded-proto': 'http' }),
      403,
      'HTTPS_REQUIRED',
    );
    const served = await api.get('/api/client/profile', { ...from, 'x-forwarded-proto': 'https' });
    expect(served.status, served.text).toBe(200);
    expect(served.headers.get('strict-transport-security')).toMatch(/max-age=\d+/);
  });

  test("the caller's address is the one that the proxy appended, not one that the caller made up", async () => {
    const account = await newAccount();
    await sqlClient()`update clients set ip_allowlist = array['203.0.113.0/24'] where id = ${account.clientId}`;
    const api = apiFor(account.key, server.baseUrl, { 'x-forwarded-proto': 'https' });
    const from = (chain: string) => api.get('/api/client/profile', { 'x-forwarded-for': chain });
    expect((await from('203.0.113.7')).status).toBe(200);
    expect((await from('198.51.100.1, 203.0.113.7')).status).toBe(200);
    isRefused(await from('203.0.113.7, 198.51.100.1'), 403, 'IP_NOT_ALLOWED');
    isRefused(await api.get('/api/client/profile'), 403, 'IP_NOT_ALLOWED');
  });
});

describe('when the database is away', () => {
  let server: TestServer;
  let database: Gate;
  beforeAll(async () => {
    database = await gateTo(inject('databaseUrl'));
    server = await startTestServer(inject('postgresUrl'), {
      ...sameDatabase(),
      DATABASE_URL: database.url,
      KAIRA_WORKER: 'off',
    });
  });
  afterAll(async () => {
    await server.stop();
    await database.close();
  });

  test('every request is 503 SERVICE_UNAVAILABLE with Retry-After, never 500; afterwards all is well again', async () => {
    const account = await newAccount();
    const stranger = await newAccount();
    const api = apiFor(account.key, server.baseUrl);
    const before = collectionBody();
    expect((await api.post('/api/v1/collections/initiate', before)).status).toBe(200);

    await database.close();
    const during = collectionBody();
    const replies = await Promise.all([
      api.post('/api/v1/collections/initiate', during),
      api.post('/api/v1/payouts/initiate', payoutBody()),
      api.get(`/api/v1/collections/status/${before.client_reference}`),
      api.get('/api/v1/client/balance'),
      api.get('/api/v1/client/transactions'),
      api.post('/api/v1/collections/initiate', during, { 'Idempotency-Key': 'while it is away' }),
      apiFor(stranger.key, server.baseUrl).get('/api/client/profile'),
    ]);
    for (const reply of replies) {
      isError(reply, 503, 'SERVICE_UNAVAILABLE', { request_id: reply.headers.get('x-request-id') });
      expect(reply.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    }
    expect((await send('GET', `${server.baseUrl}/healthz`)).status).toBe(200);
    expect((await send('GET', `${server.baseUrl}/readyz`)).status).toBe(503);

    await database.open();
    await until('the server is ready again', async () => {
      const { status } = await send('GET', `${server.baseUrl}/readyz`);
      return status === 200 ? true : undefined;
    });
    const again = await until('the request is served', async () => {
      const reply = await api.post('/api/v1/collections/initiate', during);
      return reply.status === 503 ? undefined : reply;
    });
    expect(again.status, again.text).toBe(200);
    expect(again.headers.get('idempotent-replayed')).toBeNull();
    expect((await lookUp(api, 'collections', during.client_reference)).attempts).toHaveLength(1);
  });
});

describe('on SIGTERM', () => {
  test('requests in flight are answered, what was answered stands, and no new one is taken', async () => {
    const server = await startTestServer(inject('postgresUrl'), sameDatabase());
    const account = await newAccount({ commissionBps: 0 });
    await settle(account, '90.00');
    await fund(account, '90.00');
    const there = apiFor(account.key, server.baseUrl);
    const bodies = Array.from({ length: 10 }, () => payoutBody({ amount: '1.00' }));

    // The account's rows are held, so that the payouts stand still in the middle of their work.
    const holder = await superuserSql().reserve();
    const [backend] = await holder`select pg_backend_pid() as pid`;
    await holder`begin`;
    await holder`select from accounts where client_id = ${account.clientId} for update`;
    const answers = Promise.all(bodies.map((body) => there.post('/api/v1/payouts/initiate', body)));
    // One waits for the row, and the others for their turn behind it.
    await Promise.all([
      until('all ten are under way', async () => {
        const { text } = await send('GET', `${server.baseUrl}/metrics`);
        const [, count] = /^kaira_http_requests_in_flight (\d+)/m.exec(text) ?? [];
        return Number(count) > bodies.length ? true : undefined;
      }),
      until('one waits for the row', async () => {
        const [row] = await sqlClient()`
          select count(*)::int as waiting from pg_stat_activity where ${backend?.pid}::int = any (pg_blocking_pids(pid))`;
        return row?.waiting > 0 ? true : undefined;
      }),
    ]);
    const stopped = server.stop();
    await until('no new connection is taken', async () => {
      const taken = await send('GET', `${server.baseUrl}/healthz`, {
        headers: { connection: 'close' },
      }).catch(() => undefined);
      return taken === undefined ? true : undefined;
    });
    await holder`commit`;
    holder.release();

    const replies = await answers;
    expect(replies.map((each) => each.status)).toEqual(Array(10).fill(200));
    await stopped;
    for (const body of bodies) {
      expect((await lookUp(account, 'payouts', body.client_reference)).status).toBe('SUCCEEDED');
    }
    expect(await balanceOf(account)).toMatchObject({ total_paid_out_gmd: '10.00', total_payouts: 10 });
  });
});

describe('on SIGTERM in production', () => {
  test('readiness turns red first, and requests are still served until the load balancer has seen it', async () => {
    const server = await startTestServer(inject('postgresUrl'), {
      ...sameDatabase(),
      KAIRA_MODE: 'production',
      WEBHOOK_ALLOW_PRIVATE: '0',
      // It would refuse to deliver to the receivers of the other files.
      KAIRA_WORKER: 'off',
    });
    const account = await newAccount();
    const there = apiFor(account.key, server.baseUrl);
    expect((await send('GET', `${server.baseUrl}/readyz`)).status).toBe(200);
    const stopped = server.stop();
    await until('readiness is red', async () => {
      const { status } = await send('GET', `${server.baseUrl}/readyz`);
      return status === 503 ? true : undefined;
    });
    const body = collectionBody();
    const served = await there.post('/api/v1/collections/initiate', body);
    expect(served.status, served.text).toBe(200);
    expect((await send('GET', `${server.baseUrl}/healthz`)).status).toBe(200);
    await stopped;
    await expect(send('GET', `${server.baseUrl}/healthz`)).rejects.toThrow();
    expect((await lookUp(account, 'collections', body.client_reference)).status).toBe('PENDING');
  });
});

interface Gate {
  url: string;
  open(): Promise<void>;
  /** Breaks every connection and refuses new ones, as a database that has stopped. */
  close(): Promise<void>;
}

/** A way to the database that can be shut. */
async function gateTo(databaseUrl: string): Promise<Gate> {
  const target = new URL(databaseUrl);
  const through = new URL(databaseUrl);
  const port = await freePort();
  through.host = `127.0.0.1:${port}`;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  };
  const gate = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    keep(near);
    keep(far);
    near.pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  const open = async () => {
    gate.listen(port, '127.0.0.1');
    await once(gate, 'listening');
  };
  await open();
  return {
    url: through.href,
    open,
    close: async () => {
      if (!gate.listening) return;
      const closed = once(gate, 'close');
      gate.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

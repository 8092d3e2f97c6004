import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createWebhookSender, type SendResult, type WebhookSender } from './send.ts';
import { resolvePublicUrlFault } from './url-guard.ts';

type SenderOptions = Parameters<typeof createWebhookSender>[0];

const body = '{"event":"payment.succeeded","data":{"customer":"Fatou – Bakau ✓"}}';
const headers = { 'content-type': 'application/json', 'X-Gw-Event': 'payment.succeeded' };
const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

describe('what is sent', () => {
  test('is the exact bytes, the headers given, a Host, and no offer to inflate anything', async () => {
    let seen:
      | { method?: string; url?: string; headers: IncomingMessage['headers']; body: Buffer }
      | undefined;
    const url = await serve(async (request, response) => {
      const chunks = await request.toArray();
      seen = {
        method: request.method!,
        url: request.url!,
        headers: request.headers,
        body: Buffer.concat(chunks),
      };
      response.end('thanks');
    });

    const result = await send(`${url}/hook?shop=1&q=a%20b`);

    expect(result).toEqual({
      outcome: 'delivered',
      status: 200,
      address: '127.0.0.1',
      latencyMs: expect.any(Number),
      responseExcerpt: 'thanks',
      retryAfterSeconds: null,
      error: null,
    });
    expect(seen?.method).toBe('POST');
    expect(seen?.url).toBe('/hook?shop=1&q=a%20b');
    expect(seen?.body).toEqual(Buffer.from(body));
    expect(seen?.headers).toMatchObject({
      host: new URL(url).host,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'x-gw-event': 'payment.succeeded',
      'accept-encoding': 'identity',
    });
  });

  test('goes straight to the endpoint whatever proxy the environment names', async () => {
    vi.stubEnv('HTTP_PROXY', 'http://127.0.0.1:1');
    vi.stubEnv('http_proxy', 'http://127.0.0.1:1');
    try {
      expect(await send(await serve((_request, response) => response.end()))).toMatchObject({ status: 200 });
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

describe('the outcome', () => {
  test.each([200, 201, 202, 204, 299])('%i is delivered', async (status) => {
    const url = await serve((_request, response) => response.writeHead(status).end());
    expect(await send(url)).toMatchObject({
      outcome: 'delivered',
      status,
      error: null,
      responseExcerpt: null,
    });
  });

  test('410 is gone', async () => {
    const url = await serve((_request, response) => response.writeHead(410).end('bye'));
    expect(await send(url)).toMatchObject({ outcome: 'gone', status: 410, responseExcerpt: 'bye' });
  });

  test.each([400, 401, 404, 429, 500, 503])('%i is failed', async (status) => {
    const url = await serve((_request, response) => response.writeHead(status).end('no'));
    expect(await send(url)).toMatchObject({
      outcome: 'failed',
      status,
      error: `The endpoint answered ${status}`,
    });
  });

  test.each([301, 302, 303, 307, 308])(
    '%i is failed and its target is never asked (case 81)',
    async (status) => {
      const target = vi.fn<RequestListener>((_request, response) => response.end());
      const location = await serve(target);
      const url = await serve((_request, response) => response.writeHead(status, { location }).end());
      const error = `Redirects are not followed (${status})`;
      expect(await send(url)).toMatchObject({ outcome: 'failed', status, error });
      expect(target).not.toHaveBeenCalled();
    },
  );

  test('interim answers before a 2xx do no harm, without end they fail', async () => {
    const hinting = await serveTcp((socket) => {
      socket.end(
        `${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(3)}HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok`,
      );
    });
    expect(await send(hinting)).toMatchObject({ outcome: 'delivered', status: 200 });
    const endless = await serveTcp((socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'));
    expect(await send(endless)).toMatchObject({
      status: null,
      error: 'The endpoint sends interim answers only',
    });
  });
});

describe('Retry-After', () => {
  const nowMs = Date.parse('2025-11-20T12:00:00Z');

  test.each([
    ['120', 120],
    ['0', 0],
    ['86400', 3_600],
    ['99999999999999999999999', 3_600],
    ['Thu, 20 Nov 2025 12:01:30 GMT', 90],
    ['Thu, 20 Nov 2025 11:00:00 GMT', 0],
    ['Fri, 21 Nov 2025 12:00:00 GMT', 3_600],
    ['-5', null],
    ['1.5', null],
    ['soon', null],
    ['', null],
    ['Xxx, 99 Yyy 2025 99:99:99 GMT', null],
    ['2025-11-20', null],
  ])('%s', async (value, seconds) => {
    const url = await serve((_request, response) => response.writeHead(500, { 'retry-after': value }).end());
    const result = await send(url, { now: () => nowMs });
    expect(result).toMatchObject({ outcome: 'failed', status: 500, retryAfterSeconds: seconds });
  });

  test('says nothing on an answer that delivered', async () => {
    const url = await serve((_request, response) => response.writeHead(200, { 'retry-after': '60' }).end());
    expect(await send(url)).toMatchObject({ outcome: 'delivered', retryAfterSeconds: null });
  });
});

describe('the excerpt', () => {
  test('is at most 2 KB, and no character is cut in two', async () => {
    const url = await serve((_request, response) => response.end(`a${'✓'.repeat(2_000)}`));
    const { responseExcerpt } = await send(url);
    expect(responseExcerpt).toBe(`a${'✓'.repeat(682)}`);
  });

  test('is text that Postgres can store, whatever bytes come', async () => {
    const bytes = Buffer.from([0, 65, 0xff, 0xed, 0xa0, 0x80, 0xc0, 0x80, 0, 66]);
    const url = await serve((_request, response) => response.end(bytes));
    const { responseExcerpt } = await send(url);
    expect(responseExcerpt).toMatch(/^A\ufffd+B$/);
    expect(responseExcerpt?.isWellFormed()).toBe(true);
  });

  test('of a gzip bomb is its first bytes: nothing is inflated (case 84)', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    });
    const result = await send(url);
    expect(result.outcome).toBe('delivered');
    expect(result.responseExcerpt).toMatch(/^.\ufffd/s);
    expect(result.responseExcerpt?.length).toBeLessThanOrEqual(2_048);
  });
});

describe('an endpoint that wastes our time (case 84)', () => {
  test('an endless body is cut at 64 KB: a 2xx stays delivered, and the connection is closed', async () => {
    let sentBytes = 0;
    const closed = Promise.withResolvers<void>();
    const url = await serve((_request, response) => {
      response.on('close', closed.resolve);
      const chunk = Buffer.alloc(16_384, 'x');
      const write = () => {
        while (!response.destroyed && response.write(chunk)) sentBytes += chunk.length;
      };
      response.on('drain', write);
      write();
    });
    const startedAt = performance.now();
    const result = await send(url);
    await closed.promise;
    expect(result).toMatchObject({ outcome: 'delivered', status: 200, error: null });
    expect(result.responseExcerpt).toBe('x'.repeat(2_048));
    expect(performance.now() - startedAt).toBeLessThan(2_500);
    expect(sentBytes).toBeLessThan(50_000_000);
  });

  test('an endless body of a 500 is failed', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(500);
      response.write(Buffer.alloc(100_000, 'x'));
    });
    expect(await send(url)).toMatchObject({
      outcome: 'failed',
      status: 500,
      error: 'The endpoint answered 500',
    });
  });

  test('a 2xx whose body drips is delivered, and let go at the total deadline', async () => {
    const closed = Promise.withResolvers<void>();
    const url = await serve((_request, response) => {
      response.on('close', closed.resolve);
      response.writeHead(200).write('a');
      drip(response.socket!, '1\r\nb\r\n');
    });
    const startedAt = performance.now();
    const result = await send(url, { totalTimeoutMs: 1_000 });
    const lastedMs = performance.now() - startedAt;
    await closed.promise;
    expect(result).toMatchObject({ outcome: 'delivered', status: 200 });
    expect(result.responseExcerpt).toMatch(/^ab+$/);
    expect(result.latencyMs).toBeLessThan(990);
    expect(lastedMs).toBeGreaterThanOrEqual(995);
    expect(lastedMs).toBeLessThan(2_500);
  });

  test.each([
    ['headers that drip', (socket: Socket) => void drip(socket, 'a', 'HTTP/1.1 200 OK\r\nx-slow: ')],
    ['a status line that drips', (socket: Socket) => void drip(socket, 'a', 'HTTP/1.1 200 ')],
    ['silence', () => {}],
  ])('%s ends at the total deadline', async (_name, answer) => {
    const startedAt = performance.now();
    const result = await send(await serveTcp(answer), { totalTimeoutMs: 1_000 });
    expect(result).toMatchObject({
      outcome: 'failed',
      status: null,
      address: '127.0.0.1',
      error: 'No answer came within 1 s',
    });
    expect(performance.now() - startedAt).toBeLessThan(2_500);
  });

  test('silence ends earlier at the headers deadline', async () => {
    const result = await send(await serveTcp(() => {}), { headersTimeoutMs: 200, totalTimeoutMs: 5_000 });
    expect(result).toMatchObject({ outcome: 'failed', status: null, error: 'No answer came in time' });
    expect(result.latencyMs).toBeLessThan(2_000);
  });

  test.each([
    ['one of 1 MB', `x-big: ${'a'.repeat(1_000_000)}\r\n`],
    ['50,000 small ones', 'x-a: b\r\n'.repeat(50_000)],
    ['one name of 1 MB', `${'a'.repeat(1_000_000)}: b\r\n`],
  ])('headers over 16 KB are refused: %s', async (_name, lines) => {
    const url = await serveTcp((socket) =>
      socket.write(`HTTP/1.1 200 OK\r\n${lines}content-length: 0\r\n\r\n`),
    );
    const error = 'The response headers are longer than 16 KB';
    expect(await send(url)).toMatchObject({ outcome: 'failed', status: null, error });
  });

  test('a look-up that never ends is given up at the total deadline', async () => {
    const lookup = () => new Promise<string[]>(() => {});
    const result = await send('http://merchant.test:4000/', { lookup, totalTimeoutMs: 200 });
    expect(result).toMatchObject({ address: null, error: 'No connection was made within 0.2 s' });
  });

  test('a TLS handshake that never ends is given up at the connect deadline', async () => {
    const url = (await serveTcp(() => {})).replace('http:', 'https:');
    const result = await send(url, { connectTimeoutMs: 200, totalTimeoutMs: 8_000 });
    expect(result).toMatchObject({ address: null, error: 'No connection was made within 0.2 s' });
    expect(result.latencyMs).toBeLessThan(3_000);
  });

  test('a request that is given up while its connection is made is never sent', async () => {
    const requests = vi.fn<RequestListener>((_request, response) => response.end());
    const server = createServer(requests);
    const closed = Promise.withResolvers<void>();
    server.on('connection', (socket) => socket.on('close', closed.resolve));
    const { port } = await listen(server);
    const resolved = Promise.withResolvers<string[]>();
    const sender = makeSender({ lookup: () => resolved.promise, totalTimeoutMs: 50 });
    const result = await sender.send({ url: `http://merchant.test:${port}/`, headers, body });
    expect(result).toMatchObject({ address: null, error: 'No connection was made within 0.05 s' });
    resolved.resolve(['127.0.0.1']);
    await closed.promise;
    expect(requests).not.toHaveBeenCalled();
  });

  test('a dead endpoint does not delay another one', async () => {
    const dead = await serveTcp(() => {});
    const live = await serve((_request, response) => response.end());
    const sender = makeSender({ totalTimeoutMs: 2_000 });
    const waiting = Array.from({ length: 50 }, () => sender.send({ url: dead, headers, body }));
    const result = await sender.send({ url: live, headers, body });
    expect(result.outcome).toBe('delivered');
    // Behind one of them it would be as late as they are.
    expect(result.latencyMs).toBeLessThan(2_000);
    const outcomes = (await Promise.all(waiting)).map(({ outcome }) => outcome);
    expect(new Set(outcomes)).toEqual(new Set(['failed']));
  });
});

describe('an endpoint that breaks', () => {
  test('refused', async () => {
    const url = await serve(() => {});
    await closers.pop()?.();
    const error = 'The connection was refused';
    expect(await send(url)).toMatchObject({ outcome: 'failed', status: null, address: null, error });
  });

  test('reset or closed before the answer', async () => {
    const error = 'The connection was closed before an answer came';
    let connections = 0;
    const reset = await serveTcp((socket) => {
      connections += 1;
      socket.once('data', () => socket.resetAndDestroy());
    });
    expect(await send(reset)).toMatchObject({ outcome: 'failed', status: null, address: '127.0.0.1', error });
    expect(connections).toBe(1);
    const closed = await serveTcp((socket) => socket.once('data', () => socket.end()));
    expect(await send(closed)).toMatchObject({ outcome: 'failed', status: null, error });
  });

  test('reset within the body: the status stands', async () => {
    for (const [status, outcome] of [[200, 'delivered'] as const, [500, 'failed'] as const]) {
      const url = await serve((_request, response) => {
        response.writeHead(status, { 'content-length': '1000' });
        response.write('half', () => response.socket?.resetAndDestroy());
      });
      expect(await send(url)).toMatchObject({ outcome, status });
    }
  });

  test.each([
    ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['a status of two digits', 'HTTP/1.1 20 OK\r\n\r\n'],
    [
      'both a length and chunks',
      'HTTP/1.1 200 OK\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\nabc',
    ],
  ])('%s', async (_name, answer) => {
    const url = await serveTcp((socket) => socket.write(answer));
    const error = 'The answer is not valid HTTP';
    expect(await send(url)).toMatchObject({ outcome: 'failed', status: null, error });
  });

  test('an unasked upgrade', async () => {
    const url = await serveTcp((socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    );
    expect(await send(url)).toMatchObject({ outcome: 'failed', status: null });
  });

  test('a name that does not resolve', async () => {
    const lookup = async () => Promise.reject(new Error('queryA ENOTFOUND'));
    const error = 'The name merchant.test does not resolve';
    expect(await send('http://merchant.test/', { lookup })).toMatchObject({
      status: null,
      address: null,
      error,
    });
    expect(await send('http://merchant.test/', { lookup: async () => [] })).toMatchObject({ error });
  });

  test('a header that HTTP cannot carry fails and does not throw', async () => {
    const url = await serve((_request, response) => response.end());
    const sender = makeSender();
    const broken = { 'x-broken': 'a\r\nb: c' };
    expect(await sender.send({ url, headers: broken, body })).toMatchObject({
      outcome: 'failed',
      status: null,
    });
    expect(await sender.send({ url, headers, body })).toMatchObject({ outcome: 'delivered' });
  });
});

describe('connections', () => {
  test('are as many as there are requests under way, so that none waits for another to the same host', async () => {
    const sockets = new Set<Socket>();
    const allowed = Promise.withResolvers<void>();
    const url = await serve(async (request, response) => {
      sockets.add(request.socket);
      await allowed.promise;
      response.end();
    });
    const sender = makeSender();
    const sending = Array.from({ length: 12 }, () => sender.send({ url, headers, body }));
    await vi.waitUntil(() => sockets.size === 12, { timeout: 5_000 });
    allowed.resolve();
    const outcomes = (await Promise.all(sending)).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(Array(12).fill('delivered'));
  });

  test('are kept and reused, and the name is looked up once for each', async () => {
    const sockets = new Set<Socket>();
    const lookup = vi.fn(async () => ['127.0.0.1']);
    const url = await serve((request, response) => {
      sockets.add(request.socket);
      response.end();
    });
    const sender = makeSender({ lookup });
    const { port } = new URL(url);
    for (let round = 0; round < 5; round += 1) {
      const result = await sender.send({ url: `http://merchant.test:${port}/`, headers, body });
      expect(result).toMatchObject({ outcome: 'delivered', address: '127.0.0.1' });
      await connectionFreed();
    }
    expect(sockets.size).toBe(1);
    expect(lookup).toHaveBeenCalledExactlyOnceWith('merchant.test');
  });

  test('a kept connection that the server closes under a request costs no attempt', async () => {
    const seen: string[] = [];
    let connections = 0;
    const url = await serveTcp((socket) => {
      connections += 1;
      let requests = 0;
      socket.on('data', (data) => {
        requests += 1;
        seen.push(data.toString().split(' ')[1] ?? '');
        if (requests === 1) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
        else socket.resetAndDestroy();
      });
    });
    const sender = makeSender();
    expect(await sender.send({ url: `${url}/1`, headers, body })).toMatchObject({ outcome: 'delivered' });
    await connectionFreed();
    expect(await sender.send({ url: `${url}/2`, headers, body })).toMatchObject({ outcome: 'delivered' });
    expect(seen).toEqual(['/1', '/2', '/2']);
    expect(connections).toBe(2);
  });

  test('close lets what is under way end, then refuses', async () => {
    const release = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    const url = await serve(async (_request, response) => {
      arrived.resolve();
      await release.promise;
      response.end();
    });
    const sender = createWebhookSender({ allowPrivate: true });
    const sending = sender.send({ url, headers, body });
    await arrived.promise;
    const closing = sender.close();
    release.resolve();
    await closing;
    expect(await sending).toMatchObject({ outcome: 'delivered' });
    const late = await sender.send({ url, headers, body });
    expect(late).toMatchObject({ outcome: 'failed', error: 'The sender is closed' });
  });
});

describe('private addresses at send', () => {
  /** A server on loopback that must never see a connection. */
  async function forbiddenPort(): Promise<{ port: string; connected: () => number }> {
    let connections = 0;
    const url = await serveTcp((socket) => {
      connections += 1;
      socket.destroy();
    });
    return { port: new URL(url).port, connected: () => connections };
  }

  test('rebinding: public at save, private at send, is refused without connecting (case 80)', async () => {
    const { port, connected } = await forbiddenPort();
    const url = `https://rebind.example:${port}/`;
    const answers = [['93.184.215.14'], ['127.0.0.1'], ['93.184.215.14']];
    const lookup = vi.fn(async () => answers.shift() ?? []);
    expect(await resolvePublicUrlFault(url, { allowPrivate: false, lookup })).toBeUndefined();
    const result = await send(url, { allowPrivate: false, lookup });
    expect(result).toMatchObject({
      outcome: 'failed',
      status: null,
      address: null,
      error: 'The name resolves to a private address (127.0.0.1)',
    });
    // One look-up at save and one at send: no third answer could have been connected to.
    expect(lookup).toHaveBeenCalledTimes(2);
    expect(connected()).toBe(0);
  });

  test.each([
    [['93.184.215.14', '127.0.0.1'], '127.0.0.1'],
    [['127.0.0.1', '93.184.215.14'], '127.0.0.1'],
    [['2606:4700::1111', '::1'], '::1'],
    [['::ffff:127.0.0.1'], '::ffff:127.0.0.1'],
    [['169.254.169.254'], '169.254.169.254'],
    [['not an address'], 'not an address'],
  ])('%j is refused as a whole', async (addresses, refused) => {
    const { port, connected } = await forbiddenPort();
    const lookup = async () => addresses;
    const result = await send(`https://mixed.example:${port}/`, { allowPrivate: false, lookup });
    expect(result.error).toBe(`The name resolves to a private address (${refused})`);
    expect(connected()).toBe(0);
  });

  test.each([
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '0177.0.0.1',
    '2130706433',
    '１２７.0.0.1',
    '127.0.0.1.',
    '0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::7f00:1]',
    'localhost',
    'x.localhost',
  ])('a saved URL of %s is refused again, without look-up or connection', async (host) => {
    const { port, connected } = await forbiddenPort();
    const lookup = vi.fn(async () => ['127.0.0.1']);
    const result = await send(`https://${host}:${port}/`, { allowPrivate: false, lookup });
    expect(result).toMatchObject({ outcome: 'failed', status: null, address: null });
    expect(result.error).toMatch(/not a public address|is a local one/);
    expect(lookup).not.toHaveBeenCalled();
    expect(connected()).toBe(0);
  });

  test('plain http and our own host are refused', async () => {
    const options = { allowPrivate: false, ownHosts: ['pay.example.gm'] };
    expect((await send('http://merchant.example/', options)).error).toMatch(/https/);
    expect((await send('https://pay.example.gm/', options)).error).toMatch(/points to this gateway/);
  });

  test('what is no URL fails and does not throw', async () => {
    expect(await send('')).toMatchObject({ outcome: 'failed', status: null, address: null });
  });
});

describe('TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'webhook-tls-'));
  const trusted = getCACertificates('default');
  let merchant: { key: string; cert: string };
  let unknown: { key: string; cert: string };

  beforeAll(() => {
    merchant = selfSigned('merchant.test');
    unknown = selfSigned('unknown.test');
    setDefaultCACertificates([...trusted, merchant.cert]);
  });
  afterAll(() => {
    setDefaultCACertificates(trusted);
    rmSync(folder, { recursive: true });
  });

  test('a certificate that is trusted and names the host delivers', async () => {
    expect(await sendTls('merchant.test', merchant)).toMatchObject({
      outcome: 'delivered',
      address: '127.0.0.1',
    });
  });

  test('a self-signed certificate is refused, whatever the environment says', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockReturnValue();
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    try {
      expect(await sendTls('unknown.test', unknown)).toMatchObject({
        outcome: 'failed',
        status: null,
        error: 'TLS: self-signed certificate',
      });
    } finally {
      vi.unstubAllEnvs();
      warned.mockRestore();
    }
  });

  test.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'a certificate for another name is refused each time, %s',
    async (version) => {
      const lookup = async () => ['127.0.0.1'];
      const requests = vi.fn<RequestListener>((_request, response) => response.end());
      const server = createHttpsServer({ ...merchant, minVersion: version, maxVersion: version }, requests);
      const { port } = await listen(server);
      const sender = makeSender({ lookup });
      for (let round = 0; round < 3; round += 1) {
        const result = await sender.send({ url: `https://other.test:${port}/`, headers, body });
        expect(result).toMatchObject({ status: null, error: 'TLS: the certificate is for another name' });
      }
      expect(requests).not.toHaveBeenCalled();
    },
  );

  test('a server that speaks plain HTTP on the port is a TLS failure', async () => {
    const url = await serve((_request, response) => response.end());
    expect((await send(url.replace('http:', 'https:'))).error).toBe('TLS: wrong version number');
  });

  function selfSigned(name: string): { key: string; cert: string } {
    const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.crt`)];
    const form = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
    ];
    const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
    execFileSync('openssl', [...form, ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  }

  async function sendTls(host: string, identity: { key: string; cert: string }): Promise<SendResult> {
    const { port } = await listen(createHttpsServer(identity, (_request, response) => response.end()));
    return send(`https://${host}:${port}/`, { lookup: async () => ['127.0.0.1'] });
  }
});

function makeSender(options: Partial<SenderOptions> = {}): WebhookSender {
  const sender = createWebhookSender({ allowPrivate: true, totalTimeoutMs: 3_000, ...options });
  closers.push(sender.close);
  return sender;
}

function send(url: string, options?: Partial<SenderOptions>): Promise<SendResult> {
  return makeSender(options).send({ url, headers, body });
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  return `http://127.0.0.1:${(await listen(server)).port}`;
}

async function serveTcp(answer: (socket: Socket) => void): Promise<string> {
  const server = createTcpServer((socket) => {
    // Reads, as a server must, so that the end of the connection is noticed.
    socket.on('error', () => {}).on('data', () => {});
    answer(socket);
  });
  return `http://127.0.0.1:${(await listen(server)).port}`;
}

async function listen(server: TcpServer | Server): Promise<AddressInfo> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return server.address() as AddressInfo;
}

/** undici offers a connection again one turn of the event loop after its answer ended. */
async function connectionFreed(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Writes `start` and then `text` every 20 ms until the connection is closed. */
function drip(socket: Socket, text: string, start = ''): void {
  if (start !== '') socket.write(start);
  const timer = setInterval(() => socket.write(text), 20);
  socket.on('error', () => {}).on('close', () => clearInterval(timer));
}

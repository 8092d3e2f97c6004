import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { callRail, closeRailConnections, type RailRequest } from '#lib/rails/call-rail';

const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  await closeRailConnections();
  for (const close of closers.splice(0).reverse()) await close();
});

describe('a whole answer', () => {
  test('is told with its status and its JSON, whatever the status is', async () => {
    const url = await serve(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      const { method, headers } = request;
      response.writeHead(422, { 'content-type': 'application/json; charset=utf-8', 'retry-after': '3' });
      response.end(JSON.stringify({ method, url: request.url, body, headers }));
    });

    const answer = await post(`${url}/v1/payout?a=b%20c`, {
      headers: { authorization: 'Bearer key' },
      json: { amount: '150.00' },
    });

    expect(answer).toMatchObject({
      kind: 'answered',
      status: 422,
      json: {
        method: 'POST',
        url: '/v1/payout?a=b%20c',
        body: '{"amount":"150.00"}',
        headers: {
          authorization: 'Bearer key',
          'content-type': 'application/json',
          'accept-encoding': 'identity',
        },
      },
    });
    expect(answer.kind === 'answered' && answer.headers.get('retry-after')).toBe('3');
  });

  test('that is HTML, empty, or JSON in name only is an answer without JSON', async () => {
    const html = '<html><body>Bad gateway</body></html>';
    for (const [contentType, body] of [
      ['text/html', html],
      ['application/json', html],
      ['application/json', ''],
      ['application/json', '{"id":"cos-1"'],
      ['text/plain', '{"id":"cos-1"}'],
    ]) {
      const url = await serve((_request, response) => {
        response.writeHead(200, { 'content-type': contentType }).end(body);
      });
      expect(await post(url)).toMatchObject({
        kind: 'answered',
        status: 200,
        json: undefined,
        excerpt: body,
      });
    }
  });

  test('that leads elsewhere is not followed', async () => {
    let requests = 0;
    const url = await serve((_request, response) => {
      requests += 1;
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    expect(await post(url)).toMatchObject({ kind: 'answered', status: 307 });
    expect(requests).toBe(1);
  });

  test('comes back on a kept connection, or on a fresh one where that is asked for', async () => {
    const sockets = new Set<Socket>();
    const url = await serve((request, response) => {
      sockets.add(request.socket);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    await post(url);
    // A connection is free again a turn of the event loop after its answer.
    await setImmediate();
    await post(url);
    expect(sockets.size).toBe(1);
    await post(url, { onFreshConnection: true });
    await post(url, { onFreshConnection: true });
    expect(sockets.size).toBe(3);
  });
});

describe('nothing was sent', () => {
  test('to a port that nobody listens on, or to a name that does not exist', async () => {
    const url = await serve(() => undefined);
    for (const close of closers.splice(0)) await close();
    expect(await post(url)).toEqual({ kind: 'not_sent', why: 'the connection was refused' });
    expect(await post('http://rail.invalid/')).toEqual({
      kind: 'not_sent',
      why: 'the name of the rail does not resolve',
    });
    expect(await post(url, { onFreshConnection: true })).toMatchObject({ kind: 'not_sent' });
  });

  test('over TLS to a port that does not speak it', async () => {
    const seen: Buffer[] = [];
    const url = await serveRaw((socket) => {
      socket.on('data', (chunk) => {
        seen.push(chunk);
        socket.end('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n');
      });
    });
    expect(await post(url.replace('http:', 'https:'))).toEqual({
      kind: 'not_sent',
      why: expect.stringMatching(/^TLS failed \(/),
    });
    expect(Buffer.concat(seen).toString('latin1')).not.toContain('secret');
  });

  test('when the deadline passes before there is a connection, and is not sent afterwards either', async () => {
    const connected: Socket[] = [];
    const seen: Buffer[] = [];
    const url = await serveRaw((socket) => {
      connected.push(socket);
      socket.on('data', (chunk) => seen.push(chunk));
    });
    const answer = await post(url.replace('http:', 'https:'), { timeoutMs: 100 });
    expect(answer).toEqual({ kind: 'not_sent', why: 'no connection was made within 0.1 s' });
    // The handshake fails only now: the request must not be waiting for another connection.
    for (const socket of connected) socket.end('not TLS');
    await post(url, { timeoutMs: 1_000 });
    expect(Buffer.concat(seen).toString('latin1').split('POST /').length - 1).toBe(1);
  });

  test('unless it did start, when the rail hangs up as soon as it is connected to', async () => {
    let connections = 0;
    const seen: Buffer[] = [];
    const url = await serveRaw((socket) => {
      connections += 1;
      socket.on('data', (chunk) => seen.push(chunk));
      socket.resetAndDestroy();
    });
    const answers = [await post(url), await post(url)];
    expect(answers.map(({ kind }) => kind)).not.toContain('answered');
    expect(connections).toBe(2);
    expect(seen).toEqual([]);
  });

  test('when every connection is taken until the deadline, and is not sent once one is free', async () => {
    const answers: (() => void)[] = [];
    const seen: (string | undefined)[] = [];
    const url = await serve((request, response) => {
      seen.push(request.url);
      answers.push(() => response.end());
    });
    const taken = Array.from({ length: 64 }, () => post(`${url}/taken`));
    await vi.waitFor(() => expect(answers).toHaveLength(64), { timeout: 5_000 });
    expect(await post(`${url}/late`, { timeoutMs: 100 })).toMatchObject({ kind: 'not_sent' });
    for (const answer of answers) answer();
    expect((await Promise.all(taken)).every(({ kind }) => kind === 'answered')).toBe(true);
    const last = post(`${url}/last`);
    await vi.waitFor(() => expect(seen).toContain('/last'), { timeout: 5_000 });
    answers.at(-1)?.();
    expect(await last).toMatchObject({ kind: 'answered' });
    expect(seen).not.toContain('/late');
  });

  test('with a header or an address that cannot be written', async () => {
    const url = await serve(() => undefined);
    const answer = await post(url, { headers: { authorization: 'Bearer secret\nsecret' } });
    expect(answer).toEqual({ kind: 'not_sent', why: 'the request cannot be written as HTTP' });
    expect(await post('not an address')).toEqual({
      kind: 'not_sent',
      why: 'the address of the rail is not valid',
    });
  });
});

describe('nobody knows what the rail did', () => {
  test.each([true, false])(
    'when it hangs up with the request read (fresh: %s)',
    async (onFreshConnection) => {
      let requests = 0;
      const url = await serveRaw((socket) => {
        socket.once('data', () => {
          requests += 1;
          socket.resetAndDestroy();
        });
      });
      expect(await post(url, { onFreshConnection })).toEqual({
        kind: 'unknown',
        why: 'the connection broke before the answer was complete',
      });
      expect(requests).toBe(1);
    },
  );

  test('when it hangs up without reading the request', async () => {
    let connections = 0;
    const url = await serveRaw((socket) => {
      connections += 1;
      socket.pause();
      setTimeout(() => socket.resetAndDestroy(), 50);
    });
    expect(await post(url)).toMatchObject({ kind: 'unknown' });
    expect(await get(url)).toMatchObject({ kind: 'unknown' });
    expect(connections).toBe(2);
  });

  test.each(['POST', 'GET'] as const)(
    'when it closes a kept connection under a %s, which is not repeated',
    async (method) => {
      let requests = 0;
      const url = await serveRaw((socket) => {
        socket.on('data', () => {
          requests += 1;
          if (requests === 1) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
          else socket.destroy();
        });
      });
      expect(await callRail({ method, url, timeoutMs: 2_000 })).toMatchObject({ kind: 'answered' });
      expect(await callRail({ method, url, timeoutMs: 2_000 })).toMatchObject({ kind: 'unknown' });
      expect(requests).toBe(2);
    },
  );

  test('when it never answers', async () => {
    const url = await serve(() => undefined);
    const startedAt = performance.now();
    expect(await post(url, { timeoutMs: 500 })).toEqual({
      kind: 'unknown',
      why: 'the rail gave no full answer within 0.5 s',
    });
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  test('when it drips beyond the deadline', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    });
    expect(await post(url, { timeoutMs: 500 })).toMatchObject({ kind: 'unknown' });
  });

  test('when it answers 5 MB', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(`"${'x'.repeat(5_000_000)}"`);
    });
    expect(await post(url)).toEqual({ kind: 'unknown', why: 'the answer is longer than 256 KB' });
  });

  test.each([
    ['a body shorter than was said', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"id":"cos-1"}'],
    ['what is not HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['half of a header', 'HTTP/1.1 200 OK\r\ncontent-le'],
    ['a broken chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n'],
    ['headers of 40 KB', `HTTP/1.1 200 OK\r\nx-filler: ${'x'.repeat(40_000)}\r\n\r\n`],
    ['interim answers only', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(20)],
    ['a protocol that was not asked for', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n'],
  ])('when it answers %s', async (_what, bytes) => {
    const url = await serveRaw((socket) => {
      socket.once('data', () => socket.end(bytes));
    });
    const answer = await post(url);
    expect(answer).toMatchObject({ kind: 'unknown' });
    expect(JSON.stringify(answer)).not.toMatch(/cos-1|OpenSSH|secret/);
  });

  test('when the connections are closed under it', async () => {
    const arrived = Promise.withResolvers<void>();
    const url = await serve(() => arrived.resolve());
    const answer = post(url);
    await arrived.promise;
    await closeRailConnections();
    expect(await answer).toMatchObject({ kind: 'unknown' });
  });
});

function post(url: string, options: Partial<RailRequest> = {}) {
  return callRail({ method: 'POST', url, json: { otp: 'secret' }, timeoutMs: 5_000, ...options });
}

function get(url: string) {
  return callRail({ method: 'GET', url, timeoutMs: 5_000 });
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  return listen(server, () => server.closeAllConnections());
}

async function serveRaw(onConnection: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  return listen(server, () => {
    for (const socket of sockets) socket.destroy();
  });
}

async function listen(server: Server, closeConnections: () => void): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => {
    const closed = once(server, 'close');
    server.close();
    closeConnections();
    await closed;
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

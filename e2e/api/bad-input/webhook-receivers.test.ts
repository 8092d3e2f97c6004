import { createHmac } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collection, expectError, openStage, reference, type Stage, until } from './support.ts';

/** safety.md §3, cases 81, 84 and 85: receivers that misbehave, and what they are sent. */

const TOTAL_DEADLINE_MS = 10_000;
const closers: (() => void)[] = [];
let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});

afterAll(async () => {
  for (const close of closers) close();
  await stage.close();
});

interface Attempt {
  attempt: number;
  address: string | null;
  response_status: number | null;
  latency_ms: number;
  response_excerpt: string | null;
  error: string | null;
}

test.concurrent.each([301, 302, 303, 307, 308])(
  '81 a redirect (%i) to a private address is not followed',
  async (status) => {
    let asked = 0;
    const location = await listen(
      createServer((_request, response) => {
        asked++;
        response.end();
      }),
    );
    const url = await serve((_request, response) => response.writeHead(status, { location }).end());
    const { attempt, delivery } = await deliverTo(url);
    expect(attempt).toMatchObject({
      response_status: status,
      error: `Redirects are not followed (${status})`,
    });
    expect(delivery.status).toBe('PENDING');
    expect(asked).toBe(0);
  },
);

describe('84 a receiver', () => {
  test.concurrent('84 with an endless answer is cut off: its status counts, and 2 KB of it are kept', async () => {
    for (const [status, expected] of [
      [200, 'SUCCEEDED'],
      [500, 'PENDING'],
    ] as const) {
      const closed = Promise.withResolvers<void>();
      let sentBytes = 0;
      const url = await serve((_request, response) => {
        response.on('close', closed.resolve);
        response.writeHead(status);
        const chunk = Buffer.alloc(16_384, 'x');
        const write = () => {
          while (!response.destroyed && response.write(chunk)) sentBytes += chunk.length;
        };
        response.on('drain', write);
        write();
      });
      const { attempt, delivery } = await deliverTo(url);
      await closed.promise;
      expect(attempt).toMatchObject({ response_status: status, response_excerpt: 'x'.repeat(2_048) });
      expect(attempt.latency_ms).toBeLessThan(TOTAL_DEADLINE_MS);
      expect(delivery.status).toBe(expected);
      expect(sentBytes).toBeLessThan(50_000_000);
    }
  });

  test.concurrent('84 with a gzip bomb has nothing inflated', async () => {
    const bomb = gzipSync(Buffer.alloc(100_000_000));
    const url = await serve((_request, response) => {
      response.writeHead(500, { 'content-encoding': 'gzip' }).end(bomb);
    });
    const { attempt } = await deliverTo(url);
    expect(attempt).toMatchObject({ response_status: 500, error: 'The endpoint answered 500' });
    expect(attempt.response_excerpt?.length).toBeLessThanOrEqual(2_048);
  });

  test.concurrent.each([
    ['silent', () => {}],
    ['that drips its status', (socket: Socket) => drip(socket, 'HTTP/1.1 200 ', 'a')],
    ['that drips its headers', (socket: Socket) => drip(socket, 'HTTP/1.1 200 OK\r\nx-slow: ', 'a')],
  ])('84 %s is given up after 10 seconds, and delays nobody else', async (_title, answer) => {
    const url = await serveTcp(answer);
    const dead = deliverTo(url, TOTAL_DEADLINE_MS * 2);
    const quick = await deliverTo(await serve((_request, response) => response.end('ok')));
    expect(quick.attempt).toMatchObject({ response_status: 200, error: null });
    expect(quick.tookMs).toBeLessThan(TOTAL_DEADLINE_MS - 2_000);
    const { attempt, delivery } = await dead;
    expect(attempt).toMatchObject({ response_status: null, error: expect.stringMatching(/^No answer came/) });
    expect(attempt.latency_ms).toBeGreaterThan(TOTAL_DEADLINE_MS - 1_000);
    expect(attempt.latency_ms).toBeLessThan(TOTAL_DEADLINE_MS + 2_000);
    expect(delivery.status).toBe('PENDING');
  });

  test.concurrent('84 whose body comes a byte a second is delivered to by its status, and let go', async () => {
    const closed = Promise.withResolvers<void>();
    const url = await serveTcp((socket) => {
      socket.on('close', closed.resolve);
      drip(socket, 'HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n', 'b');
    });
    const { attempt, delivery } = await deliverTo(url, TOTAL_DEADLINE_MS * 2);
    await closed.promise;
    expect(delivery.status).toBe('SUCCEEDED');
    expect(attempt).toMatchObject({
      response_status: 200,
      response_excerpt: expect.stringMatching(/^b{1,12}$/),
      error: null,
    });
  });

  test.concurrent.each([
    ['one of 1 MB', `x-big: ${'a'.repeat(1_000_000)}\r\n`],
    ['fifty thousand', 'x-a: b\r\n'.repeat(50_000)],
  ])('84 with headers beyond measure (%s) is a failure', async (_title, lines) => {
    const url = await serveTcp(
      (socket) => void socket.write(`HTTP/1.1 200 OK\r\n${lines}content-length: 0\r\n\r\n`),
    );
    const { attempt, delivery } = await deliverTo(url);
    expect(attempt).toMatchObject({
      response_status: null,
      error: 'The response headers are longer than 16 KB',
    });
    expect(delivery.status).toBe('PENDING');
  });

  test.concurrent.each([
    ['that speaks no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', 'The answer is not valid HTTP'],
    [
      'that sends interim answers only',
      'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(20),
      'The endpoint sends interim answers only',
    ],
    ['that sends nothing and hangs up', '', 'The connection was closed before an answer came'],
  ])('84 %s is a failure', async (_title, text, error) => {
    const url = await serveTcp((socket) => void socket.once('data', () => socket.end(text)));
    expect((await deliverTo(url)).attempt).toMatchObject({ response_status: null, error });
  });

  test.concurrent('84 that answers with bytes that are no text has them kept as text', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(500).end(Buffer.from([0, 65, 0xff, 0xed, 0xa0, 0x80, 0, 66]));
    });
    expect((await deliverTo(url)).attempt.response_excerpt).toMatch(/^A\ufffd+B$/);
  });
});

describe('85 a webhook secret', () => {
  test('85 is shown once, and stands nowhere else: in no answer, no row and no event', async () => {
    const account = await stage.newAccount();
    const key = account.testKey;
    const url = await serve((_request, response) => response.writeHead(500).end('no'));
    const made = await stage.call('POST', '/api/v1/webhook-endpoints', { key, body: { url } });
    const { id, secret } = made.json.data;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    await collect(key);
    await until(async () => {
      const { json } = await stage.call('GET', '/api/v1/webhook-deliveries', { key });
      expect(json.data[0]?.attempts).toHaveLength(1);
    });
    const bare = secret.slice('whsec_'.length);
    for (const path of [
      '/api/v1/webhook-endpoints',
      `/api/v1/webhook-endpoints/${id}`,
      '/api/v1/webhook-deliveries',
      '/api/v1/events',
      '/api/client/profile',
    ]) {
      const answer = await stage.call('GET', path, { key });
      expect(answer.status).toBe(200);
      expect(answer.text).not.toContain(bare);
      expect(answer.text).not.toContain(account.testKey);
    }
    const changed = await stage.call('PATCH', `/api/v1/webhook-endpoints/${id}`, {
      key,
      body: { description: 'x' },
    });
    expect(changed.json.data).not.toHaveProperty('secret');
    expect(changed.json.data.secret_last4).toBe(secret.slice(-4));

    const tables = await stage.sql`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`;
    expect(tables.length).toBeGreaterThan(10);
    const secrets = [
      secret,
      bare,
      Buffer.from(bare, 'base64').toString('hex'),
      Buffer.from(secret).toString('hex'),
      account.testKey,
    ];
    for (const { name } of tables) {
      const [row] = await stage.sql`
        select count(*)::int as rows from ${stage.sql(name)} t
        where exists (select 1 from unnest(${secrets}::text[]) s where strpos(to_jsonb(t)::text, s) > 0)`;
      expect({ table: name, rows: row?.rows }).toEqual({ table: name, rows: 0 });
    }
  });

  test('85 signs the exact bytes that are sent, also where they are not ASCII', async () => {
    const account = await stage.newAccount();
    const key = account.testKey;
    let seen: { body: Buffer; signature: string | undefined } | undefined;
    const url = await serve(async (request, response) => {
      const body = Buffer.concat(await request.toArray());
      seen = { body, signature: request.headers['x-gw-signature'] as string | undefined };
      response.end();
    });
    const made = await stage.call('POST', '/api/v1/webhook-endpoints', { key, body: { url } });
    const client_reference = `${reference()} Fatou é 💳 支払い "\\</script>`;
    await collect(key, client_reference);
    const { body, signature } = await until(() => {
      expect(seen).toBeDefined();
      return seen!;
    });
    expect(signature).toBe(createHmac('sha256', made.json.data.secret).update(body).digest('hex'));
    expect(JSON.parse(body.toString('utf8')).data.reference).toBe(client_reference);
    expect(body.toString('utf8').isWellFormed()).toBe(true);
  });

  test('85 an answer that is replayed shows the secret to the same request only', async () => {
    const account = await stage.newAccount();
    const body = { url: 'http://127.0.0.1:9999/' };
    const headers = { 'idempotency-key': 'endpoint' };
    const make = (key: string, changes = {}) =>
      stage.call('POST', '/api/v1/webhook-endpoints', { key, headers, body: { ...body, ...changes } });
    const first = await make(account.testKey);
    const again = await make(account.testKey);
    expect(again.json.data).toEqual(first.json.data);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const other = await stage.refuses(
      account,
      () => make(account.testKey, { description: 'x' }),
      422,
      'IDEMPOTENCY_KEY_REUSED',
    );
    expectError(other, 422, 'IDEMPOTENCY_KEY_REUSED');
    expect(other.text).not.toContain('whsec_');
    const foreign = await make((await stage.newAccount()).testKey);
    expect(foreign.json.data.secret).not.toBe(first.json.data.secret);
  });
});

/** Has one event sent to a receiver, and waits until its first attempt stands in the log. */
async function deliverTo(url: string, timeoutMs = 15_000) {
  const { testKey: key } = await stage.newAccount();
  const made = await stage.call('POST', '/api/v1/webhook-endpoints', { key, body: { url } });
  expect(made.status).toBe(200);
  const startedAt = performance.now();
  await collect(key);
  const look = async () => {
    const { json } = await stage.call('GET', '/api/v1/webhook-deliveries', { key });
    expect(json.data).toHaveLength(1);
    expect(json.data[0].attempts).toHaveLength(1);
    return json.data[0] as { status: string; attempts: [Attempt] };
  };
  await until(look, timeoutMs);
  const tookMs = performance.now() - startedAt;
  // The list reads the delivery before its attempts, so the state that the attempt led to is surely in the next look.
  const delivery = await look();
  return { delivery, attempt: delivery.attempts[0], tookMs };
}

async function collect(key: string, client_reference = reference()): Promise<void> {
  const body = collection({ amount: '100.00', client_reference });
  const made = await stage.call('POST', '/api/v1/collections/initiate', { key, body });
  expect(made.status).toBe(200);
}

function serve(listener: RequestListener): Promise<string> {
  return listen(createServer(listener));
}

function serveTcp(answer: (socket: Socket) => void): Promise<string> {
  return listen(createTcpServer((socket) => answer(socket.on('error', () => {}))));
}

async function listen(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}

/** `start`, and then `text` every second until the connection is closed. */
function drip(socket: Socket, start: string, text: string): void {
  socket.write(start);
  const timer = setInterval(() => socket.write(text), 1_000);
  socket.on('close', () => clearInterval(timer));
}

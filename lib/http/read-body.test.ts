import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '#lib/errors';
import { readBody, requireJsonContentType } from './read-body.ts';

const limits = { maxBytes: 65_536, deadlineMs: 10_000 };
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8');

function post(body: BodyInit | null, headers: Record<string, string> = {}): Request {
  return new Request('http://kaira.test/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
}

/** A body in pieces, without a length, that tells whether it was cancelled. */
function pieces(list: Uint8Array[], end: 'closes' | 'stalls' | 'breaks' = 'closes') {
  const seen = { pulled: 0, cancelled: false };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const next = list[seen.pulled++];
        if (next !== undefined) controller.enqueue(next);
        else if (end === 'closes') controller.close();
        else if (end === 'breaks') controller.error(new Error('ECONNRESET'));
        else return new Promise(() => {});
        return undefined;
      },
      cancel() {
        seen.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, seen };
}

async function failureOf(promise: Promise<unknown>): Promise<AppError> {
  const error = await promise.then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(AppError);
  return error as AppError;
}

afterEach(() => {
  vi.useRealTimers();
});

describe('readBody', () => {
  test('gives the bytes as they came, with and without a length', async () => {
    const whole = '{"name":"Jàmm 💳"}';
    const length = String(Buffer.byteLength(whole));
    expect(text(await readBody(post(whole, { 'content-length': length }), limits))).toBe(whole);
    const bytes = Buffer.from(whole);
    const inPieces = pieces([bytes.subarray(0, 11), bytes.subarray(11, 12), bytes.subarray(12)]);
    expect(text(await readBody(post(inPieces.body), limits))).toBe(whole);
  });

  test('gives no bytes for a request without a body', async () => {
    expect(await readBody(post(null), limits)).toHaveLength(0);
    expect(await readBody(post(null, { 'content-length': '0' }), limits)).toHaveLength(0);
    expect(await readBody(new Request('http://kaira.test/'), limits)).toHaveLength(0);
  });

  test('takes exactly the limit and refuses a byte more, with and without a length', async () => {
    const most = new Uint8Array(65_536);
    const more = new Uint8Array(65_537);
    expect(await readBody(post(most, { 'content-length': '65536' }), limits)).toHaveLength(65_536);
    expect(await readBody(post(pieces([most]).body), limits)).toHaveLength(65_536);
    for (const request of [post(more, { 'content-length': '65537' }), post(pieces([most, more]).body)]) {
      expect(await failureOf(readBody(request, limits))).toMatchObject({
        code: 'PAYLOAD_TOO_LARGE',
        status: 413,
      });
    }
  });

  test('refuses an announced length over the limit without reading', async () => {
    const { body, seen } = pieces([new Uint8Array(1)]);
    for (const length of ['65537', '99999999999999999999999999']) {
      const failure = await failureOf(readBody(post(body, { 'content-length': length }), limits));
      expect(failure.code).toBe('PAYLOAD_TOO_LARGE');
    }
    expect(seen.pulled).toBe(0);
  });

  test('stops reading and cancels an endless body once it is over the limit', async () => {
    const endless = Array.from({ length: 10_000 }, () => new Uint8Array(16_384));
    const { body, seen } = pieces(endless);
    expect((await failureOf(readBody(post(body), limits))).code).toBe('PAYLOAD_TOO_LARGE');
    expect(seen).toEqual({ pulled: 5, cancelled: true });
  });

  test('a length that lies or means nothing changes no limit', async () => {
    const over = () => pieces([new Uint8Array(40_000), new Uint8Array(40_000)]).body;
    for (const headers of [
      { 'content-length': '5' },
      { 'content-length': '5', 'transfer-encoding': 'chunked' },
      { 'content-length': '-1' },
      { 'content-length': '5, 5' },
      { 'content-length': 'NaN' },
      { 'content-length': '0x5' },
    ]) {
      expect((await failureOf(readBody(post(over(), headers), limits))).code).toBe('PAYLOAD_TOO_LARGE');
    }
  });

  test('gives up on a body that stalls, and closes the connection', async () => {
    vi.useFakeTimers();
    const headers: Record<string, string>[] = [{}, { 'content-length': '100' }];
    for (const each of headers) {
      const { body } = pieces([new Uint8Array(1)], 'stalls');
      const failure = failureOf(readBody(post(body, each), limits));
      await vi.advanceTimersByTimeAsync(10_000);
      expect(await failure).toMatchObject({
        code: 'MALFORMED_JSON',
        message: 'The request body did not arrive within 10 seconds. Send it again.',
        headers: { connection: 'close' },
      });
    }
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a body that trickles does not put the deadline off', async () => {
    vi.useFakeTimers();
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        controller.enqueue(new Uint8Array(1));
      },
    });
    const failure = failureOf(readBody(post(body), limits));
    await vi.advanceTimersByTimeAsync(10_000);
    expect((await failure).code).toBe('MALFORMED_JSON');
  });

  test('a body that breaks off is the caller’s error, not ours', async () => {
    for (const headers of [{}, { 'content-length': '100' }] as Record<string, string>[]) {
      const { body } = pieces([new Uint8Array(1)], 'breaks');
      expect(await failureOf(readBody(post(body, headers), limits))).toMatchObject({
        code: 'MALFORMED_JSON',
        message: 'The request body broke off before its end. Send it again, whole.',
      });
    }
  });

  test('leaves no timer behind', async () => {
    vi.useFakeTimers();
    await readBody(post('{}', { 'content-length': '2' }), limits);
    await readBody(post(pieces([new Uint8Array(2)]).body), limits);
    await failureOf(readBody(post(pieces([new Uint8Array(70_000)]).body), limits));
    expect(vi.getTimerCount()).toBe(0);
  });

  test('the answer to an endless chunked body reaches a caller on a real connection', async () => {
    const server = createServer(async (incoming, outgoing) => {
      const request = post(Readable.toWeb(incoming) as ReadableStream, { 'transfer-encoding': 'chunked' });
      const failure = await failureOf(readBody(request, limits));
      outgoing.writeHead(failure.status).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => {});
    const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));
    socket.write('POST / HTTP/1.1\r\nHost: kaira.test\r\nTransfer-Encoding: chunked\r\n\r\n');
    for (let index = 0; index < 8; index++) socket.write(`4000\r\n${'a'.repeat(0x4000)}\r\n`);
    expect(await answer).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
    server.close();
  });
});

describe('requireJsonContentType', () => {
  test.each([
    {},
    { 'content-type': 'application/json' },
    { 'content-type': 'Application/JSON' },
    { 'content-type': 'application/json; charset=utf-8' },
    { 'content-type': 'application/json;charset="UTF-8"' },
    { 'content-type': 'application/json ; Charset=UTF8' },
    { 'content-type': 'application/json; profile=x' },
    { 'content-type': 'application/vnd.kaira.v1+json' },
    { 'content-type': 'application/json', 'content-encoding': 'identity' },
  ] as Record<string, string>[])('accepts %j', (headers) => {
    expect(() => requireJsonContentType(new Headers(headers))).not.toThrow();
  });

  test.each([
    { 'content-type': '' },
    { 'content-type': 'text/plain' },
    { 'content-type': 'text/json' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'multipart/form-data; boundary=application/json' },
    { 'content-type': 'application/jsonp' },
    { 'content-type': 'application/+json' },
    { 'content-type': 'application/json, text/plain' },
    { 'content-type': 'application/json; charset=utf-16' },
    { 'content-type': 'application/json; charset="iso-8859-1"' },
    { 'content-type': 'application/json; charset=utf-8; charset=utf-16' },
    { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    { 'content-encoding': 'gzip' },
    { 'content-type': 'application/json', 'content-encoding': 'identity, gzip' },
  ] as Record<string, string>[])('refuses %j', (headers) => {
    expect(() => requireJsonContentType(new Headers(headers))).toThrow(
      expect.objectContaining({ code: 'UNSUPPORTED_MEDIA_TYPE', status: 415 }),
    );
  });
});

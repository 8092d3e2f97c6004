import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Account,
  type Answer,
  collection,
  expectError,
  expectNoRequest,
  faultPaths,
  openStage,
  rawRequest,
  reference,
  type Stage,
  sendRaw,
} from './support.ts';

/** safety.md §3, cases 33–45. */

const collections = '/api/v1/collections/initiate';
const stats = '/api/v1/client/stats';
const MAX_BODY_BYTES = 65_536;

let stage: Stage;
let account: Account;

beforeAll(async () => {
  stage = await openStage();
  account = await stage.newAccount();
});

afterAll(() => stage.close());

describe('a body', () => {
  test.each([
    ['33 an unquoted word', 'amount'],
    ['33 an open object', '{'],
    ['33 a missing value', '{"amount":}'],
    ['33 a comma too many', '{"amount":"1.00",}'],
    ['33 single quotes', "{'amount':'1.00'}"],
    ['33 a comment', '{"amount":"1.00"/* */}'],
    ['33 NaN', '{"amount":NaN}'],
    ['33 two objects', '{}{}'],
    ['33 a bare NUL in a string', '{"client_reference":"a\0b"}'],
    ['33 a bare line break in a string', '{"client_reference":"a\nb"}'],
    ['33 a half escape', '{"client_reference":"\\u00"}'],
    ['33 white space alone', ' \n'],
    ['33 a form', 'amount=1.00&currency=GMD'],
    ['33 XML', '<?xml version="1.0"?><amount>1.00</amount>'],
    ['33 a list', '[]'],
    ['33 a text', '"{}"'],
    ['33 null', 'null'],
    ['33 a number', '1'],
    ['35 amount twice', '{"amount":"1.00","currency":"GMD","client_reference":"r","amount":"2.00"}'],
    [
      '35 amount twice, once escaped',
      '{"amount":"1.00","currency":"GMD","client_reference":"r","\\u0061mount":"2.00"}',
    ],
    [
      '35 a key of metadata twice',
      '{"amount":"1.00","currency":"GMD","client_reference":"r","metadata":{"a":"1","a":"2"}}',
    ],
    ['35 an unknown key twice', '{"amount":"1.00","currency":"GMD","client_reference":"r","x":1,"x":1}'],
    [
      '35 __proto__ twice',
      '{"amount":"1.00","currency":"GMD","client_reference":"r","__proto__":1,"__proto__":2}',
    ],
  ])('%s is refused as MALFORMED_JSON', async (_title, body) => {
    await refusedBody(body, 'MALFORMED_JSON');
  });

  test('33 none at all, announced or not, is refused as MALFORMED_JSON', async () => {
    const send = () => stage.call('POST', collections, { key: account.testKey });
    await stage.refuses(account, send, 400, 'MALFORMED_JSON');
    for (const length of [{}, { 'Content-Length': 0 }, { 'Transfer-Encoding': 'chunked' }]) {
      const text = 'Transfer-Encoding' in length ? '0\r\n\r\n' : '';
      const line = rawRequest(stage.target, `POST ${collections}`, { ...bearer(), ...length }, text);
      await stage.refuses(account, () => sendRaw(stage.target, [line]), 400, 'MALFORMED_JSON');
    }
  });

  test('33 of {} is refused as VALIDATION_ERROR, with every field that is missing', async () => {
    const answer = await refusedBody('{}', 'VALIDATION_ERROR');
    expect(faultPaths(answer).sort()).toEqual(['amount', 'client_reference', 'currency']);
  });

  test('34 cut off at any byte is refused as MALFORMED_JSON, and whole it is accepted', async () => {
    const own = await stage.newAccount();
    const body = collection({ customer_name: 'Fatou é 💳', metadata: { note: '\u0022\\', order: '1' } });
    const bytes = new Uint8Array(Buffer.from(JSON.stringify(body)));
    const send = (length: number) =>
      stage.call('POST', collections, { key: own.testKey, body: bytes.slice(0, length) });
    for (let start = 1; start < bytes.length; start += 16) {
      const lengths = Array.from({ length: Math.min(16, bytes.length - start) }, (_, index) => start + index);
      for (const answer of await Promise.all(lengths.map(send))) expectError(answer, 400, 'MALFORMED_JSON');
    }
    expect(new Set(Object.values(await stage.countRows(own.clientId)))).toEqual(new Set([0]));
    expect((await send(bytes.length)).status).toBe(200);
  });

  test('36 a member named __proto__ is neither bound nor inherited', async () => {
    const hidden = '{"currency":"GMD","client_reference":"r","__proto__":{"amount":"1.00"}}';
    expect(faultPaths(await refusedBody(hidden, 'VALIDATION_ERROR'))).toEqual(['amount']);
    const escaped = hidden.replace('__proto__', '__pr\\u006fto__');
    expect(faultPaths(await refusedBody(escaped, 'VALIDATION_ERROR'))).toEqual(['amount']);
    const built = '{"currency":"GMD","client_reference":"r","constructor":{"prototype":{"amount":"1.00"}}}';
    expect(faultPaths(await refusedBody(built, 'VALIDATION_ERROR'))).toEqual(['amount']);
    // Nor did any of it reach the next request.
    const { amount: _, ...without } = collection();
    expect(faultPaths(await refusedBody(JSON.stringify(without), 'VALIDATION_ERROR'))).toEqual(['amount']);
  });

  test('36 in metadata, constructor and toString are names like any other, and __proto__ is refused by name', async () => {
    const send = (metadata: string) =>
      post(JSON.stringify(collection({ metadata: 0 })).replace('"metadata":0', `"metadata":${metadata}`));
    const names = '"constructor":"a","toString":"b","hasOwnProperty":"c"';
    const answer = await send(`{${names}}`);
    expect(answer.status).toBe(200);
    expect(answer.json.data.metadata).toEqual({ constructor: 'a', toString: 'b', hasOwnProperty: 'c' });
    const refused = await send(`{${names},"__proto__":"d"}`);
    expect(refused.status).toBe(400);
    expect(refused.json.error.message).toContain('__proto__');
  });

  test("37 fields that are not the caller's to set are ignored", async () => {
    const other = await stage.newAccount();
    const id = randomUUID();
    const body = collection({
      client_id: other.clientId,
      clientId: other.clientId,
      environment: 'LIVE',
      status: 'SUCCEEDED',
      id,
      transaction_id: id,
      type: 'payout',
      fee: '0.00',
      commission_bps: 0,
      commissionBps: 0,
      amount_bututs: 1,
      created_at: '2000-01-01T00:00:00.000Z',
      completed_at: '2000-01-01T00:00:00.000Z',
      expires_at: '2099-01-01T00:00:00.000Z',
      redirect_url: 'https://evil.example/',
      failure: { code: 'DECLINED' },
      version: 99,
      attempt: 7,
    });
    const answer = await post(JSON.stringify(body));
    expect(answer.status).toBe(200);
    expect(answer.json.data).toMatchObject({ status: 'PENDING', environment: 'SANDBOX', amount: '50.00' });
    expect(answer.json.data.transaction_id).not.toBe(id);
    expect(answer.json.data.redirect_url).not.toContain('evil.example');
    expect(Date.parse(answer.json.data.created_at)).toBeGreaterThan(Date.now() - 60_000);
    const [row] = await stage.sql`
      select client_id, environment, type, status, attempt, version, commission_bps, commission_bututs::int, completed_at
      from transactions where id = ${answer.json.data.transaction_id}`;
    expect({ ...row }).toEqual({
      client_id: account.clientId,
      environment: 'SANDBOX',
      type: 'collection',
      status: 'PENDING',
      attempt: 1,
      version: 1,
      commission_bps: 150,
      commission_bututs: 0,
      completed_at: null,
    });
    expect((await stage.countRows(other.clientId)).transactions).toBe(0);
  });

  test('37 nor can a webhook endpoint be given an id, a secret, an owner or a state', async () => {
    const own = await stage.newAccount();
    const other = await stage.newAccount();
    const foreign = {
      id: randomUUID(),
      secret: `whsec_${'A'.repeat(44)}`,
      client_id: other.clientId,
      environment: 'LIVE',
    };
    const url = 'http://127.0.0.1:9999/hook';
    const key = own.testKey;
    const made = await stage.call('POST', '/api/v1/webhook-endpoints', {
      key,
      body: { url, ...foreign, status: 'DISABLED' },
    });
    expect(made.status).toBe(200);
    expect(made.json.data.status).toBe('ACTIVE');
    expect(made.json.data.id).not.toBe(foreign.id);
    expect(made.json.data.secret).not.toBe(foreign.secret);

    const path = `/api/v1/webhook-endpoints/${made.json.data.id}`;
    const changed = await stage.call('PATCH', path, { key, body: { ...foreign, description: 'mine' } });
    expect(changed.json.data).toMatchObject({
      id: made.json.data.id,
      secret_last4: made.json.data.secret_last4,
      description: 'mine',
    });
    for (const status of ['DISABLED', 'PAUSED', 'SUCCEEDED', null, 1]) {
      const send = () => stage.call('PATCH', path, { key, body: { status } });
      expect(faultPaths(await stage.refuses(own, send, 400, 'VALIDATION_ERROR'))).toEqual(['status']);
    }
    const [row] =
      await stage.sql`select client_id, environment from webhook_endpoints where id = ${made.json.data.id}`;
    expect({ ...row }).toEqual({ client_id: own.clientId, environment: 'SANDBOX' });
    expect((await stage.countRows(other.clientId)).webhook_endpoints).toBe(0);
  });

  test('38 a depth of ten thousand is refused where a text is due and ignored in an unknown field', async () => {
    const [list, object] = [
      '['.repeat(10_000) + ']'.repeat(10_000),
      `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`,
    ];
    for (const deep of [list, object]) {
      for (const field of ['client_reference', 'amount', 'provider', 'metadata']) {
        const body = JSON.stringify(collection({ [field]: 0 })).replace(`"${field}":0`, `"${field}":${deep}`);
        const answer = await refusedBody(body, 'VALIDATION_ERROR');
        expect(faultPaths(answer)[0]).toMatch(new RegExp(`^${field}`));
      }
      const ignored = await post(`${JSON.stringify(collection()).slice(0, -1)},"x":${deep}}`);
      expect(ignored.status).toBe(200);
      await refusedBody(deep.slice(0, -1), 'MALFORMED_JSON');
    }
  });

  test('39 of 64 KiB is read, and of one byte more is refused, announced or in chunks', async () => {
    const whole = JSON.stringify(collection()).padEnd(MAX_BODY_BYTES);
    expect((await post(whole)).status).toBe(200);
    await stage.refuses(account, () => post(`${whole} `), 413, 'PAYLOAD_TOO_LARGE');
    const inChunks = (body: string) =>
      sendRaw(stage.target, [chunkedRequest([body.slice(0, 40_000), body.slice(40_000)])]);
    await stage.refuses(
      account,
      () => inChunks(`${JSON.stringify(collection()).padEnd(MAX_BODY_BYTES)} `),
      413,
      'PAYLOAD_TOO_LARGE',
    );
    expect((await inChunks(JSON.stringify(collection()).padEnd(MAX_BODY_BYTES))).status).toBe(200);
  });

  test('39 that announces gigabytes is refused before they come', async () => {
    const headers = { ...bearer(), 'Content-Length': 9_999_999_999 };
    const answer = await stage.refuses(
      account,
      () => sendRaw(stage.target, [rawRequest(stage.target, `POST ${collections}`, headers, '{')]),
      413,
      'PAYLOAD_TOO_LARGE',
    );
    expect((answer as { lastedMs?: number }).lastedMs).toBeLessThan(5_000);
  });
});

describe('40 the framing of a body', () => {
  const body = JSON.stringify(collection());

  test.each([
    ['both a length and chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked'], `0\r\n\r\n${body}`],
    ['chunks and then a length', ['Transfer-Encoding: chunked', 'Content-Length: 5'], `0\r\n\r\n${body}`],
    ['two lengths', [`Content-Length: ${body.length}`, 'Content-Length: 1'], body],
    ['a negative length', ['Content-Length: -1'], body],
    ['a hexadecimal length', ['Content-Length: 0x10'], body],
    ['a length with a plus', [`Content-Length: +${body.length}`], body],
    ['a length beyond 64 bits', ['Content-Length: 99999999999999999999'], body],
    ['a coding that is not chunked', ['Transfer-Encoding: identity'], body],
    ['chunked, but not at the end', ['Transfer-Encoding: chunked, gzip'], `${chunk(body)}0\r\n\r\n`],
    ['a chunk whose size is no number', ['Transfer-Encoding: chunked'], `zz\r\n${body}\r\n0\r\n\r\n`],
    ['a chunk that is longer than its size', ['Transfer-Encoding: chunked'], `1\r\n${body}\r\n0\r\n\r\n`],
    ['white space before the colon', [`Content-Length : ${body.length}`], body],
    ['a body longer than its length', [`Content-Length: ${body.length - 5}`], body],
  ])('40 %s is refused once, and the connection is closed', async (_title, lines, sent) => {
    const before = await stage.countRows(account.clientId);
    const answer = await sendRaw(stage.target, [
      rawRequest(stage.target, `POST ${collections}`, withLines(lines), sent),
    ]);
    expectError(answer, 400);
    expect(['VALIDATION_ERROR', 'MALFORMED_JSON']).toContain(answer.json.error.code);
    expect(answer.all.match(/HTTP\/1\.1 \d\d\d/g)).toHaveLength(1);
    expect(await stage.countRows(account.clientId)).toEqual(before);
  });

  test('40 a request that hides in the body of another is not run', async () => {
    const hidden = rawRequest(
      stage.target,
      `POST ${collections}`,
      { ...bearer(), 'Content-Length': body.length },
      body,
    );
    const outer = withLines([`Content-Length: ${hidden.length}`, 'Transfer-Encoding: chunked']);
    const before = await stage.countRows(account.clientId);
    const answer = await sendRaw(stage.target, [
      rawRequest(stage.target, `POST ${collections}`, outer, `0\r\n\r\n${hidden}`),
    ]);
    expectError(answer, 400);
    expect(answer.all.match(/HTTP\/1\.1 \d\d\d/g)).toHaveLength(1);
    expect(await stage.countRows(account.clientId)).toEqual(before);
  });

  test('40 a body that breaks off before its length stores nothing', async () => {
    const before = await stage.countRows(account.clientId);
    const headers = { ...bearer(), 'Content-Length': body.length + 1 };
    const answer = await sendRaw(
      stage.target,
      [rawRequest(stage.target, `POST ${collections}`, headers, body)],
      { end: true },
    );
    expectError(answer, 400);
    expect(await stage.countRows(account.clientId)).toEqual(before);
  });

  test.concurrent.each([
    ['a body that stalls within its length', 1, { 'Content-Length': body.length }],
    ['a body that never begins', 0, { 'Content-Length': body.length }],
    ['chunks that stall', 2, { 'Transfer-Encoding': 'chunked' }],
  ])('40 %s is refused within 20 seconds', async (_title, part, headers) => {
    const own = await stage.newAccount();
    const sent = ['', body.slice(0, 20), chunk(body)][part];
    const all = { Authorization: `Bearer ${own.testKey}`, Connection: 'keep-alive', ...headers };
    const answer = await sendRaw(stage.target, [rawRequest(stage.target, `POST ${collections}`, all, sent)], {
      giveUpMs: 20_000,
    });
    expectError(answer, 400, 'MALFORMED_JSON');
    expect(new Set(Object.values(await stage.countRows(own.clientId)))).toEqual(new Set([0]));
  });

  test.concurrent('40 a body that comes a byte a second is refused within 20 seconds', async () => {
    const own = await stage.newAccount();
    const headers = { Authorization: `Bearer ${own.testKey}`, 'Content-Length': body.length };
    const pieces = [rawRequest(stage.target, `POST ${collections}`, headers), ...body];
    const answer = await sendRaw(stage.target, pieces, { pauseMs: 1_000, giveUpMs: 20_000 });
    expectError(answer, 400, 'MALFORMED_JSON');
    expect(new Set(Object.values(await stage.countRows(own.clientId)))).toEqual(new Set([0]));
  });

  test.concurrent('40 headers that stall are refused within 20 seconds', async () => {
    const half = `POST ${collections} HTTP/1.1\r\nHost: x\r\nAuthoriz`;
    const answer = await sendRaw(stage.target, [half], { giveUpMs: 20_000 });
    expectNoRequest(answer);
  });
});

describe('41', () => {
  test.each([
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonp',
    'application/json, text/plain',
    'application/json; charset=utf-16',
    'application/json; charset=iso-8859-1',
    '*/*',
    'x',
  ])('41 the content type %s is refused as UNSUPPORTED_MEDIA_TYPE', async (type) => {
    const send = () => post(JSON.stringify(collection()), { 'content-type': type });
    await stage.refuses(account, send, 415, 'UNSUPPORTED_MEDIA_TYPE');
  });

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;Charset="UTF-8"',
    'application/merge-patch+json',
  ])('41 the content type %s is accepted', async (type) => {
    expect((await post(JSON.stringify(collection()), { 'content-type': type })).status).toBe(200);
  });

  test('41 no content type at all is accepted', async () => {
    const body = JSON.stringify(collection());
    const headers = { ...bearer(), 'Content-Length': body.length };
    const answer = await sendRaw(stage.target, [
      rawRequest(stage.target, `POST ${collections}`, headers, body),
    ]);
    expect(answer.status).toBe(200);
  });

  test.each([
    ['UTF-16', Buffer.from(JSON.stringify(collection()), 'utf16le')],
    ['UTF-16 with a mark', Buffer.from(`\ufeff${JSON.stringify(collection())}`, 'utf16le')],
    ['a byte order mark', Buffer.from(`\ufeff${JSON.stringify(collection())}`)],
    ['Latin-1', Buffer.from(JSON.stringify(collection({ customer_name: 'café' })), 'latin1')],
    [
      'a surrogate in UTF-8',
      Buffer.concat([
        Buffer.from('{"client_reference":"'),
        Buffer.from([0xed, 0xa0, 0x80]),
        Buffer.from('"}'),
      ]),
    ],
    [
      'an overlong form',
      Buffer.concat([Buffer.from('{"client_reference":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]),
    ],
    ['gzip that is not declared', gzipSync(JSON.stringify(collection()))],
  ])('41 %s is refused as MALFORMED_JSON', async (_title, bytes) => {
    await stage.refuses(account, () => post(new Uint8Array(bytes)), 400, 'MALFORMED_JSON');
  });

  test.each(['gzip', 'br', 'deflate', 'zstd', 'gzip, gzip'])('41 %s is never inflated', async (encoding) => {
    const bomb = gzipSync(Buffer.alloc(20_000_000, ' '));
    const send = () => post(new Uint8Array(bomb), { 'content-encoding': encoding });
    await stage.refuses(account, send, 415, 'UNSUPPORTED_MEDIA_TYPE');
  });
});

describe('42 the method', () => {
  test.each([
    ['GET', collections, 'POST'],
    ['PUT', collections, 'POST'],
    ['PATCH', collections, 'POST'],
    ['DELETE', collections, 'POST'],
    ['OPTIONS', collections, 'POST'],
    ['PROPFIND', collections, 'POST'],
    ['TRACE', collections, 'POST'],
    ['TRACE', stats, 'GET, HEAD'],
    ['POST', stats, 'GET, HEAD'],
    ['DELETE', '/api/v1/collections/status/x', 'GET, HEAD'],
    ['PUT', '/api/v1/webhook-endpoints', 'GET, HEAD, POST'],
    ['POST', '/api/client/profile', 'GET, HEAD'],
  ])('42 %s of %s is METHOD_NOT_ALLOWED and is told what is allowed', async (method, path, allow) => {
    const send = () =>
      sendRaw(stage.target, [
        rawRequest(stage.target, `${method} ${path}`, { ...bearer(), 'X-Secret': 'sesame' }),
      ]);
    const answer = await stage.refuses(account, send, 405, 'METHOD_NOT_ALLOWED');
    expect(answer.headers.get('allow')?.split(', ').sort().join(', ')).toBe(allow);
    expect(answer.text).not.toContain('sesame');
  });

  test.each(['FOO', 'get', 'TRACK', 'GE T', 'G\u0000T'])('42 %j is not even HTTP', async (method) => {
    const answer = await sendRaw(stage.target, [rawRequest(stage.target, `${method} ${stats}`, bearer())]);
    expectNoRequest(answer);
  });

  test('42 CONNECT makes no tunnel', async () => {
    const answer = await sendRaw(stage.target, [
      rawRequest(stage.target, 'CONNECT 127.0.0.1:5432', bearer()),
    ]);
    expect(answer.all).not.toMatch(/^HTTP\/1\.1 2/);
  });

  test('42 OPTIONS of * is refused', async () => {
    const answer = await sendRaw(stage.target, [rawRequest(stage.target, 'OPTIONS *', bearer())]);
    expectNoRequest(answer);
  });

  test('42 HEAD answers like GET without a body, and like POST nowhere', async () => {
    const head = await stage.call('HEAD', stats, { key: account.testKey });
    expect({ status: head.status, text: head.text }).toEqual({ status: 200, text: '' });
    expect(head.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    const before = await stage.countRows(account.clientId);
    const onPost = await stage.call('HEAD', collections, { key: account.testKey });
    expect({ status: onPost.status, text: onPost.text }).toEqual({ status: 405, text: '' });
    expect(await stage.countRows(account.clientId)).toEqual(before);
  });

  test.each(['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'])(
    '42 %s overrides nothing',
    async (name) => {
      const own = await stage.newAccount();
      const key = own.testKey;
      const made = await stage.call('POST', '/api/v1/webhook-endpoints', {
        key,
        body: { url: 'http://127.0.0.1:9999/' },
      });
      const path = `/api/v1/webhook-endpoints/${made.json.data.id}`;
      const asGet = await stage.call('GET', `${path}?_method=DELETE`, { key, headers: { [name]: 'DELETE' } });
      expect(asGet.status).toBe(200);
      const send = () =>
        stage.call('POST', `${path}?_method=DELETE`, {
          key,
          body: { _method: 'DELETE' },
          headers: { [name]: 'DELETE' },
        });
      await stage.refuses(own, send, 405, 'METHOD_NOT_ALLOWED');
      expect((await stage.call('GET', path, { key })).json.data.status).toBe('ACTIVE');
    },
  );

  test('42 an Upgrade is not taken, and the request is answered', async () => {
    for (const upgrade of ['websocket', 'h2c', 'TLS/1.0']) {
      const headers = { ...bearer(), Connection: 'Upgrade, close', Upgrade: upgrade };
      const answer = await sendRaw(stage.target, [rawRequest(stage.target, `GET ${stats}`, headers)]);
      expect(answer.status).toBe(200);
    }
  });
});

describe('43 the path', () => {
  test.each([
    '/api/v1/client/stats/',
    '/api/v1/client/stats//',
    '/api/v1/client/Stats',
    '/api/V1/client/stats',
    '/api//v1/client/stats',
    '/api/v1//client/stats',
    '//api/v1/client/stats',
    '///api/v1/client/stats',
    '/api/v1/client/stats;x',
    '/api/v1/client;x/stats',
    '/api/v1/client/stats.rsc',
    '/api/v1/client/stats.json',
    '/api/v1/client/stats.txt',
    '/api/v1/client/%73tats',
    '/api/v1/client%2fstats',
    '/api/v1/client/stats%00',
    '/api/v1/client/stats%20',
    '/api/v1/client/stats%3fx',
    '/api/v1/./client/stats',
    '/api/v1/x/../client/stats',
    '/api/../api/v1/client/stats',
    '/x/../api/v1/client/stats',
    '/./api/v1/client/stats',
    '/x/%2e%2e/api/v1/client/stats',
    '/api/v1/client/stats#x',
    '/api/v1/client/',
    '/api/v1/client',
    '/api',
    '/api/',
    '/auth',
    '/auth/nothing',
    '/api/v2/client/stats',
    '/api/v1/client/stats/route',
    '/api/v1/client/[id]',
    '/api/[...path]',
    '/api/v1/webhook-endpoints/',
    '/api/v1/collections/status/',
    '/api/v1/nothing',
  ])('43 %s is NOT_FOUND, with a key and without', async (path) => {
    for (const headers of [bearer(), {}]) {
      const send = () => sendRaw(stage.target, [rawRequest(stage.target, `GET ${path}`, headers)]);
      const answer = await stage.refuses(account, send, 404, 'NOT_FOUND');
      expect(answer.headers.has('location')).toBe(false);
    }
  });

  test.each([
    '/API/v1/client/stats',
    '/Api/v1/client/stats',
    '/%61pi/v1/client/stats',
    '/api%2fv1/client/stats',
    '/x/..%2f../api/v1/client/stats',
    '/api;x/v1/client/stats',
    '/_next/data/x/api/v1/client/stats.json',
  ])('43 %s lies outside the API and leads nowhere', async (path) => {
    const answer = await sendRaw(stage.target, [rawRequest(stage.target, `GET ${path}`, bearer())]);
    expect(answer.status).toBe(404);
    expect(answer.text).not.toContain('total_volume');
  });

  test.each(['/api\\v1\\client\\stats', '\\api\\v1', '/api/v1/client/é', 'api/v1/client/stats', '?x'])(
    '43 %s is no path',
    async (path) => {
      const answer = await sendRaw(stage.target, [
        Buffer.from(rawRequest(stage.target, `GET ${path}`, bearer()), 'latin1'),
      ]);
      expectNoRequest(answer);
    },
  );

  test('43 a POST under another spelling stores nothing', async () => {
    const body = JSON.stringify(collection());
    for (const path of [
      `${collections}/`,
      '//api/v1/collections/initiate',
      '/x/../api/v1/collections/initiate',
      '/api/v1/collections/%69nitiate',
    ]) {
      const headers = { ...bearer(), 'Content-Length': body.length };
      const send = () => sendRaw(stage.target, [rawRequest(stage.target, `POST ${path}`, headers, body)]);
      await stage.refuses(account, send, 404, 'NOT_FOUND');
    }
  });

  test('43 the query and headers of a page request change nothing', async () => {
    for (const [query, headers] of [
      ['?_rsc=1', {}],
      ['', { RSC: '1' }],
      ['?_rsc=1', { RSC: '1', 'Next-Router-Prefetch': '1', 'Next-Action': 'x' }],
    ] as const) {
      const without = await stage.call('GET', stats + query, { headers });
      expectError(without, 401);
      const answer = await stage.call('GET', stats + query, { key: account.testKey, headers });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
  });

  test('43 an address in full is the path in it, whatever host it names', async () => {
    for (const origin of [stage.target.baseUrl, 'http://evil.example', 'https://evil.example:99']) {
      const known = await sendRaw(stage.target, [
        rawRequest(stage.target, `GET ${origin}${stats}`, bearer()),
      ]);
      expect(known.status).toBe(200);
      const unknown = await sendRaw(stage.target, [
        rawRequest(stage.target, `GET ${origin}/api/nothing`, bearer()),
      ]);
      expectError(unknown, 404, 'NOT_FOUND');
    }
  });
});

describe('44 a list', () => {
  const transactions = '/api/v1/client/transactions';
  const wrongPages = [
    '0',
    '-1',
    'NaN',
    '1e9',
    '1.5',
    '',
    ' 1',
    '+1',
    '0x1',
    'Infinity',
    '９',
    '1,2',
    '99999999999999999999',
  ];
  const wrongLimits = ['0', '-1', '101', '1000000000', '1e1', 'NaN', '', 'all', '1.0'];

  test.each([
    [transactions, 'page', wrongPages],
    [transactions, 'limit', wrongLimits],
    ['/api/v1/events', 'limit', wrongLimits],
    ['/api/v1/webhook-deliveries', 'limit', wrongLimits],
    ['/api/v1/client/ledger', 'limit', wrongLimits],
    [transactions, 'cursor', ['x', '', 'null', 'a'.repeat(300), Buffer.from('a b').toString('base64url')]],
    [transactions, 'type', ['transfer', 'COLLECTION', '']],
    [transactions, 'status', ['pending', 'DONE', '']],
    [
      transactions,
      'from',
      ['yesterday', '2026-02-30', '2026-13-01', '2026-11-20T25:00:00Z', '2026-11-20T00:00:00', '0', ''],
    ],
    ['/api/v1/webhook-deliveries', 'endpoint_id', ['x', '', '1']],
    ['/api/v1/events', 'transaction_id', ['x', '', '1']],
  ])('44 of %s with a wrong %s is refused as VALIDATION_ERROR', async (path, name, values) => {
    for (const value of values) {
      const send = () =>
        stage.call('GET', `${path}?${name}=${encodeURIComponent(value)}`, { key: account.testKey });
      expect(faultPaths(await stage.refuses(account, send, 400, 'VALIDATION_ERROR'))).toEqual([name]);
    }
  });

  test('44 a page beyond the last is empty', async () => {
    const answer = await stage.call('GET', `${transactions}?page=999999999&limit=100`, {
      key: account.testKey,
    });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      data: [],
      pagination: { page: 999_999_999, limit: 100, next_cursor: null },
    });
  });
});

describe('45 headers of a proxy', () => {
  const spoofed = [
    { 'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware' },
    { 'x-middleware-subrequest': 'src/middleware', 'x-middleware-prefetch': '1' },
    { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1', forwarded: 'for=127.0.0.1;proto=https' },
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', 'x-forwarded-port': '1' },
    { 'x-original-url': '/healthz', 'x-rewrite-url': '/healthz' },
    { 'x-invoke-path': '/healthz', 'x-invoke-output': '/healthz', 'x-matched-path': '/healthz' },
  ];

  test.each(spoofed)('45 %j opens nothing', async (headers: Record<string, string>) => {
    expectError(await stage.call('GET', stats, { headers }), 401);
    const own = await stage.newAccount();
    const send = () => stage.call('POST', collections, { headers, body: collection() });
    await stage.refuses(own, send, 401);
    const made = await stage.call('POST', collections, { key: own.testKey, headers, body: collection() });
    expect(made.status).toBe(200);
    expect(new URL(made.json.data.redirect_url).origin).toBe(stage.target.baseUrl);
    expect(made.headers.has('strict-transport-security')).toBe(false);
  });

  test('45 a foreign Host stands in no address that we make', async () => {
    const body = JSON.stringify(collection());
    const headers = { ...bearer(), Host: 'evil.example', 'Content-Length': body.length };
    const answer = await sendRaw(stage.target, [
      rawRequest(stage.target, `POST ${collections}`, headers, body),
    ]);
    expect(answer.status).toBe(200);
    expect(answer.all).not.toContain('evil.example');
    expect(new URL(answer.json.data.redirect_url).origin).toBe(stage.target.baseUrl);
  });

  test.each(['ev il', 'evil.example/path', 'a@b', 'evil.example#', 'evil.example?x', ''])(
    '45 the Host %j is refused',
    async (host) => {
      const send = () =>
        sendRaw(stage.target, [rawRequest(stage.target, `GET ${stats}`, { ...bearer(), Host: host })]);
      await stage.refuses(account, send, 400, 'VALIDATION_ERROR');
    },
  );

  test('45 a request without a Host is refused, in HTTP/1.1 and 1.0', async () => {
    for (const version of ['1.1', '1.0']) {
      const lines = `Authorization: Bearer ${account.testKey}\r\nConnection: close\r\n\r\n`;
      const answer = await sendRaw(stage.target, [`GET ${stats} HTTP/${version}\r\n${lines}`]);
      expectNoRequest(answer);
    }
  });

  test('45 headers of 20 KB, in one line or in five thousand, are refused', async () => {
    for (const big of ['X-Big: '.padEnd(20_000, 'a'), 'X-Small: a\r\n'.repeat(5_000).trimEnd()]) {
      const answer = await sendRaw(stage.target, [
        rawRequest(stage.target, `GET ${stats}`, withLines([big])),
      ]);
      expectNoRequest(answer);
    }
  });
});

function bearer() {
  return { Authorization: `Bearer ${account.testKey}` };
}

function withLines(lines: string[]): string[] {
  const host = `Host: ${new URL(stage.target.baseUrl).host}`;
  return [host, `Authorization: Bearer ${account.testKey}`, 'Connection: close', ...lines];
}

function chunk(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}

function chunkedRequest(parts: string[]): string {
  const headers = { ...bearer(), 'Transfer-Encoding': 'chunked' };
  return rawRequest(stage.target, `POST ${collections}`, headers, `${parts.map(chunk).join('')}0\r\n\r\n`);
}

/** With an Idempotency-Key, so that the recount shows that a refusal is not kept under it. */
function post(body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}): Promise<Answer> {
  return stage.call('POST', collections, {
    key: account.testKey,
    body,
    headers: { 'idempotency-key': reference(), ...headers },
  });
}

function refusedBody(body: string, code: string): Promise<Answer> {
  return stage.refuses(account, () => post(body), 400, code);
}

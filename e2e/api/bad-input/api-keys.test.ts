import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proxiedServer } from '../people.ts';
import {
  type Account,
  type Answer,
  collection,
  expectError,
  openStage,
  rawRequest,
  reference,
  type Stage,
  sendRaw,
  sharedServer,
  until,
} from './support.ts';

/** safety.md §3, cases 46–54. Not covered: plain HTTP from an address that is not loopback, which needs a second host. */

const collections = '/api/v1/collections/initiate';
const stats = '/api/v1/client/stats';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

let stage: Stage;
let account: Account;

beforeAll(async () => {
  stage = await openStage();
  account = await stage.newAccount();
});

afterAll(() => stage.close());

describe('46 the Authorization header', () => {
  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['Basic', (key: string) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`],
    ['Basic with the bare key', (key: string) => `Basic ${key}`],
    ['Digest', (key: string) => `Digest username="${key}"`],
    ['Token', (key: string) => `Token ${key}`],
    ['the bare key', (key: string) => key],
    ['the scheme alone', 'Bearer'],
    ['the scheme and white space', 'Bearer   '],
    ['a comma after the key', (key: string) => `Bearer ${key},`],
    ['the key twice', (key: string) => `Bearer ${key}, Bearer ${key}`],
    ['two keys', (key: string) => `Bearer ${key} ${key}`],
    ['quotes', (key: string) => `Bearer "${key}"`],
    ['a tab for the space', (key: string) => `Bearer\t${key}`],
    ['no space', (key: string) => `Bearer${key}`],
    ['a colon', (key: string) => `Bearer: ${key}`],
    ['another word before', (key: string) => `X Bearer ${key}`],
    ['NUL as text', (key: string) => `Bearer ${key}%00`],
    ['a JWT', 'Bearer eyJhbGciOiJub25lIn0.e30.'],
    ['a very long key', `Bearer sk_test_${'a'.repeat(10_000)}`],
  ])('46 %s is refused with 401', async (_title, value) => {
    const header = typeof value === 'function' ? value(account.testKey) : value;
    await refusedHeaders(header === undefined ? {} : { Authorization: header });
  });

  test('46 twice is refused with 401, in any order and with the same key', async () => {
    const good = `Authorization: Bearer ${account.testKey}`;
    for (const pair of [
      [good, good],
      [good, 'Authorization: Bearer x'],
      ['Authorization: Basic eDp5', good],
      [good, 'authorization:'],
    ]) {
      const lines = [`Host: ${new URL(stage.target.baseUrl).host}`, 'Connection: close', ...pair];
      const send = () => sendRaw(stage.target, [rawRequest(stage.target, `POST ${collections}`, lines)]);
      await stage.refuses(account, send, 401);
    }
  });

  test.each(['bearer', 'BEARER', 'bEaReR'])('46 the scheme %s is accepted', async (scheme) => {
    const answer = await stage.call('GET', stats, {
      headers: { authorization: `${scheme} ${account.testKey}` },
    });
    expect(answer.status).toBe(200);
  });
});

describe('47 a key', () => {
  test('47 that is cut short anywhere is refused with 401', async () => {
    const { testKey } = account;
    const lengths = Array.from({ length: testKey.length - 1 }, (_, index) => index + 1);
    for (const answer of await Promise.all(lengths.map((length) => ask(testKey.slice(0, length)))))
      expectError(answer, 401);
    for (const answer of await Promise.all(lengths.map((length) => ask(testKey.slice(length)))))
      expectError(answer, 401);
  });

  test('47 with a character more, at either end or between, is refused with 401', async () => {
    const { testKey } = account;
    for (const more of ['0', 'a', 'Z', '_', '=']) {
      for (const at of [0, 8, 20, testKey.length]) {
        expectError(await ask(testKey.slice(0, at) + more + testKey.slice(at)), 401);
      }
    }
  });

  test('47 with one character changed is refused with 401, wherever it is', async () => {
    const { testKey } = account;
    const changed = [...testKey].map((character, index) => {
      const other = alphabet[(alphabet.indexOf(character) + 1) % alphabet.length];
      return testKey.slice(0, index) + other + testKey.slice(index + 1);
    });
    for (const answer of await Promise.all(changed.map(ask))) expectError(answer, 401);
  });

  test('47 in another case is refused with 401', async () => {
    expectError(await ask(account.testKey.toUpperCase()), 401);
    expectError(await ask(account.testKey.toLowerCase()), 401);
  });
});

describe('48 the environment of a key', () => {
  test("48 is the key's own: the other prefix before the same characters is refused with 401", async () => {
    expectError(await ask(account.testKey.replace('sk_test_', 'sk_live_')), 401);
    expectError(await ask(account.liveKey.replace('sk_live_', 'sk_test_')), 401);
    // The same with a checksum that is right.
    const forged = account.testKey.replace('sk_test_', 'sk_live_').slice(0, -6);
    expectError(await ask(forged + checksumOf(forged)), 401);
  });

  test('48 hides the rows of the other one: 404 for each, and lists without them', async () => {
    const own = await stage.newAccount();
    const made = await stage.call('POST', collections, { key: own.testKey, body: collection() });
    const sandbox = made.json.data;
    const live = await copyToLive(sandbox.transaction_id);
    const endpoint = (key: string) =>
      stage.call('POST', '/api/v1/webhook-endpoints', { key, body: { url: 'http://127.0.0.1:9999/' } });
    const [testEndpoint, liveEndpoint] = [await endpoint(own.testKey), await endpoint(own.liveKey)];

    for (const [key, transaction, mine, foreign] of [
      [own.testKey, live, testEndpoint, liveEndpoint],
      [
        own.liveKey,
        { id: sandbox.transaction_id, reference: sandbox.client_reference },
        liveEndpoint,
        testEndpoint,
      ],
    ] as const) {
      for (const name of [transaction.id, transaction.reference]) {
        const look = () => stage.call('GET', `/api/v1/collections/status/${name}`, { key });
        await stage.refuses(own, look, 404, 'TRANSACTION_NOT_FOUND');
      }
      const cancel = () => stage.call('POST', `/api/v1/collections/${transaction.id}/cancel`, { key });
      await stage.refuses(own, cancel, 404, 'TRANSACTION_NOT_FOUND');
      for (const method of ['GET', 'PATCH', 'DELETE']) {
        const path = `/api/v1/webhook-endpoints/${foreign.json.data.id}`;
        const send = () =>
          stage.call(method, path, { key, ...(method === 'PATCH' && { body: { description: 'x' } }) });
        await stage.refuses(own, send, 404, 'NOT_FOUND');
      }
      const listed = await stage.call('GET', '/api/v1/webhook-endpoints', { key });
      expect(listed.json.data.map((each: { id: string }) => each.id)).toEqual([mine.json.data.id]);
      const page = await stage.call('GET', '/api/v1/client/transactions', { key });
      expect(page.json.data.map((each: { transaction_id: string }) => each.transaction_id)).not.toContain(
        transaction.id,
      );
    }
    const found = await stage.call('GET', `/api/v1/collections/status/${live.id}`, { key: own.liveKey });
    expect(found.json.data).toMatchObject({ environment: 'LIVE', status: 'CANCELLED' });
  });

  test("48 a live key gets FORBIDDEN for the sandbox's floats", async () => {
    const path = '/api/v1/sandbox/rail-floats';
    const body = { provider: 'PROVIDER_W', amount: '1.00' };
    await stage.refuses(account, () => stage.call('GET', path, { key: account.liveKey }), 403);
    await stage.refuses(account, () => stage.call('POST', path, { key: account.liveKey, body }), 403);
  });
});

describe('49 a key', () => {
  test('49 that was revoked is refused with 401, at once also when it was just used', async () => {
    const { own, key } = await ownKey();
    expect((await ask(key)).status).toBe(200);
    await stage.sql`update api_keys set revoked_at = now() where client_id = ${own.clientId} and last4 = ${key.slice(-4)}`;
    await until(async () => expectError(await ask(key), 401), 3_000);
    await stage.refuses(own, () => stage.call('POST', collections, { key, body: collection() }), 401);
    expect((await ask(own.testKey)).status).toBe(200);
  });

  test('49 that has expired is refused with 401', async () => {
    const { own, key } = await ownKey();
    await stage.sql`
      update api_keys set expires_at = now() - interval '1 millisecond' where client_id = ${own.clientId} and last4 = ${key.slice(-4)}`;
    await stage.refuses(own, () => stage.call('POST', collections, { key, body: collection() }), 401);
  });

  test('49 that was replaced works until the end of its overlap and not after', async () => {
    const { own, key } = await ownKey();
    expect((await ask(key)).status).toBe(200);
    const [row] = await stage.sql`
      update api_keys set expires_at = now() + interval '3 seconds'
      where client_id = ${own.clientId} and last4 = ${key.slice(-4)} returning expires_at`;
    const endsAt = new Date(row?.expires_at).getTime();
    const first = await ask(key);
    expect(Date.now()).toBeLessThan(endsAt);
    expect(first.status).toBe(200);
    // No announcement comes at the end: the remembered key must know it by itself.
    const refused = await until(async () => {
      const answer = await ask(key);
      expect(answer.status).toBe(401);
      return answer;
    }, 10_000);
    expectError(refused, 401);
    expect(Date.now()).toBeGreaterThanOrEqual(endsAt);
    expect(Date.now()).toBeLessThan(endsAt + 3_000);
    await stage.refuses(own, () => stage.call('POST', collections, { key, body: collection() }), 401);
    expect((await ask(own.testKey)).status).toBe(200);
  });
});

test('50 every key of a suspended client is refused with 403 CLIENT_SUSPENDED, on every route, until it is active again', async () => {
  const own = await stage.newAccount();
  expect((await ask(own.testKey)).status).toBe(200);
  await stage.sql`update clients set status = 'SUSPENDED' where id = ${own.clientId}`;
  await until(async () => expect((await ask(own.testKey)).status).toBe(403), 3_000);
  for (const key of [own.testKey, own.liveKey]) {
    for (const [method, path] of [
      ['GET', stats],
      ['GET', '/api/client/profile'],
      ['GET', '/api/v1/rails/status'],
      ['GET', '/api/v1/webhook-endpoints'],
      ['POST', collections],
      ['POST', '/api/v1/payouts/initiate'],
    ] as const) {
      const body = method === 'POST' ? { body: collection() } : {};
      await stage.refuses(own, () => stage.call(method, path, { key, ...body }), 403, 'CLIENT_SUSPENDED');
    }
  }
  await stage.sql`update clients set status = 'ACTIVE' where id = ${own.clientId}`;
  await until(async () => expect((await ask(own.testKey)).status).toBe(200), 3_000);
});

describe('51 a key that stands anywhere but in the header', () => {
  test.each(['api_key', 'key', 'token', 'access_token', 'authorization', 'Authorization'])(
    '51 in the query as %s is refused with 401',
    async (name) => {
      for (const value of [account.testKey, `Bearer ${account.testKey}`]) {
        const send = () =>
          stage.call('POST', `${collections}?${name}=${encodeURIComponent(value)}`, { body: collection() });
        await stage.refuses(account, send, 401);
      }
    },
  );

  test.each(['api_key', 'Authorization', 'session_token', 'token'])(
    '51 in the cookie %s is refused with 401',
    async (name) => {
      await refusedHeaders({ Cookie: `${name}=${account.testKey}` });
      await refusedHeaders({ Cookie: `${name}=Bearer%20${account.testKey}` });
    },
  );

  test.each([
    'X-Api-Key',
    'X-Auth-Token',
    'Proxy-Authorization',
    'X-Authorization',
    'X-Forwarded-Authorization',
  ])('51 in the header %s is refused with 401', async (name) => {
    await refusedHeaders({ [name]: account.testKey });
    await refusedHeaders({ [name]: `Bearer ${account.testKey}` });
  });

  test('51 in the body or as the user of the address is refused with 401', async () => {
    const body = collection({ api_key: account.testKey, authorization: `Bearer ${account.testKey}` });
    await stage.refuses(account, () => stage.call('POST', collections, { body }), 401);
    const { host } = new URL(stage.target.baseUrl);
    const line = `POST http://${account.testKey}:x@${host}${collections}`;
    const send = () => sendRaw(stage.target, [rawRequest(stage.target, line)]);
    await stage.refuses(account, send, 401);
  });
});

describe('52 a client with an address list', () => {
  test.each([
    ['127.0.0.1', true],
    ['127.0.0.1/32', true],
    ['127.0.0.0/8', true],
    ['0.0.0.0/0', true],
    ['::ffff:127.0.0.1/128', true],
    ['127.0.0.2/32', false],
    ['10.0.0.0/8', false],
    ['::1/128', false],
    ['2000::/3', false],
  ])('52 of %s: its own address is let in: %s', async (cidr, allowed) => {
    const own = await withAddresses([cidr]);
    if (allowed) expect((await ask(own.testKey)).status).toBe(200);
    else
      await stage.refuses(
        own,
        () => stage.call('POST', collections, { key: own.testKey, body: collection() }),
        403,
        'IP_NOT_ALLOWED',
      );
  });

  test.each([
    'X-Forwarded-For',
    'X-Real-IP',
    'Forwarded',
    'X-Client-IP',
    'CF-Connecting-IP',
    'True-Client-IP',
    'X-Forwarded',
  ])('52 is not deceived by %s when no proxy is trusted', async (name) => {
    const own = await withAddresses(['203.0.113.7/32']);
    for (const value of ['203.0.113.7', 'for=203.0.113.7', '127.0.0.1, 203.0.113.7', '::ffff:203.0.113.7']) {
      const headers = { [name]: value };
      const send = () => stage.call('POST', collections, { key: own.testKey, headers, body: collection() });
      await stage.refuses(own, send, 403, 'IP_NOT_ALLOWED');
    }
  });

  test('52 whose list changes is held to the new one at once', async () => {
    const own = await withAddresses(['127.0.0.1/32']);
    expect((await ask(own.testKey)).status).toBe(200);
    await stage.sql`update clients set ip_allowlist = ${['10.0.0.0/8']} where id = ${own.clientId}`;
    await until(async () => expectError(await ask(own.testKey), 403, 'IP_NOT_ALLOWED'), 3_000);
  });
});

describe('53 what a refusal tells', () => {
  test('53 an unknown key, a revoked one and one of a wrong form look alike but for the sentence', async () => {
    const { own, key } = await ownKey();
    await stage.sql`update api_keys set revoked_at = now() where client_id = ${own.clientId} and last4 = ${key.slice(-4)}`;
    const unknown = `sk_test_${'A'.repeat(37)}`;
    const bodies = [];
    for (const each of [key, unknown + checksumOf(unknown)]) {
      const answer = await ask(each);
      expectError(answer, 401);
      bodies.push(answer.text);
    }
    expect(new Set(bodies).size).toBe(1);
    for (const text of bodies) expect(text).not.toContain(key.slice(-4));
  });

  test('53 the beginning of a real key is no faster or slower to refuse than a random one', async () => {
    const real = account.testKey.slice(0, -12);
    const withPrefix = () => withChecksum(real + randomText(6));
    const random = () => withChecksum(`sk_test_${randomText(37)}`);
    const times: Record<'withPrefix' | 'random', number[]> = { withPrefix: [], random: [] };
    const bodies = new Set<string>();
    for (let round = 0; round < 250; round++) {
      for (const [name, make] of round % 2
        ? ([
            ['withPrefix', withPrefix],
            ['random', random],
          ] as const)
        : ([
            ['random', random],
            ['withPrefix', withPrefix],
          ] as const)) {
        const key = make();
        const startedAt = performance.now();
        const answer = await ask(key);
        times[name].push(performance.now() - startedAt);
        expect(answer.status).toBe(401);
        bodies.add(answer.text);
      }
    }
    expect(bodies.size).toBe(1);
    const ratio = median(times.withPrefix) / median(times.random);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  test('53 a key with a wrong checksum is refused without asking the database', async () => {
    const wrong = `sk_test_${randomText(37)}000000`;
    // The store of keys is out of reach for as long as this is held: whoever asks it waits.
    await stage.sql.begin(async (sql) => {
      await sql`lock table api_keys in access exclusive mode`;
      const startedAt = performance.now();
      expectError(await ask(wrong), 401);
      expect(performance.now() - startedAt).toBeLessThan(2_000);
    });
  });
});

describe('behind a proxy', () => {
  const proxied = { ...sharedServer(), ...proxiedServer() };

  function through(key: string, forwarded: Record<string, string>, method = 'GET'): Promise<Answer> {
    const [line, body] =
      method === 'GET' ? [`GET ${stats}`, ''] : [`POST ${collections}`, JSON.stringify(collection())];
    const headers = {
      Authorization: `Bearer ${key}`,
      ...(body && { 'Content-Length': body.length }),
      ...forwarded,
    };
    return sendRaw(proxied, [rawRequest(proxied, line, headers, body)]);
  }

  const https = { 'X-Forwarded-Proto': 'https' };

  test.each([
    [{}],
    [{ 'X-Forwarded-Proto': 'http' }],
    [{ 'X-Forwarded-Proto': '' }],
    [{ 'X-Forwarded-Proto': 'wss' }],
    [{ 'X-Forwarded-Proto': 'https, http' }],
    [{ 'X-Forwarded-Ssl': 'on', 'Front-End-Https': 'on', Forwarded: 'proto=https' }],
  ])(
    '54 %j is refused with 403 HTTPS_REQUIRED, before the key is looked at',
    async (headers: Record<string, string>) => {
      const from = { 'X-Forwarded-For': '203.0.113.7', ...headers };
      await stage.refuses(account, () => through(account.testKey, from, 'POST'), 403, 'HTTPS_REQUIRED');
      await stage.refuses(account, () => through('no key', from, 'POST'), 403, 'HTTPS_REQUIRED');
    },
  );

  test('54 over https it is answered, with HSTS', async () => {
    const answer = await through(account.testKey, { ...https, 'X-Forwarded-For': '203.0.113.7' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('strict-transport-security')).toMatch(/^max-age=\d{8,}/);
  });

  test.each([
    ['203.0.113.7/32', '203.0.113.7', true],
    ['203.0.113.0/24', '198.51.100.1, 203.0.113.7', true],
    ['203.0.113.7/32', '::ffff:203.0.113.7', true],
    ['203.0.113.7/32', '::FFFF:203.0.113.7', true],
    ['2001:db8::/32', '2001:db8::1', true],
    ['2001:db8::/32', '2001:DB8:0:0:0:0:0:1', true],
    ['203.0.113.7/32', '203.0.113.7, 198.51.100.1', false],
    ['203.0.113.7/32', '203.0.113.8', false],
    ['203.0.113.7/32', '203.0.113.7:443', false],
    ['203.0.113.7/32', '0xcb.0.113.7', false],
    ['203.0.113.7/32', '203.0.113.07', false],
    ['203.0.113.7/32', 'unknown', false],
    ['203.0.113.7/32', '', false],
    ['127.0.0.0/8', '203.0.113.7', false],
    ['2001:db8::/32', '203.0.113.7', false],
  ])('52 a list of %s and X-Forwarded-For "%s": let in: %s', async (cidr, chain, allowed) => {
    const own = await withAddresses([cidr]);
    const headers = { ...https, 'X-Forwarded-For': chain };
    if (allowed) expect((await through(own.testKey, headers)).status).toBe(200);
    else await stage.refuses(own, () => through(own.testKey, headers, 'POST'), 403, 'IP_NOT_ALLOWED');
  });

  test('52 without X-Forwarded-For nobody is on a list, and the address of the proxy counts for none', async () => {
    const own = await withAddresses(['127.0.0.1/32']);
    await stage.refuses(own, () => through(own.testKey, https, 'POST'), 403, 'IP_NOT_ALLOWED');
  });
});

function ask(key: string): Promise<Answer> {
  return stage.call('GET', stats, { key });
}

async function refusedHeaders(headers: Record<string, string>): Promise<void> {
  const body = JSON.stringify(collection());
  const all = { ...headers, 'Content-Length': body.length, 'Idempotency-Key': reference() };
  const send = () => sendRaw(stage.target, [rawRequest(stage.target, `POST ${collections}`, all, body)]);
  await stage.refuses(account, send, 401);
}

/** A client with one key more, whose fate is the test's. */
async function ownKey(): Promise<{ own: Account; key: string }> {
  const own = await stage.newAccount();
  return { own, key: await stage.newKey(own.clientId) };
}

async function withAddresses(cidrs: string[]): Promise<Account> {
  const own = await stage.newAccount();
  await stage.sql`update clients set ip_allowlist = ${cidrs} where id = ${own.clientId}`;
  return own;
}

/** A live row, which no rail can make yet, with another id and reference. */
async function copyToLive(id: string): Promise<{ id: string; reference: string }> {
  const live = { id: randomUUID(), reference: reference() };
  await stage.sql`
    insert into transactions
    select (jsonb_populate_record(t, jsonb_build_object(
      'id', ${live.id}::text, 'client_reference', ${live.reference}::text, 'environment', 'LIVE',
      'status', 'CANCELLED', 'completed_at', now()))).*
    from transactions t where t.id = ${id}`;
  return live;
}

function withChecksum(unsigned: string): string {
  return unsigned + checksumOf(unsigned);
}

/** Written anew from contract.md §6, so that it does not share a fault with what it tests. */
function checksumOf(unsigned: string): string {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(unsigned, 'ascii')) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  let rest = (crc ^ 0xffffffff) >>> 0;
  let text = '';
  for (; rest > 0; rest = Math.floor(rest / 62)) text = alphabet.charAt(rest % 62) + text;
  return text.padStart(6, '0');
}

function randomText(length: number): string {
  return Array.from({ length }, () => alphabet[Math.floor(Math.random() * alphabet.length)]).join('');
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

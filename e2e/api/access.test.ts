import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { sqlClient } from '#db/client';
import { startTestServer, type TestServer } from '#e2e/setup/server';
import { hashApiKey } from '#lib/auth/key-format';
import { createApiKey } from '#lib/clients/create-client';
import {
  type Account,
  apiFor,
  balanceOf,
  collect,
  collectionBody,
  fund,
  isError,
  isRefused,
  type Json,
  lookUp,
  newAccount,
  newReference,
  payOut,
  payoutBody,
  providers,
  type Reply,
  send,
  settle,
  statusPath,
  until,
} from './support.ts';

const profile = '/api/client/profile';
const url = (path: string) => inject('baseUrl') + path;
const changeKey = async (key: string, change: Record<string, unknown>): Promise<void> => {
  const sql = sqlClient();
  const rows = await sql`update api_keys set ${sql(change)} where key_hash = ${hashApiKey(key)} returning id`;
  expect(rows).toHaveLength(1);
};
const changeClient = async (account: Account, change: Record<string, unknown>): Promise<void> => {
  const sql = sqlClient();
  const rows = await sql`update clients set ${sql(change)} where id = ${account.clientId} returning id`;
  expect(rows).toHaveLength(1);
};

describe('a key', () => {
  test('is needed on every endpoint, whatever is wrong with the rest of the request', async () => {
    const calls: [string, string, unknown?][] = [
      ['POST', '/api/v1/collections/initiate', {}],
      ['GET', statusPath('collections', 'x')],
      ['POST', '/api/v1/collections/x/otp', {}],
      ['POST', '/api/v1/collections/x/otp/resend'],
      ['POST', '/api/v1/collections/x/cancel'],
      ['POST', '/api/v1/payouts/initiate', 'no json'],
      ['POST', '/api/v1/payouts/send', {}],
      ['GET', statusPath('payouts', 'x')],
      ['POST', '/api/v1/payouts/x/cancel'],
      ['POST', '/api/v1/payouts/quote', {}],
      ['GET', '/api/v1/payment-links'],
      ['POST', '/api/v1/payment-links', {}],
      ['GET', '/api/v1/payment-links/x'],
      ['PATCH', '/api/v1/payment-links/x', {}],
      ['GET', '/api/v1/payment-requests'],
      ['POST', '/api/v1/payment-requests', {}],
      ['GET', '/api/v1/payment-requests/x'],
      ['POST', '/api/v1/payment-requests/x/cancel'],
      ['POST', '/api/v1/payment-requests/x/mark-paid', {}],
      ['GET', '/api/v1/recipients'],
      ['POST', '/api/v1/recipients', {}],
      ['GET', '/api/v1/recipients/x'],
      ['PATCH', '/api/v1/recipients/x', {}],
      ['DELETE', '/api/v1/recipients/x'],
      ['POST', '/api/v1/refunds', {}],
      ['GET', statusPath('refunds', 'x')],
      ['POST', '/api/v1/refunds/x/cancel'],
      ['GET', '/api/v1/client/balance'],
      ['GET', '/api/v1/client/stats'],
      ['GET', '/api/v1/client/earnings-chart'],
      ['GET', '/api/v1/client/transactions?limit=0'],
      ['GET', '/api/v1/client/ledger'],
      ['GET', '/api/v1/seals'],
      ['GET', '/api/v1/seals/1/proof'],
      ['GET', '/api/v1/client/statement'],
      ['GET', '/api/v1/rails/status'],
      ['GET', '/api/v1/sandbox/rail-floats'],
      ['POST', '/api/v1/sandbox/rail-floats', {}],
      ['POST', '/api/v1/sandbox/advance', {}],
      ['GET', '/api/v1/webhook-endpoints'],
      ['POST', '/api/v1/webhook-endpoints', {}],
      ['GET', '/api/v1/webhook-endpoints/x'],
      ['PATCH', '/api/v1/webhook-endpoints/x', {}],
      ['DELETE', '/api/v1/webhook-endpoints/x'],
      ['GET', '/api/v1/webhook-deliveries'],
      ['GET', '/api/v1/webhook-deliveries/x'],
      ['GET', '/api/v1/events'],
      ['GET', profile],
    ];
    for (const [method, path, body] of calls) {
      const reply = await send(method, url(path), body === undefined ? {} : { body });
      isRefused(reply, 401);
    }
  });

  test('is taken from the header only, in any case of the scheme', async () => {
    const { key } = await newAccount();
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      const reply = await send('GET', url(profile), { headers: { authorization: `${scheme} ${key}` } });
      expect(reply.status, scheme).toBe(200);
    }
    const elsewhere: [string, Record<string, string>][] = [
      [`${profile}?api_key=${key}&access_token=${key}&authorization=Bearer%20${key}`, {}],
      [profile, { cookie: `authorization=Bearer ${key}; session_token=${key}; api_key=${key}` }],
      [profile, { 'x-api-key': key }],
      [profile, { authorization: key }],
      [profile, { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` }],
      [profile, { authorization: `Bearer ${key} ${key}` }],
      [profile, { authorization: `Bearer ${key}x` }],
      [profile, { authorization: 'Bearer' }],
    ];
    for (const [path, headers] of elsewhere) isRefused(await send('GET', url(path), { headers }), 401);
  });

  test('twice in two Authorization headers is 401, also when one of them is right', async () => {
    const { key } = await newAccount();
    const other = await newAccount();
    for (const second of [key, other.key, 'nonsense']) {
      const outgoing = request(url(profile), {
        headers: { authorization: [`Bearer ${key}`, `Bearer ${second}`] as unknown as string },
      });
      outgoing.end();
      const [response] = await once(outgoing, 'response');
      response.resume();
      expect(response.statusCode).toBe(401);
    }
  });

  test('with a wrong letter, another environment or another length is 401', async () => {
    const { key } = await newAccount();
    const flipped = key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A');
    for (const wrong of [flipped, key.replace('sk_test_', 'sk_live_'), key.slice(0, -1), key.toLowerCase()]) {
      isRefused(await apiFor(wrong).get(profile), 401);
    }
  });

  test('of the right form that nobody has is 401', async () => {
    // A key of another gateway: well-formed, with its checksum.
    const { makeApiKey } = await import('#lib/auth/key-format');
    isRefused(await apiFor(makeApiKey('SANDBOX')).get(profile), 401);
  });

  test('that is revoked stops at once', async () => {
    const account = await newAccount();
    expect((await account.get(profile)).status).toBe(200);
    await changeKey(account.key, { revoked_at: new Date().toISOString() });
    await until(
      'the revoked key is refused',
      async () => ((await account.get(profile)).status === 401 ? true : undefined),
      4_000,
    );
    isRefused(await account.post('/api/v1/collections/initiate', collectionBody()), 401);
  });

  test('that is replaced works on for the overlap, beside the new one, and then no more', async () => {
    const account = await newAccount();
    const fresh = apiFor(await createApiKey(account.clientId, 'SANDBOX'));
    expect((await account.get(profile)).status).toBe(200);
    const expiresAt = Date.now() + 3_000;
    await changeKey(account.key, { expires_at: new Date(expiresAt).toISOString() });
    const made = await collect(account);
    expect(await lookUp(fresh, 'collections', made.client_reference)).toMatchObject({
      transaction_id: made.transaction_id,
    });
    const last = await until('the old key has ended', async () => {
      const { status } = await account.get(profile);
      if (Date.now() < expiresAt) expect(status).toBe(200);
      return status === 401 ? Date.now() : undefined;
    });
    expect(last).toBeGreaterThanOrEqual(expiresAt);
    expect((await fresh.get(profile)).status).toBe(200);
  });
});

describe('scopes', () => {
  const bodies: Record<string, () => unknown> = {
    '/api/v1/collections/initiate': collectionBody,
    '/api/v1/payouts/initiate': payoutBody,
    '/api/v1/payouts/send': payoutBody,
    '/api/v1/payouts/quote': payoutBody,
    '/api/v1/payment-links': () => ({ title: 'Fees' }),
    '/api/v1/payment-requests': () => ({
      description: 'Fees',
      customer_mobile: '+2207012345',
      amount: '10.00',
    }),
    '/api/v1/recipients': () => ({ name: 'Lamin Jallow', mobile: '+2203456789' }),
    '/api/v1/refunds': () => ({
      collection: paid.client_reference,
      client_reference: newReference(),
      amount: '1.00',
    }),
    '/api/v1/sandbox/advance': () => ({ seconds: 1 }),
    '/api/v1/sandbox/rail-floats': () => ({ provider: 'PROVIDER_W', amount: '5.00' }),
    '/api/v1/webhook-endpoints': () => ({ url: 'https://shop.example.com/hook' }),
  };
  const reads = [
    '/api/v1/client/balance',
    '/api/v1/client/stats',
    '/api/v1/client/earnings-chart',
    '/api/v1/client/transactions',
    '/api/v1/client/ledger',
    '/api/v1/seals',
    '/api/v1/client/statement?from=2026-11-01&to=2026-11-20',
    '/api/v1/webhook-endpoints',
    '/api/v1/payment-links',
    '/api/v1/payment-requests',
    '/api/v1/recipients',
    '/api/v1/webhook-deliveries',
    '/api/v1/events',
    '/api/v1/rails/status',
    '/api/v1/sandbox/rail-floats',
    profile,
  ];
  let full: Account;
  let collection: Json;
  let payout: Json;
  let paid: Json;
  let refund: Json;
  const scoped = async (scope: 'read' | 'collections' | 'payouts') =>
    apiFor(await createApiKey(full.clientId, 'SANDBOX', scope));

  beforeAll(async () => {
    full = await newAccount();
    paid = await settle(full, '300.00');
    refund = (await full.post('/api/v1/refunds', bodies['/api/v1/refunds']?.())).body.data;
    await fund(full, '100.00');
    collection = await collect(full, { provider: 'PROVIDER_A' });
    payout = await payOut(full);
  });

  test('a full key may do everything', async () => {
    for (const path of reads) expect((await full.get(path)).status, path).toBe(200);
    for (const [path, body] of Object.entries(bodies)) {
      const reply = await full.post(path, body());
      expect(reply.status, path + reply.text).toBe(200);
    }
  });

  test('a read key reads everything and changes nothing', async () => {
    const api = await scoped('read');
    const lookUps = [
      statusPath('collections', collection.client_reference),
      statusPath('payouts', payout.client_reference),
      statusPath('refunds', refund.client_reference),
    ];
    for (const path of [...reads, ...lookUps]) expect((await api.get(path)).status, path).toBe(200);
    const before = await full.get('/api/v1/client/transactions');
    for (const [path, body] of Object.entries(bodies))
      isRefused(await api.post(path, body()), 403, 'SCOPE_MISSING');
    const id = collection.transaction_id;
    isRefused(await api.post(`/api/v1/collections/${id}/otp`, { otp: '000000' }), 403, 'SCOPE_MISSING');
    isRefused(await api.post(`/api/v1/collections/${id}/otp/resend`), 403, 'SCOPE_MISSING');
    isRefused(await api.post(`/api/v1/collections/${id}/cancel`), 403, 'SCOPE_MISSING');
    isRefused(await api.post(`/api/v1/payouts/${payout.transaction_id}/cancel`), 403, 'SCOPE_MISSING');
    isRefused(await api.post(`/api/v1/refunds/${refund.transaction_id}/cancel`), 403, 'SCOPE_MISSING');
    expect((await full.get('/api/v1/client/transactions')).body).toEqual(before.body);
  });

  test('a collections key collects, and touches no payout and no refund', async () => {
    const api = await scoped('collections');
    const made = await collect(api, { provider: 'PROVIDER_A' });
    expect(await lookUp(api, 'collections', made.client_reference)).toMatchObject({ status: 'PENDING' });
    const paid = await api.post(`/api/v1/collections/${made.transaction_id}/otp`, { otp: '000000' });
    expect(paid.status).toBe(200);
    expect((await api.get(profile)).status).toBe(200);
    for (const path of ['/api/v1/payouts/initiate', '/api/v1/payouts/send']) {
      isRefused(await api.post(path, payoutBody()), 403, 'SCOPE_MISSING');
    }
    isRefused(await api.post('/api/v1/refunds', bodies['/api/v1/refunds']?.()), 403, 'SCOPE_MISSING');
    isRefused(await api.get(statusPath('payouts', payout.client_reference)), 403, 'SCOPE_MISSING');
    isRefused(await api.get('/api/v1/recipients'), 403, 'SCOPE_MISSING');
    isRefused(await api.post('/api/v1/payouts/quote', payoutBody()), 403, 'SCOPE_MISSING');
    isRefused(await api.get(statusPath('refunds', refund.client_reference)), 403, 'SCOPE_MISSING');
    isRefused(await api.post(`/api/v1/payouts/${payout.transaction_id}/cancel`), 403, 'SCOPE_MISSING');
    isRefused(await api.post(`/api/v1/refunds/${refund.transaction_id}/cancel`), 403, 'SCOPE_MISSING');
  });

  test('a payouts key pays out, and touches no collection', async () => {
    const api = await scoped('payouts');
    const made = await payOut(api);
    expect(await lookUp(api, 'payouts', made.client_reference)).toMatchObject({ status: 'SUCCEEDED' });
    expect((await api.get(profile)).status).toBe(200);
    isRefused(await api.post('/api/v1/collections/initiate', collectionBody()), 403, 'SCOPE_MISSING');
    isRefused(await api.get(statusPath('collections', collection.client_reference)), 403, 'SCOPE_MISSING');
    isRefused(
      await api.post(`/api/v1/collections/${collection.transaction_id}/cancel`),
      403,
      'SCOPE_MISSING',
    );
    expect((await lookUp(full, 'collections', collection.client_reference)).status).toBe('PENDING');
  });

  test('the missing scope is told before a fault of the body', async () => {
    const api = await scoped('read');
    isRefused(await api.post('/api/v1/payouts/initiate', '{"broken'), 403, 'SCOPE_MISSING');
  });
});

describe('an account', () => {
  test('that is suspended is 403 CLIENT_SUSPENDED with each of its keys, until it is active again', async () => {
    const account = await newAccount();
    const second = apiFor(await createApiKey(account.clientId, 'SANDBOX', 'read'));
    expect((await account.get(profile)).status).toBe(200);
    await changeClient(account, { status: 'SUSPENDED' });
    const refused = (api: Pick<Account, 'get'>) => async () =>
      (await api.get(profile)).status === 403 ? true : undefined;
    await until('the first key is refused', refused(account), 4_000);
    await until('the second key is refused', refused(second), 4_000);
    isRefused(await account.post('/api/v1/collections/initiate', collectionBody()), 403, 'CLIENT_SUSPENDED');
    await changeClient(account, { status: 'ACTIVE' });
    await until(
      'it is served again',
      async () => ((await account.get(profile)).status === 200 ? true : undefined),
      4_000,
    );
  });

  test.each([
    [['10.0.0.0/8'], 403],
    [['2001:db8::/32'], 403],
    [['127.0.0.2/32'], 403],
    [['10.0.0.0/8', '127.0.0.0/8'], 200],
    [['127.0.0.1/32'], 200],
    [[], 200],
  ])('that allows %j is answered %i here, whatever X-Forwarded-For claims', async (ipAllowlist, status) => {
    const account = await newAccount();
    await changeClient(account, { ip_allowlist: ipAllowlist });
    const headers = {
      'x-forwarded-for': status === 200 ? '203.0.113.9' : '10.1.2.3',
      'x-real-ip': '10.1.2.3',
    };
    const reply = await account.get(profile, headers);
    if (status === 403) isRefused(reply, 403, 'IP_NOT_ALLOWED');
    else expect(reply.status).toBe(200);
  });
});

describe('a live key', () => {
  test('finds no rail enabled, and stores nothing', async () => {
    const live = await newAccount({ environment: 'LIVE' });
    expect(live.key).toMatch(/^sk_live_/);
    for (const provider of [undefined, ...providers]) {
      for (const [path, body] of [
        ['/api/v1/collections/initiate', collectionBody({ provider })],
        ['/api/v1/payouts/initiate', payoutBody({ provider })],
      ] as const) {
        isError(await live.post(path, body), 422, 'provider_not_enabled');
      }
    }
    expect((await live.get('/api/v1/client/transactions')).body.data).toEqual([]);
    const rails = (await live.get('/api/v1/rails/status')).body.data;
    for (const rail of rails) for (const each of rail.operations) expect(each.status).toBe('CLOSED');
  });

  test('takes http for localhost in no URL', async () => {
    const live = await newAccount({ environment: 'LIVE' });
    const body = collectionBody({ success_url: 'http://localhost:8080/' });
    isError(await live.post('/api/v1/collections/initiate', body), 400, 'VALIDATION_ERROR');
  });

  test('has no rail floats and no clock to move: 403', async () => {
    const live = await newAccount({ environment: 'LIVE' });
    isRefused(await live.get('/api/v1/sandbox/rail-floats'), 403);
    isRefused(
      await live.post('/api/v1/sandbox/rail-floats', { provider: 'PROVIDER_W', amount: '5.00' }),
      403,
    );
    isRefused(await live.post('/api/v1/sandbox/advance', { seconds: 60 }), 403);
  });

  test("sees nothing of the same client's sandbox", async () => {
    const account = await newAccount();
    const live = apiFor(await createApiKey(account.clientId, 'LIVE'));
    const made = await settle(account, '90.00');
    isError(await live.get(statusPath('collections', made.client_reference)), 404, 'TRANSACTION_NOT_FOUND');
    isError(await live.get(statusPath('collections', made.transaction_id)), 404, 'TRANSACTION_NOT_FOUND');
    isError(
      await live.post(`/api/v1/collections/${made.transaction_id}/cancel`),
      404,
      'TRANSACTION_NOT_FOUND',
    );
    expect((await live.get('/api/v1/client/transactions')).body.pagination.total).toBe(0);
    expect((await live.get('/api/v1/events')).body.data).toEqual([]);
    expect((await live.get('/api/v1/client/ledger')).body.data).toEqual([]);
    expect((await balanceOf(live)).total_collected_bututs).toBe(0);
    expect((await live.get(profile)).body.id).toBe(account.clientId);
  });
});

describe('the rate limit', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(inject('postgresUrl'), {
      DATABASE_URL: inject('databaseUrl'),
      KAIRA_SECRET: inject('kairaSecret'),
      RATE_LIMIT_PER_SECOND: '5',
      RATE_LIMIT_BURST: '10',
    });
  });
  afterAll(() => server.stop());

  const burst = async (api: Account, count: number): Promise<{ allowed: Reply[]; limited: Reply[] }> => {
    const there = apiFor(api.key, server.baseUrl);
    const replies = await Promise.all(Array.from({ length: count }, () => there.get(profile)));
    return {
      allowed: replies.filter((each) => each.status === 200),
      limited: replies.filter((each) => each.status !== 200),
    };
  };

  test('lets a burst through, then answers 429 RATE_LIMITED with Retry-After and RateLimit headers', async () => {
    const account = await newAccount();
    const startedAt = Date.now();
    const { allowed, limited } = await burst(account, 40);
    const refilled = Math.ceil(((Date.now() - startedAt) / 1000) * 5);
    expect(allowed.length).toBeGreaterThanOrEqual(10);
    expect(allowed.length).toBeLessThanOrEqual(10 + refilled);
    expect(limited.length).toBeGreaterThan(0);
    for (const reply of limited) {
      isError(reply, 429, 'RATE_LIMITED');
      expect(reply.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
      expect(reply.headers.get('ratelimit-limit')).toMatch(/^\d+$/);
      expect(reply.headers.get('ratelimit-remaining')).toBe('0');
      expect(reply.headers.get('ratelimit-reset')).toMatch(/^\d+$/);
    }
    const waitMs = Number(limited[0]?.headers.get('retry-after')) * 1000;
    const there = apiFor(account.key, server.baseUrl);
    await until(
      'the key is served again',
      async () => ((await there.get(profile)).status === 200 ? true : undefined),
      waitMs + 2_000,
    );
  });

  test('is per key: another one of the same client is not slowed down', async () => {
    const account = await newAccount();
    expect((await burst(account, 40)).limited.length).toBeGreaterThan(0);
    const other = apiFor(await createApiKey(account.clientId, 'SANDBOX'), server.baseUrl);
    expect((await other.get(profile)).status).toBe(200);
  });

  test('is told before a fault of the body, and stores nothing', async () => {
    const account = await newAccount();
    const there = apiFor(account.key, server.baseUrl);
    const replies = await Promise.all(
      Array.from({ length: 40 }, () => there.post('/api/v1/collections/initiate', '{"broken')),
    );
    const limited = replies.filter((each) => each.status === 429);
    expect(limited.length).toBeGreaterThan(0);
    for (const each of replies.filter((reply) => reply.status !== 429)) isError(each, 400, 'MALFORMED_JSON');
  });

  test('can be set apart for a client', async () => {
    const account = await newAccount();
    await changeClient(account, { rate_limit_per_second: 100, rate_limit_burst: 200 });
    expect((await burst(account, 40)).limited).toEqual([]);
  });

  test('is counted by all servers together, where they share it', async () => {
    const account = await newAccount();
    const sharing = await startTestServer(inject('postgresUrl'), {
      DATABASE_URL: inject('databaseUrl'),
      KAIRA_SECRET: inject('kairaSecret'),
      RATE_LIMIT_PER_SECOND: '1',
      RATE_LIMIT_BURST: '10',
      RATE_LIMIT_SHARED: 'always',
    });
    try {
      const there = apiFor(account.key, sharing.baseUrl);
      expect((await there.get(profile)).status).toBe(200);
      // As another server would; nothing comes back for a while.
      const taken = await sqlClient()`
        update rate_buckets set tokens = tokens - 8, at = now() + interval '1 hour'
        where key_id = (select id from api_keys where client_id = ${account.clientId}) returning tokens`;
      expect(Math.floor(taken[0]?.tokens)).toBe(1);
      const replies = await Promise.all(Array.from({ length: 5 }, () => there.get(profile)));
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 429, 429, 429, 429]);
    } finally {
      await sharing.stop();
    }
  });
});

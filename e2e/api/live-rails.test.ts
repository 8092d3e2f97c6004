import { createHmac } from 'node:crypto';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startTestServer, type TestServer } from '#e2e/setup/server';
import { leadTo, superuserSql } from '#e2e/setup/test-database';
import { type RailSimulator, startRailSimulator } from '#simulator/server';
import { expectDescribed } from './described.ts';

// A gateway of its own with all live rails connected to the simulator, over HTTP only. safety.md 86-90.

// biome-ignore lint/suspicious/noExplicitAny: an answer is unknown on purpose; each test says what must be in it.
type Json = any;

let simulator: RailSimulator;
let server: TestServer;
let sql: Sql;
let key: string;

beforeAll(async () => {
  simulator = await startRailSimulator({ float: '100000.00' });
  server = await startTestServer(inject('postgresUrl'), simulator.settings);
  leadTo(server.databaseUrl);
  process.env.KAIRA_SECRET = server.secret;
  process.env.DATABASE_POOL = '4';
  await control('notify', { url: `${server.baseUrl}/rails/{rail}/notify` });
  sql = superuserSql();
  const { createApiKey, createClient, ensureAccounts } = await import('#lib/clients/create-client');
  const { fundFloat } = await import('#lib/ledger/fund-float');
  const id = await createClient({ name: 'Shop', businessPhone: '+2207012345', businessEmail: 's@k.example' });
  await ensureAccounts();
  key = await createApiKey(id, 'LIVE');
  const client = { id, name: 'Shop', commissionBps: 150 };
  const ctx = { client, environment: 'LIVE', actor: { type: 'system' }, now: () => new Date() } as const;
  for (const provider of ['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C'])
    await fundFloat(ctx, provider, 100_000_00n);
  // Something to pay out of.
  const made = await collect({ amount: '5000.00' });
  await control('pay', { rail: 'PROVIDER_W', reference: made.transaction_id });
  await until(
    'paid',
    () => statusOf(made.client_reference),
    (status) => status === 'SUCCEEDED',
  );
}, 90_000);

afterAll(async () => {
  const { closeDatabase } = await import('#db/client');
  await closeDatabase();
  await server.stop();
  await simulator.close();
});

async function control(order: string, body: unknown): Promise<Json> {
  const response = await fetch(`${simulator.url}/control/${order}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect([order, response.ok]).toEqual([order, true]);
  return response.json();
}

async function call(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: Json; headers: Headers }> {
  const response = await fetch(server.baseUrl + path, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { status, headers } = response;
  const text = await response.text();
  expectDescribed(method, path, { status, headers, text });
  return { status, body: JSON.parse(text), headers };
}

let order = 0;
async function collect(fields: Record<string, unknown> = {}): Promise<Json> {
  const client_reference = `live-${++order}`;
  const customer_mobile = `+22070${String(10_000 + order)}`;
  const reply = await call('POST', '/api/v1/collections/initiate', {
    ...{ amount: '150.00', currency: 'GMD', client_reference, customer_mobile },
    ...fields,
  });
  expect([reply.status, reply.body.error]).toEqual([200, undefined]);
  return reply.body.data;
}

async function statusOf(reference: string): Promise<string> {
  return (await call('GET', `/api/v1/collections/status/${reference}`)).body.data.status;
}

async function until<T>(what: string, read: () => Promise<T>, isTrue: (value: T) => boolean): Promise<T> {
  const end = Date.now() + 20_000;
  for (;;) {
    const value = await read();
    if (isTrue(value)) return value;
    if (Date.now() > end) throw new Error(`${what}: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** As PROVIDER_W signs: the time and the raw body without anything between them. */
function signedByW(
  body: string,
  at = Math.floor(Date.now() / 1000),
  secret = secretOf('RAIL_W_NOTICE_SECRETS'),
): Record<string, string> {
  return {
    'wave-signature': `t=${at},v1=${createHmac('sha256', secret).update(`${at}${body}`).digest('hex')}`,
  };
}

function secretOf(setting: string): string {
  return simulator.settings[setting]?.split(',')[0] ?? '';
}

async function notify(
  rail: string,
  body: string | Uint8Array,
  headers: Record<string, string>,
): Promise<number> {
  const response = await fetch(`${server.baseUrl}/rails/${rail}/notify`, {
    method: 'POST',
    headers,
    body: body as string,
  });
  const { status, headers: answered } = response;
  expectDescribed('POST', `/rails/${rail}/notify`, {
    status,
    headers: answered,
    text: await response.text(),
  });
  return status;
}

async function sessionOf(collection: Json): Promise<Json> {
  const [row] = await sql`select rail_reference from transactions where id = ${collection.transaction_id}`;
  return {
    id: row?.rail_reference,
    checkout_status: 'complete',
    payment_status: 'succeeded',
    last_payment_error: null,
    transaction_id: 'T_1',
    client_reference: collection.transaction_id,
    amount: collection.amount,
    currency: 'GMD',
    wave_launch_url: collection.redirect_url,
    when_created: collection.created_at,
    when_expires: collection.expires_at,
    when_completed: collection.created_at,
  };
}

const eventOf = (data: Json, id = `EV_${++order}`) =>
  JSON.stringify({ id, type: 'checkout.session.completed', data });

describe('a live payment from its start to its end', () => {
  test.each(['PROVIDER_W', 'PROVIDER_C'])(
    'a collection on %s is paid, and the client hears of it',
    async (provider) => {
      const made = await collect({ provider });
      expect(made).toMatchObject({ status: 'PENDING', environment: 'LIVE', next_action: null });
      expect(made.redirect_url).toContain(simulator.url);
      await control('pay', { rail: provider, reference: made.transaction_id });
      await until(
        'paid',
        () => statusOf(made.client_reference),
        (status) => status === 'SUCCEEDED',
      );
      const events = await call('GET', `/api/v1/events?transaction_id=${made.transaction_id}`);
      expect(events.body.data.map((each: Json) => [each.event, each.data.environment])).toEqual([
        ['payment.succeeded', 'LIVE'],
      ]);
    },
  );

  test('a card is paid on the acquirer’s page, of which the notice alone tells', async () => {
    const made = await collect({ provider: 'PROVIDER_C_CARD' });
    expect(made.redirect_url).toBeNull();
    expect(made.next_action.show_card_page.url).toContain(simulator.url);
    await control('pay', { rail: 'PROVIDER_C_CARD', reference: made.transaction_id });
    await until(
      'paid',
      () => statusOf(made.client_reference),
      (status) => status === 'SUCCEEDED',
    );
  });

  test('a one-time password charges the wallet', async () => {
    const made = await collect({ provider: 'PROVIDER_A' });
    const sms = await (
      await fetch(`${simulator.url}/control/sms?mobile=${encodeURIComponent(made.customer_mobile)}`)
    ).json();
    const code = (sms as Json).otp ?? (sms as Json).code;
    const path = `/api/v1/collections/${made.transaction_id}/otp`;
    const wrong = await call('POST', path, { otp: code === '000000' ? '000001' : '000000' });
    expect([wrong.status, wrong.body.error.code]).toEqual([422, 'INVALID_OTP']);
    const right = await call('POST', path, { otp: code });
    expect([right.status, right.body.data.status]).toEqual([200, 'SUCCEEDED']);
    const [kept] = await sql`select * from transactions where id = ${made.transaction_id}`;
    expect(JSON.stringify(kept)).not.toContain(code);
  });

  test.each(['PROVIDER_W', 'PROVIDER_A', 'PROVIDER_C'])(
    'a payout on %s arrives',
    async (provider) => {
      const client_reference = `payout-${provider}`;
      const body = {
        amount: '20.00',
        currency: 'GMD',
        recipient_mobile: '+2207012345',
        client_reference,
        provider,
      };
      const made = await call('POST', '/api/v1/payouts/initiate', body);
      expect([made.status, made.body.error]).toEqual([200, undefined]);
      const read = async () =>
        (await call('GET', `/api/v1/payouts/status/${client_reference}`)).body.data.status;
      await until('delivered', read, (status) => status === 'SUCCEEDED');
      expect((await call('POST', '/api/v1/payouts/initiate', body)).headers.get('idempotent-replayed')).toBe(
        'true',
      );
    },
    40_000,
  );

  test('the customer who comes back waits for the rail’s word, and is then sent on', async () => {
    const made = await collect({
      success_url: 'https://shop.example/thanks',
      error_url: 'https://shop.example/sorry',
    });
    const page = `${server.baseUrl}/checkout/${made.transaction_id}/return`;
    const waiting = await fetch(page, { redirect: 'manual' });
    expect([waiting.status, await waiting.text()]).toEqual([
      200,
      expect.stringContaining('Waiting for confirmation'),
    ]);
    await control('misbehave', { rail: 'PROVIDER_W', operation: 'notice', kind: 'lost', times: 1 });
    await control('pay', { rail: 'PROVIDER_W', reference: made.transaction_id });
    // The error address is no proof of anything: what was paid is paid.
    // The rail is asked again ten seconds after the last time; the page comes back by itself until then.
    await expect
      .poll(async () => (await fetch(`${page}?from=error`, { redirect: 'manual' })).headers.get('location'), {
        timeout: 20_000,
        interval: 1_000,
      })
      .toBe('https://shop.example/thanks');
  });

  test('a customer who comes back without a payment cancels it by saying so, never by the address', async () => {
    const made = await collect({ error_url: 'https://shop.example/sorry' });
    const page = `${server.baseUrl}/checkout/${made.transaction_id}/return`;
    for (const method of ['GET', 'HEAD']) {
      const opened = await fetch(`${page}?from=error`, { method, redirect: 'manual' });
      expect(opened.status).toBe(200);
    }
    expect(await statusOf(made.client_reference)).toBe('PENDING');
    const shown = await (await fetch(`${page}?from=error`)).text();
    expect(shown).toContain('I did not pay: cancel');
    expect(await (await fetch(page)).text()).not.toContain('I did not pay');
    const say = (choice: string) =>
      fetch(page, { method: 'POST', body: new URLSearchParams({ choice }), redirect: 'manual' });
    expect((await say('pay')).status).toBe(400);
    expect(await statusOf(made.client_reference)).toBe('PENDING');
    const said = await say('cancel');
    expect([said.status, said.headers.get('location')]).toEqual([303, expect.stringContaining('from=form')]);
    expect(await statusOf(made.client_reference)).toBe('CANCELLED');
    const back = await fetch(page, { redirect: 'manual' });
    expect([back.status, back.headers.get('location')]).toEqual([303, 'https://shop.example/sorry']);
    // What has ended stays ended, and is no error.
    expect((await say('cancel')).status).toBe(303);
    const late = await fetch(`${simulator.url}/control/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ rail: 'PROVIDER_W', reference: made.transaction_id }),
    });
    expect(late.status).toBe(409);
  });
});

describe('notices of rails', () => {
  test('[86] without a signature, with a wrong or an old one, or with another rail’s secret are refused', async () => {
    const made = await collect();
    const body = eventOf(await sessionOf(made));
    const old = Math.floor(Date.now() / 1000) - 400;
    const refused: [string, string, Record<string, string>][] = [
      ['PROVIDER_W', body, {}],
      ['PROVIDER_W', body, { 'wave-signature': 't=1,v1=00' }],
      ['PROVIDER_W', body, signedByW(body, old)],
      ['PROVIDER_W', `${body} `, signedByW(body)],
      ['PROVIDER_W', body, signedByW(body, undefined, secretOf('RAIL_C_NOTICE_SECRETS'))],
      ['PROVIDER_C', body, signedByW(body)],
      ['PROVIDER_C_CARD', body, signedByW(body)],
    ];
    for (const [rail, raw, headers] of refused)
      expect([headers, await notify(rail, raw, headers)]).toEqual([headers, 401]);
    // A rail that sends none, one that there is none of, and another method.
    expect(await notify('PROVIDER_A', body, signedByW(body))).toBe(404);
    expect(await notify('PROVIDER_X', body, signedByW(body))).toBe(404);
    expect((await fetch(`${server.baseUrl}/rails/PROVIDER_W/notify`)).status).toBe(405);
    const [stored] = await sql`select count(*)::int as n from rail_notices where body_sealed is null`;
    expect([stored?.n, await statusOf(made.client_reference)]).toEqual([0, 'PENDING']);
  });

  test('[86] replayed a hundred times are one notice, and the rail’s own record decides', async () => {
    const made = await collect();
    const body = eventOf(await sessionOf(made), 'EV_replayed');
    const headers = signedByW(body);
    const answers = await Promise.all(Array.from({ length: 100 }, () => notify('PROVIDER_W', body, headers)));
    expect(new Set(answers)).toEqual(new Set([200]));
    const [kept] = await sql`select repeats from rail_notices where dedupe_id like '%EV_replayed%'`;
    expect(kept?.repeats).toBe(99);
    // It says that it was paid, and it was not.
    expect(await statusOf(made.client_reference)).toBe('PENDING');
    await control('pay', { rail: 'PROVIDER_W', reference: made.transaction_id });
    await until(
      'paid',
      () => statusOf(made.client_reference),
      (status) => status === 'SUCCEEDED',
    );
    const [journals] =
      await sql`select count(*)::int as n from journals where transaction_id = ${made.transaction_id}`;
    expect(journals?.n).toBe(1);
  });

  test.each([
    ['another amount', { amount: '1500.00' }],
    ['a negative amount', { amount: '-150.00' }],
    ['a number for an amount', { amount: 150 }],
    ['another currency', { currency: 'USD' }],
    ['another reference', { client_reference: '01900000-0000-7000-8000-000000000000' }],
    ['another session', { id: 'cos-other' }],
  ])('[87] with %s move nothing', async (_what, lie) => {
    const made = await collect();
    const body = eventOf({ ...(await sessionOf(made)), ...lie });
    const status = await notify('PROVIDER_W', body, signedByW(body));
    expect([200, 400]).toContain(status);
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(await statusOf(made.client_reference)).toBe('PENDING');
    const [journals] =
      await sql`select count(*)::int as n from journals where transaction_id = ${made.transaction_id}`;
    expect(journals?.n).toBe(0);
  });

  test('[88] of a payout’s id on a collection’s notice open a case and move nothing', async () => {
    const [payout] =
      await sql`select * from transactions where type = 'payout' and provider = 'PROVIDER_W' limit 1`;
    const made = await collect();
    const body = eventOf({
      ...(await sessionOf(made)),
      id: 'cos-none',
      client_reference: payout?.id,
      amount: '20.00',
    });
    expect(await notify('PROVIDER_W', body, signedByW(body))).toBe(200);
    const read = () => sql`select kind from cases where transaction_id = ${payout?.id}`;
    await until(
      'a case',
      async () => read(),
      (rows) => rows.length === 1,
    );
    const [after] = await sql`select status, version from transactions where id = ${payout?.id}`;
    expect(after).toEqual({ status: payout?.status, version: payout?.version });
  });

  test('[88] a success for what has ended is credited late, by the rail’s own record', async () => {
    const made = await collect({ provider: 'PROVIDER_C' });
    expect((await call('POST', `/api/v1/collections/${made.transaction_id}/cancel`)).body.data.status).toBe(
      'CANCELLED',
    );
    await control('pay', { rail: 'PROVIDER_C', reference: made.transaction_id });
    await until(
      'credited',
      () => statusOf(made.client_reference),
      (status) => status === 'SUCCEEDED',
    );
    expect((await call('GET', `/api/v1/collections/status/${made.client_reference}`)).body.data.late).toBe(
      true,
    );
  });

  test('[88] a sandbox collection is not to be found by a live notice', async () => {
    const { createApiKey } = await import('#lib/clients/create-client');
    const [client] = await sql`select id from clients where name = 'Shop'`;
    const testKey = await createApiKey(client?.id, 'SANDBOX');
    const made = await fetch(`${server.baseUrl}/api/v1/collections/initiate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ amount: '151.00', currency: 'GMD', client_reference: 'sandbox' }),
    }).then((response) => response.json() as Json);
    const body = eventOf({ ...(await sessionOf(made.data)), id: 'cos-sandbox', amount: '151.00' });
    expect(await notify('PROVIDER_W', body, signedByW(body))).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const [row] = await sql`select status from transactions where id = ${made.data.transaction_id}`;
    expect(row?.status).toBe('PENDING');
  });

  test('[89] that are too long, no JSON, or of a kind that nobody knows', async () => {
    const long = 'x'.repeat(70_000);
    expect(await notify('PROVIDER_W', long, signedByW(long))).toBe(413);
    expect(await notify('PROVIDER_W', 'no json', signedByW('no json'))).toBe(400);
    expect(await notify('PROVIDER_W', '', signedByW(''))).toBe(400);
    const made = await collect();
    const strange = JSON.stringify({
      id: 'EV_strange',
      type: 'checkout.session.eaten',
      data: await sessionOf(made),
    });
    expect([200, 400]).toContain(await notify('PROVIDER_W', strange, signedByW(strange)));
    const words = eventOf({ ...(await sessionOf(made)), payment_status: 'eaten' });
    expect([200, 400]).toContain(await notify('PROVIDER_W', words, signedByW(words)));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await statusOf(made.client_reference)).toBe('PENDING');
  });

  test('[90] that overtake the answer of the call that caused them are not lost', async () => {
    await control('misbehave', { rail: 'PROVIDER_C', operation: 'payout', kind: 'before_answer', times: 1 });
    const facts = {
      amount: '22.00',
      currency: 'GMD',
      recipient_mobile: '+2207012345',
      provider: 'PROVIDER_C',
    };
    await call('POST', '/api/v1/payouts/initiate', { ...facts, client_reference: 'overtaken' });
    const read = async () => (await call('GET', '/api/v1/payouts/status/overtaken')).body.data;
    const payout = await until('delivered', read, ({ status }) => status === 'SUCCEEDED');
    const notices = async () =>
      sql`select status from rail_notices where transaction_id = ${payout.transaction_id} and run_at is null`;
    const [notice] = await until(
      'worked',
      async () => notices(),
      (rows) => rows.length > 0,
    );
    expect(['APPLIED', 'IGNORED']).toContain(notice?.status);
  });

  test('[90] of a payment that we do not know yet wait for it', async () => {
    const early = { ...(await sessionOf(await collect())), id: 'cos-early', amount: '77.00' };
    const body = eventOf({ ...early, client_reference: '01990000-0000-7000-8000-00000000abcd' }, 'EV_early');
    expect(await notify('PROVIDER_W', body, signedByW(body))).toBe(200);
    const read = async () =>
      (await sql`select status, attempts from rail_notices where dedupe_id like '%EV_early%'`)[0];
    const waiting = await until('a second look', read, (row) => (row?.attempts ?? 0) > 1);
    expect(waiting?.status).toBe('RECEIVED');
  });
});

describe('a rail that was switched off or is closed', () => {
  test('refuses collections at once and names the rails that work', async () => {
    await sql`
      insert into rail_health (provider, direction, status, since, figures, override, override_reason, override_by_name, override_at, updated_at)
      values ('PROVIDER_C', 'collection', 'OPERATIONAL', now(), '{"calls":0,"troubled":0,"p50Ms":null,"p95Ms":null}', 'CLOSED', 'a test', 'Fatou', now(), now())
      on conflict (provider, direction) do update set override = 'CLOSED'`;
    const body = { amount: '150.00', currency: 'GMD', client_reference: 'closed', provider: 'PROVIDER_C' };
    const reply = await until(
      'closed',
      () => call('POST', '/api/v1/collections/initiate', { ...body, client_reference: `closed-${++order}` }),
      ({ status }) => status === 503,
    );
    expect(reply.body.error.code).toBe('PROVIDER_UNAVAILABLE');
    expect(reply.body.error.details.available_providers).toEqual([
      'PROVIDER_W',
      'PROVIDER_A',
      'PROVIDER_C_CARD',
    ]);
    expect(reply.headers.get('retry-after')).toMatch(/^\d+$/);
    const rails = (await call('GET', '/api/v1/rails/status')).body.data;
    expect(rails.find((each: Json) => each.provider === 'PROVIDER_C').operations[0]).toEqual({
      operation: 'collection',
      status: 'CLOSED',
    });
    await sql`update rail_health set override = null`;
  });

  test('takes payouts all the same, and sends them when it opens', async () => {
    await sql`
      insert into rail_health (provider, direction, status, since, figures, override, updated_at)
      values ('PROVIDER_W', 'payout', 'OPERATIONAL', now(), '{"calls":0,"troubled":0,"p50Ms":null,"p95Ms":null}', 'CLOSED', now())
      on conflict (provider, direction) do update set override = 'CLOSED'`;
    await new Promise((resolve) => setTimeout(resolve, 2_200));
    const body = {
      amount: '21.00',
      currency: 'GMD',
      recipient_mobile: '+2207012345',
      client_reference: 'queued',
    };
    const made = await call('POST', '/api/v1/payouts/initiate', body);
    expect([made.status, made.body.data.status]).toEqual([200, 'PENDING']);
    await sql`update rail_health set override = null`;
    // What was held back is looked at every half minute: it is over once all processes know that the rail is open.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    await sql`update rail_operations set run_at = now() where kind = 'send' and lease_token is null`;
    const read = async () => (await call('GET', '/api/v1/payouts/status/queued')).body.data.status;
    await until('delivered', read, (status) => status === 'SUCCEEDED');
  }, 40_000);
});

test('nothing of all this has hurt the books', async () => {
  const { auditLedger } = await import('#lib/ledger/audit');
  const { connect } = await import('#db/client');
  const alone = connect(server.databaseUrl, 1);
  const broken = (await auditLedger(alone)).filter((line) => line.violations > 0);
  await alone.end();
  expect(broken).toEqual([]);
});

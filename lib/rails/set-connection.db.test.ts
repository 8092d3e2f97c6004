import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sqlClient } from '#db/client';
import { connectRail, disconnectRail } from '#e2e/setup/connections';
import { staffContext } from '#e2e/setup/people';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';
import { getOperatorOverview } from '#lib/overview/operator-overview';
import { askForConnection, askForDisconnection } from '#lib/rails/ask-for-connection';
import type { Fields } from '#lib/rails/connections';
import { approveConnection, rejectConnection, withdrawConnection } from '#lib/rails/decide-connection';
import { listRails } from '#lib/rails/list-rails';
import { presentConnection } from '#lib/rails/present-connection';
import type { RailDefinition } from '#lib/rails/rail';
import { forgetConnections, liveRails, railDefinitions } from '#lib/rails/registry';
import { listWaitingConnections } from '#lib/rails/waiting-connections';
import { type RailSimulator, startRailSimulator } from '#simulator/server';

let database: TestDatabase;
const secrets = { api_key: 'wave_sn_prod_7QmZ', notice_secrets: 'hush-one,hush-two' };
/** The rails are asked before a connection is made: two wallets at each, on one machine of two names. */
let simulator: RailSimulator;
let fields: Fields & { base_url: string };
let other: Fields & { base_url: string };
const addressOf = (path: string, host = '127.0.0.1') => `http://${host}:${simulator.port}/${path}`;
const fieldsOfA = (name: string) => ({
  base_url: addressOf('a'),
  username: name,
  password: 'x',
  mobile: '7012345',
});
const definition = railDefinitions.find((each) => each.traits.provider === 'PROVIDER_W') as RailDefinition;
function at(base_url: string) {
  return (given: Fields) => ({ ...given, base_url });
}

const isConnected = async () => {
  forgetConnections();
  return (await liveRails()).has('PROVIDER_W');
};

beforeAll(async () => {
  const credentials = {
    RAIL_W_API_KEY: secrets.api_key,
    RAIL_W_NOTICE_SECRETS: secrets.notice_secrets,
    RAIL_A_USERNAME: 'one',
    RAIL_A_PASSWORD: 'x',
    RAIL_A_MOBILE: '7012345',
    RAIL_C_API_KEY: 'x',
  };
  const credentials2 = { ...credentials, RAIL_W_API_KEY: 'key_of_the_other', RAIL_A_USERNAME: 'two' };
  simulator = await startRailSimulator({ credentials, credentials2, wallets: 2 });
  fields = { base_url: addressOf('w'), ...secrets };
  other = {
    base_url: addressOf('w', 'localhost'),
    api_key: 'key_of_the_other',
    notice_secrets: 'hush-three',
  };
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  await simulator.close();
});

/** All that the database holds of the connection and of who made it, as text. */
async function stored(): Promise<string> {
  const sql = sqlClient();
  const rows = await sql`
    select encode(fields_sealed, 'escape') as fields, rail_connections::text as row from rail_connections
    union all
    select encode(fields_sealed, 'escape'), rail_connection_requests::text from rail_connection_requests`;
  const lines = await sql`select audit_log::text as line from audit_log`;
  return JSON.stringify([...rows, ...lines]);
}

test('a rail is connected the first time by what one operator sets: sealed in the database, named in the audit log, never shown again', async () => {
  expect(await presentConnection(definition)).toMatchObject({ state: 'none', updated_at: null });
  expect(await isConnected()).toBe(false);
  const admin = staffContext();
  const view = await askForConnection(admin, 'PROVIDER_W', {
    fields: { ...fields, api_key: ` ${secrets.api_key} ` },
  });
  expect(view).toEqual({
    state: 'operator',
    updated_at: expect.any(String),
    updated_by: admin.user.name,
    wallet: { since: expect.any(String), by: admin.user.name },
    draining: [],
    notify_url: 'http://localhost:3000/rails/PROVIDER_W/notify',
    fields: [
      { name: 'base_url', label: 'Base address', kind: 'url', is_set: true, value: fields.base_url },
      { name: 'api_key', label: 'API key', kind: 'secret', is_set: true, value: null },
      { name: 'notice_secrets', label: 'Notice secrets', kind: 'secrets', is_set: true, value: null },
    ],
    request: null,
  });
  expect(await isConnected()).toBe(true);
  const shown = JSON.stringify([view, await listRails(), await stored()]);
  for (const secret of Object.values(secrets)) expect(shown).not.toContain(secret);
  const [line] =
    await sqlClient()`select before, after, subject_id, environment from audit_log where action = 'rail.connected'`;
  expect(line).toEqual({
    subject_id: 'PROVIDER_W',
    environment: 'LIVE',
    before: { connection: 'none', addresses: { base_url: null } },
    after: {
      connection: 'operator',
      fields: ['base_url', 'api_key', 'notice_secrets'],
      addresses: { base_url: fields.base_url },
      wallet: 'new',
      requested_by: admin.user.name,
    },
  });
});

const without = ({ notice_secrets: _, ...rest }: Fields) => rest;

test.each([
  ['a field that is missing', without, 'fields.notice_secrets'],
  ['a blank field', (given: Fields) => ({ ...given, api_key: ' \u00a0' }), 'fields.api_key'],
  ['a field that it has not', (given: Fields) => ({ ...given, password: 'x' }), 'fields.password'],
  ['an address over plain http', at('http://rail.example'), 'fields.base_url'],
  ['an address with a user', at('https://a:b@rail.example'), 'fields.base_url'],
])('%s changes nothing and is named', async (_name, wrong, path) => {
  const before = await stored();
  const refused = askForConnection(staffContext(), 'PROVIDER_W', { fields: wrong(fields) });
  await expect(refused).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { fields: [{ path }] } });
  expect(await stored()).toBe(before);
});

test('a rail that is not there is not found', async () => {
  const nowhere = [
    askForConnection(staffContext(), 'PROVIDER_X', { fields }),
    askForDisconnection(staffContext(), 'PROVIDER_X'),
  ];
  for (const each of nowhere) await expect(each).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

describe('another connection, one operator asks and another one decides', () => {
  const at = async () => {
    const view = await presentConnection(definition);
    return [view.fields[0]?.value, view.request?.id ?? null];
  };
  const lines = (action: string) =>
    sqlClient()`select user_name, before, after from audit_log where action = ${action} order by id`;
  const asked = async () => {
    const asker = staffContext();
    const { request } = await askForConnection(asker, 'PROVIDER_W', { fields: other });
    return { asker, request_id: request?.id ?? '' };
  };

  test('nothing is changed by asking, and what is shown and logged has the addresses and no secret', async () => {
    const { asker, request_id } = await asked();
    expect(await at()).toEqual([fields.base_url, request_id]);
    const { request } = await presentConnection(definition);
    expect(request).toEqual({
      id: request_id,
      kind: 'set',
      same_wallet: false,
      changed_fields: ['Base address', 'API key', 'Notice secrets'],
      addresses: [{ label: 'Base address', before: fields.base_url, after: other.base_url }],
      requested_by: { id: asker.user.id, name: asker.user.name },
      requested_at: expect.any(String),
    });
    expect(await lines('rail.connection_requested')).toEqual([
      {
        user_name: asker.user.name,
        before: { addresses: { base_url: fields.base_url } },
        after: {
          kind: 'set',
          fields: ['base_url', 'api_key', 'notice_secrets'],
          addresses: { base_url: other.base_url },
          same_wallet: false,
        },
      },
    ]);
    // Found where decisions wait, and where operators look first.
    const waits = { provider: 'PROVIDER_W', kind: 'set' };
    expect(await listWaitingConnections()).toMatchObject([{ ...waits, requested_by: request?.requested_by }]);
    expect((await getOperatorOverview('LIVE', new Date())).waiting_connections).toEqual([waits]);
    const shown = JSON.stringify([request, await listRails(), await stored()]);
    for (const secret of [other.api_key, other.notice_secrets]) expect(shown).not.toContain(secret);
    await expect(asked()).rejects.toMatchObject({ code: 'INVALID_STATE' });

    // Neither by who asked, nor by anybody else than an operator, nor by another id.
    const strangers = [asker, staffContext('support'), { ...staffContext(), clientId: request_id }];
    for (const each of strangers) {
      await expect(approveConnection(each, 'PROVIDER_W', { request_id })).rejects.toMatchObject({
        code: 'FORBIDDEN',
      });
    }
    const unnamed = approveConnection(staffContext(), 'PROVIDER_W', { request_id: asker.user.id });
    await expect(unnamed).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const self = sqlClient()`
      update rail_connection_requests set status = 'DONE', fields_sealed = null, decided_by = requested_by`;
    await expect(self).rejects.toMatchObject({ constraint_name: 'rail_connection_requests_four_eyes' });
    expect(await at()).toEqual([fields.base_url, request_id]);
    await withdrawConnection(asker, 'PROVIDER_W', { request_id });
  });

  test('of ten approvals at once one sets it, with a line that names both people and both addresses', async () => {
    const { asker, request_id } = await asked();
    const all = await Promise.allSettled(
      Array.from({ length: 10 }, () => approveConnection(staffContext(), 'PROVIDER_W', { request_id })),
    );
    expect(all.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
    expect(await at()).toEqual([other.base_url, null]);
    expect(await presentConnection(definition)).toMatchObject({ updated_by: asker.user.name });
    expect((await lines('rail.connected')).slice(1)).toEqual([
      {
        user_name: asker.user.name,
        before: { connection: 'operator', addresses: { base_url: fields.base_url } },
        after: {
          connection: 'operator',
          fields: ['base_url', 'api_key', 'notice_secrets'],
          addresses: { base_url: other.base_url },
          wallet: 'new',
          requested_by: asker.user.name,
        },
      },
    ]);
    const [row] = await sqlClient()`
      select fields_sealed, decided_by <> requested_by as by_two from rail_connection_requests where id = ${request_id}`;
    expect(row).toEqual({ fields_sealed: null, by_two: true });
  });

  test('a no and a withdrawal change nothing and forget the fields', async () => {
    const before = await at();
    const one = await askForConnection(staffContext(), 'PROVIDER_W', { fields });
    const rejected = { request_id: one.request?.id ?? '', reason: 'Nobody told me.' };
    await rejectConnection(staffContext(), 'PROVIDER_W', rejected);
    const asker = staffContext();
    const two = await askForConnection(asker, 'PROVIDER_W', { fields });
    const withdrawn = { request_id: two.request?.id ?? '' };
    await expect(withdrawConnection(staffContext(), 'PROVIDER_W', withdrawn)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await withdrawConnection(asker, 'PROVIDER_W', withdrawn);
    expect(await at()).toEqual(before);
    expect(
      await sqlClient()`select 1 from rail_connection_requests where fields_sealed is not null`,
    ).toHaveLength(0);
    expect((await lines('rail.connection_rejected')).at(-1)?.after).toEqual({ reason: rejected.reason });
  });

  test('a removal is a change like any other, and a rail that was connected once is never new again', async () => {
    const asker = staffContext();
    const { request } = await askForDisconnection(asker, 'PROVIDER_W');
    expect(request).toMatchObject({ kind: 'remove', addresses: [{ before: other.base_url, after: null }] });
    const decision = { request_id: request?.id ?? '' };
    await expect(approveConnection(asker, 'PROVIDER_W', decision)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await approveConnection(staffContext(), 'PROVIDER_W', decision);
    expect(await isConnected()).toBe(false);
    const again = await askForConnection(asker, 'PROVIDER_W', { fields });
    expect(again).toMatchObject({ state: 'none', request: { kind: 'set' } });
    await approveConnection(staffContext(), 'PROVIDER_W', { request_id: again.request?.id ?? '' });
    expect(await isConnected()).toBe(true);
  });

  test('of two first connections at once one is made', async () => {
    const both = await Promise.allSettled([
      askForConnection(staffContext(), 'PROVIDER_A', { fields: fieldsOfA('one') }),
      askForConnection(staffContext(), 'PROVIDER_A', { fields: fieldsOfA('two') }),
    ]);
    const [row] = await sqlClient()`
      select count(*)::int as lines from audit_log where action = 'rail.connected' and subject_id = 'PROVIDER_A'`;
    expect(row).toEqual({ lines: 1 });
    // The other one is refused, or waits for an operator.
    const waits = both.filter((each) => each.status === 'fulfilled' && each.value.request !== null);
    const refused = both.filter((each) => each.status === 'rejected');
    expect(waits.length + refused.length).toBe(1);
  });

  test('a first connection that meets another one as it is written is refused, and does not take its place', async () => {
    const named = (name: string) =>
      askForConnection(staffContext(), 'PROVIDER_C', {
        fields: { base_url: addressOf('c'), api_key: 'x', notice_secrets: name },
      });
    const other = postgres(database.url, { max: 1 });
    let second: Promise<unknown> | undefined;
    await other.begin(async (tx) => {
      await tx`
        insert into rail_connections (provider, fields_sealed, updated_at, updated_by_name)
        values ('PROVIDER_C', 'the first one'::bytea, now(), 'The first one')`;
      second = named('second');
      second.catch(() => {});
      // Not asked in `tx`: PostgreSQL keeps what a transaction once saw of the other backends until it ends.
      const isWaiting = async () =>
        (
          await sqlClient()`
          select from pg_stat_activity where datname = current_database()
            and wait_event_type = 'Lock' and query like '%insert into rail_connections%'`
        ).length > 0;
      await vi.waitFor(async () => expect(await isWaiting()).toBe(true), { timeout: 10_000 });
    });
    await other.end();
    await expect(second).rejects.toMatchObject({ code: 'INVALID_STATE' });
    expect(
      await sqlClient()`
      select updated_by_name from rail_connections where provider = 'PROVIDER_C'`,
    ).toEqual([{ updated_by_name: 'The first one' }]);
    await sqlClient()`delete from rail_connections where provider = 'PROVIDER_C'`;
  });
});

test('what can no longer be unsealed leaves that rail out, and no other', async () => {
  await connectRail('PROVIDER_C', { fields: { ...fields, api_key: 'x', base_url: addressOf('c') } });
  await sqlClient()`update rail_connections set fields_sealed = fields_sealed || '\\x00'::bytea where provider = 'PROVIDER_W'`;
  expect(await isConnected()).toBe(false);
  expect((await liveRails()).has('PROVIDER_C')).toBe(true);
  expect(await presentConnection(definition)).toMatchObject({
    state: 'unusable',
    fields: [{ is_set: false, value: null }, { is_set: false }, { is_set: false }],
  });
});

test('it is removed once, with a line in the audit log', async () => {
  expect(await disconnectRail('PROVIDER_W')).toMatchObject({ state: 'none' });
  expect(await isConnected()).toBe(false);
  await expect(disconnectRail('PROVIDER_W')).rejects.toMatchObject({
    code: 'INVALID_STATE',
  });
  const lines = await sqlClient()`
    select subject_id, before, after from audit_log where action = 'rail.disconnected' order by id`;
  // The first one is of the test of two people.
  expect(lines.slice(1)).toEqual([
    {
      subject_id: 'PROVIDER_W',
      before: { connection: 'operator', addresses: { base_url: null } },
      after: { addresses: { base_url: null }, requested_by: 'Some admin' },
    },
  ]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { sqlClient } from '#db/client';
import { staffContext } from '#e2e/setup/people';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';
import { listRails } from '#lib/rails/list-rails';
import { presentConnection } from '#lib/rails/present-connection';
import type { RailDefinition } from '#lib/rails/rail';
import { forgetConnections, liveRails, railDefinitions } from '#lib/rails/registry';
import { removeConnection, setConnection } from '#lib/rails/set-connection';

let database: TestDatabase;
const secrets = { api_key: 'wave_sn_prod_7QmZ', notice_secrets: 'hush-one,hush-two' };
const fields = { base_url: 'https://api.rail.example', ...secrets };
const definition = railDefinitions.find((each) => each.traits.provider === 'PROVIDER_W') as RailDefinition;
const isConnected = async () => {
  forgetConnections();
  return (await liveRails()).has('PROVIDER_W');
};

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** All that the database holds of the connection and of who made it, as text. */
async function stored(): Promise<string> {
  const sql = sqlClient();
  const rows =
    await sql`select encode(fields_sealed, 'escape') as fields, rail_connections::text as row from rail_connections`;
  const lines = await sql`select audit_log::text as line from audit_log`;
  return JSON.stringify([...rows, ...lines]);
}

test('a rail is connected by what an operator sets: sealed in the database, named in the audit log, never shown again', async () => {
  expect(await presentConnection(definition)).toMatchObject({ state: 'none', updated_at: null });
  expect(await isConnected()).toBe(false);
  const admin = staffContext();
  const view = await setConnection(admin, 'PROVIDER_W', {
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
  });
  expect(await isConnected()).toBe(true);
  const shown = JSON.stringify([view, await listRails(), await stored()]);
  for (const secret of Object.values(secrets)) expect(shown).not.toContain(secret);
  const [line] =
    await sqlClient()`select before, after, subject_id, environment from audit_log where action = 'rail.connected'`;
  expect(line).toEqual({
    subject_id: 'PROVIDER_W',
    environment: 'LIVE',
    before: { connection: 'none' },
    after: { connection: 'operator', fields: ['base_url', 'api_key', 'notice_secrets'], wallet: 'new' },
  });
});

test.each([
  ['a field that is missing', { base_url: fields.base_url, api_key: 'x' }, 'fields.notice_secrets'],
  ['a blank field', { ...fields, api_key: ' \u00a0' }, 'fields.api_key'],
  ['a field that it has not', { ...fields, password: 'x' }, 'fields.password'],
  ['an address over plain http', { ...fields, base_url: 'http://rail.example' }, 'fields.base_url'],
  ['an address with a user', { ...fields, base_url: 'https://a:b@rail.example' }, 'fields.base_url'],
])('%s changes nothing and is named', async (_name, given, path) => {
  const before = await stored();
  const refused = setConnection(staffContext(), 'PROVIDER_W', { fields: given });
  await expect(refused).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { fields: [{ path }] } });
  expect(await stored()).toBe(before);
});

test('a rail that is not there is not found', async () => {
  const nowhere = [
    setConnection(staffContext(), 'PROVIDER_X', { fields }),
    removeConnection(staffContext(), 'PROVIDER_X'),
  ];
  for (const each of nowhere) await expect(each).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('what can no longer be unsealed leaves that rail out, and no other', async () => {
  await setConnection(staffContext(), 'PROVIDER_C', { fields: { ...fields, base_url: 'https://c.example' } });
  await sqlClient()`update rail_connections set fields_sealed = fields_sealed || '\\x00'::bytea where provider = 'PROVIDER_W'`;
  expect(await isConnected()).toBe(false);
  expect((await liveRails()).has('PROVIDER_C')).toBe(true);
  expect(await presentConnection(definition)).toMatchObject({
    state: 'unusable',
    fields: [{ is_set: false, value: null }, { is_set: false }, { is_set: false }],
  });
});

test('it is removed once, with a line in the audit log', async () => {
  expect(await removeConnection(staffContext(), 'PROVIDER_W')).toMatchObject({ state: 'none' });
  expect(await isConnected()).toBe(false);
  await expect(removeConnection(staffContext(), 'PROVIDER_W')).rejects.toMatchObject({
    code: 'INVALID_STATE',
  });
  const lines = await sqlClient()`select subject_id from audit_log where action = 'rail.disconnected'`;
  expect(lines).toEqual([{ subject_id: 'PROVIDER_W' }]);
});

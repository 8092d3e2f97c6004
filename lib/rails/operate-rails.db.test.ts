import { afterAll, beforeAll, expect, test } from 'vitest';
import { sqlClient } from '#db/client';
import { newClient, staffContext } from '#e2e/setup/people';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';
import { changeClientRail, listClientRails } from '#lib/clients/change-client-rail';
import { ensureAccounts } from '#lib/clients/create-client';
import { getAttention } from '#lib/clients/get-attention';
import { type Context, systemContext } from '#lib/context';
import { newId } from '#lib/ids';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';
import { getOperatorOverview } from '#lib/overview/operator-overview';
import { changeRail } from '#lib/rails/change-rail';
import { fundLiveFloat } from '#lib/rails/fund-live-float';
import { listRails } from '#lib/rails/list-rails';
import { overruleHealth } from '#lib/rails/overrule-health';
import { requireRail } from '#lib/rails/rail-settings';
import { listRailStatus } from '#lib/rails/rail-status';

let database: TestDatabase;
let client: Context['client'];
let other: Context['client'];
const provider = 'PROVIDER_W';

beforeAll(async () => {
  database = await createTestDatabase();
  Object.assign(process.env, {
    RAIL_W_BASE_URL: 'https://rail.example',
    RAIL_W_API_KEY: 'a key',
    RAIL_W_NOTICE_SECRETS: 'a secret',
  });
  await ensureAccounts();
  [client, other] = [await newClient(), await newClient()];
});
afterAll(() => database.drop());

const live = (owner = client) => systemContext(owner, 'LIVE');
const auditLines = (action: string) =>
  sqlClient()`select subject_id, client_id, environment, before, after from audit_log where action = ${action} order by id`;
const railOf = async () => {
  const rail = (await listRails()).find((each) => each.provider === provider);
  if (!rail) throw new Error('no rail');
  return rail;
};

test('what an operator says of a rail’s health counts, until it is left to the figures again', async () => {
  const statusNow = async () => {
    const rails = await listRailStatus(live());
    return rails.find((each) => each.provider === provider)?.operations;
  };
  const admin = staffContext();
  const closed = { direction: 'collection', status: 'CLOSED', reason: 'They told us by phone.' } as const;
  await overruleHealth(admin, provider, closed);
  expect(await statusNow()).toEqual([
    { operation: 'collection', status: 'CLOSED' },
    { operation: 'payout', status: 'OPERATIONAL' },
  ]);
  await expect(requireRail(live(), provider, 'collection')).rejects.toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
  });
  await expect(requireRail(live(), provider, 'payout')).resolves.toBeDefined();
  expect((await railOf()).health[0]).toMatchObject({
    direction: 'collection',
    status: 'CLOSED',
    found: 'OPERATIONAL',
    override: { reason: closed.reason, by: admin.user.name, at: expect.any(String) },
  });
  expect((await getAttention(live())).rails).toEqual({
    none_enabled: false,
    troubled: [{ provider, operation: 'collection', status: 'CLOSED' }],
  });
  const overview = await getOperatorOverview('LIVE', new Date());
  expect(overview.rails[0]?.health).toMatchObject([{ status: 'CLOSED' }, { status: 'OPERATIONAL' }]);
  expect((await getOperatorOverview('SANDBOX', new Date())).rails[0]?.health).toEqual([]);

  await overruleHealth(admin, provider, { ...closed, status: 'DELAYED' });
  expect((await getAttention(live())).rails.troubled).toMatchObject([{ status: 'DELAYED' }]);
  await expect(requireRail(live(), provider, 'collection')).resolves.toBeDefined();
  await overruleHealth(admin, provider, { ...closed, status: null, reason: 'It works again.' });
  expect(await statusNow()).toContainEqual({ operation: 'collection', status: 'OPERATIONAL' });
  expect((await railOf()).health[0]).toMatchObject({ status: 'OPERATIONAL', override: null });
  expect(await auditLines('rail.health_overruled')).toMatchObject([
    { before: { override: null }, after: { override: 'CLOSED', reason: closed.reason }, environment: 'LIVE' },
    { before: { override: 'CLOSED' }, after: { override: 'DELAYED' }, subject_id: `${provider}:collection` },
  ]);
  expect(await auditLines('rail.health_left')).toMatchObject([
    { before: { override: 'DELAYED' }, after: { override: null, reason: 'It works again.' } },
  ]);
  const card = { ...closed, direction: 'payout' } as const;
  await expect(overruleHealth(admin, 'PROVIDER_C_CARD', card)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a rail that is not connected is not enabled, and no trouble', async () => {
  expect((await getAttention(live())).rails).toEqual({ none_enabled: false, troubled: [] });
  await expect(requireRail(live(), 'PROVIDER_A', 'collection')).rejects.toMatchObject({
    code: 'provider_not_enabled',
  });
  const rails = await listRails();
  const settings = rails.find((each) => each.provider === 'PROVIDER_A')?.settings;
  expect(settings?.map((each) => [each.environment, each.connected])).toEqual([
    ['LIVE', false],
    ['LIVE', false],
    ['SANDBOX', true],
    ['SANDBOX', true],
  ]);
  // Nor does the client's own page call it on.
  const ofClient = await listClientRails(client.id);
  expect(ofClient.filter(({ connected }) => !connected).map((each) => each.provider)).toContain('PROVIDER_A');
  expect(ofClient.find((each) => each.provider === provider)?.connected).toBe(true);
});

test('a rail is switched off for one client, in one environment and direction, and on again', async () => {
  const admin = staffContext();
  const off = { environment: 'LIVE', direction: 'collection', enabled: false } as const;
  const enabledOf = async () =>
    (await listClientRails(client.id)).find(
      (each) => each.provider === provider && each.direction === 'collection',
    )?.enabled;
  await changeClientRail(admin, client.id, provider, { ...off, enabled: true });
  expect(await auditLines('client.rail_enabled')).toEqual([]);
  const rails = await changeClientRail(admin, client.id, provider, off);
  expect(rails).toHaveLength(7);
  await changeClientRail(admin, client.id, provider, off);
  expect(await enabledOf()).toEqual({ LIVE: false, SANDBOX: true });
  await expect(requireRail(live(), provider, 'collection')).rejects.toMatchObject({
    code: 'provider_not_enabled',
  });
  await expect(requireRail(live(), provider, 'payout')).resolves.toBeDefined();
  await expect(requireRail(live(other), provider, 'collection')).resolves.toBeDefined();
  await expect(requireRail(systemContext(client, 'SANDBOX'), provider, 'collection')).resolves.toBeDefined();
  expect(await auditLines('client.rail_disabled')).toEqual([
    {
      subject_id: `${provider}:collection`,
      client_id: client.id,
      environment: 'LIVE',
      before: { enabled: true },
      after: { enabled: false },
    },
  ]);
  await changeClientRail(admin, client.id, provider, { ...off, enabled: true });
  await expect(requireRail(live(), provider, 'collection')).resolves.toBeDefined();
  expect(await auditLines('client.rail_enabled')).toHaveLength(1);
  for (const id of [HOUSE_CLIENT_ID, newId(), 'nobody']) {
    await expect(changeClientRail(admin, id, provider, off)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
  const card = { ...off, direction: 'payout' } as const;
  await expect(changeClientRail(admin, client.id, 'PROVIDER_C_CARD', card)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('a rail that is switched off is told to operators with who did it, and to clients as not available', async () => {
  const admin = staffContext();
  const bounds = { environment: 'LIVE', direction: 'payout', min_amount: 100n, max_amount: 500_00n } as const;
  const ofOperators = async (environment: 'LIVE' | 'SANDBOX' = 'LIVE') =>
    (await getOperatorOverview(environment, new Date())).rails.find((each) => each.provider === provider)
      ?.switched_off;
  const ofClient = async () => (await getAttention(live())).rails;
  expect([await ofOperators(), (await ofClient()).troubled]).toEqual([[], []]);

  await changeRail(admin, provider, { ...bounds, enabled: false });
  // Whoever changes the bounds of what is off did not switch it off.
  await changeRail(staffContext('viewer'), provider, { ...bounds, enabled: false, max_amount: 400_00n });
  const [first] = await auditLines('rail.changed');
  expect(first).toMatchObject({ before: { enabled: true }, after: { enabled: false } });
  expect(await ofOperators()).toEqual([
    { provider, direction: 'payout', by: admin.user.name, at: expect.any(String) },
  ]);
  expect(await ofOperators('SANDBOX')).toEqual([]);
  const off = { provider, operation: 'payout', status: 'SWITCHED_OFF' };
  expect(await ofClient()).toEqual({ none_enabled: false, troubled: [off] });
  const status = (await listRailStatus(live())).find((each) => each.provider === provider);
  expect(status?.operations).toContainEqual({ operation: 'payout', status: 'CLOSED' });

  await changeRail(admin, provider, { ...bounds, enabled: true });
  expect([await ofOperators(), (await ofClient()).troubled]).toEqual([[], []]);
});

test('a rail that is switched off for one client is not available to that one', async () => {
  const off = { environment: 'LIVE', direction: 'collection', enabled: false } as const;
  await changeClientRail(staffContext(), client.id, provider, off);
  expect((await getAttention(live())).rails.troubled).toEqual([
    { provider, operation: 'collection', status: 'SWITCHED_OFF' },
  ]);
  expect((await getAttention(live(other))).rails.troubled).toEqual([]);
  await changeClientRail(staffContext(), client.id, provider, { ...off, enabled: true });
});

test('a top-up of the live float is booked once, however often it is sent, with a line in the audit log', async () => {
  const admin = staffContext();
  const body = { id: newId(), amount: 250_50n, note: 'Transfer 4711 of the house’s bank' };
  const sent = await Promise.all(Array.from({ length: 8 }, () => fundLiveFloat(admin, provider, body)));
  expect(sent.filter((each) => each.booked)).toHaveLength(1);
  expect(await fundLiveFloat(admin, provider, { ...body, amount: 1n })).toEqual({
    id: body.id,
    booked: false,
  });
  expect((await railOf()).float).toMatchObject({
    balance: '250.50',
    in_flight: '0.00',
    wallet: null,
    tells: true,
  });
  const entries = await sqlClient()`
    select client_id, environment, account, amount_bututs from entries where journal_id = ${body.id} order by account`;
  expect(entries).toMatchObject([
    { account: 'float_funding', amount_bututs: '-25050', client_id: HOUSE_CLIENT_ID, environment: 'LIVE' },
    { account: `rail_float:${provider}`, amount_bututs: '25050' },
  ]);
  expect(await auditLines('rail.float_funded')).toMatchObject([
    { subject_id: provider, after: { amount: '250.50', note: body.note, journal: body.id } },
  ]);
});

test('a top-up is of a rail that pays out, of an amount, and with an id of today', async () => {
  const admin = staffContext();
  const body = { id: newId(), amount: 1n, note: 'x' };
  await expect(fundLiveFloat(admin, 'PROVIDER_C_CARD', body)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  for (const bad of [
    { ...body, amount: 0n },
    { ...body, id: newId(new Date(Date.now() - 25 * 60 * 60 * 1000)) },
  ]) {
    await expect(fundLiveFloat(admin, provider, bad)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  }
});

import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newLiveCollection } from '#e2e/setup/live';
import { newClient as makeClient, memberContext, staffContext } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { findCaller } from '#lib/auth/find-caller';
import { findInvitation } from '#lib/auth/invitations';
import { addNote } from '#lib/clients/add-note';
import { createApiKey } from '#lib/clients/create-client';
import { getClient } from '#lib/clients/get-client';
import { hasLiveUse } from '#lib/clients/has-live-use';
import { listClients } from '#lib/clients/list-clients';
import { newClient, openClient } from '#lib/clients/open-client';
import { clientChange, resumeClient, suspendClient, updateClient } from '#lib/clients/update-client';
import { fundFloat } from '#lib/ledger/fund-float';

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
});

afterAll(() => database.drop());

const request = (changes: object = {}) =>
  newClient.parse({
    name: 'Brikama Bakery',
    business_phone: '+2207012345',
    business_email: 'Office@Bakery.example',
    owner_name: 'Awa Ceesay',
    owner_email: `${crypto.randomUUID()}@bakery.example`,
    ...changes,
  });
const linesOf = (id: string) =>
  sql`select action, before, after from audit_log where client_id = ${id} order by id`;

describe('a client that an operator opens', () => {
  it('has its accounts, its owner and the owner’s invitation, and one line in the audit log', async () => {
    const body = request();
    const { client, invitation } = await openClient(staffContext(), body);
    expect(client).toMatchObject({
      name: 'Brikama Bakery',
      business_email: 'office@bakery.example',
      commission_bps: 150,
    });
    const [accounts] = await sql`select count(*)::int as count from accounts where client_id = ${client.id}`;
    expect(accounts?.count).toBe(24);
    expect(await findInvitation(invitation.path.split('/')[2] ?? '', new Date())).toMatchObject({
      email: body.owner_email,
      clientId: client.id,
    });
    const [user] = await sql`select role, password_hash from users where client_id = ${client.id}`;
    expect(user).toEqual({ role: 'owner', password_hash: null });
    expect(await linesOf(client.id)).toMatchObject([
      { action: 'client.created', after: { name: 'Brikama Bakery' } },
    ]);
  });

  it('is not made at all when the owner’s e-mail signs in already, also twice at the same time', async () => {
    const body = request();
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => openClient(staffContext(), body)),
    );
    expect(results.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
    for (const each of results) {
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'VALIDATION_ERROR' });
    }
    const [row] = await sql`
      select count(*)::int as clients from clients c
      where name = 'Brikama Bakery' and not exists (select from users where client_id = c.id)`;
    expect(row?.clients).toBe(0);
  });

  it('has no field but those that are asked for', () => {
    expect(request({ id: 'x', status: 'SUSPENDED', role: 'admin', ip_allowlist: ['x'] })).not.toHaveProperty(
      'status',
    );
  });
});

describe('a change of a client', () => {
  it('changes what is given and nothing else, and says what was before', async () => {
    const { id } = await makeClient();
    const body = clientChange.parse({
      commission_bps: 200,
      rate_limit_per_second: 5,
      status: 'SUSPENDED',
      id: 'x',
    });
    expect(await updateClient(staffContext(), id, body)).toMatchObject({
      commission_bps: 200,
      rate_limit_per_second: 5,
      status: 'ACTIVE',
    });
    expect(await updateClient(staffContext(), id, { rate_limit_per_second: null })).toMatchObject({
      commission_bps: 200,
      rate_limit_per_second: null,
    });
    expect((await linesOf(id))[0]).toMatchObject({
      action: 'client.changed',
      before: { commission_bps: 150, rate_limit_per_second: null },
      after: { commission_bps: 200, rate_limit_per_second: 5 },
    });
  });

  it('does not make strangers of its keys, whose look-ups their network has few of', async () => {
    const { id } = await makeClient();
    const key = await createApiKey(id, 'LIVE');
    let asked = 0;
    await findCaller(key, () => asked++);
    await updateClient(staffContext(), id, { rate_limit_per_second: 3 });
    await findCaller(key, () => asked++);
    expect(asked).toBe(1);
    await findCaller(`${key}0`, () => asked++);
    expect(asked).toBe(2);
  });

  it('reaches the servers: the next request of a key has it', async () => {
    const { id } = await makeClient();
    const key = await createApiKey(id, 'LIVE');
    await findCaller(key);
    await updateClient(staffContext(), id, { rate_limit_per_second: 3 });
    expect((await findCaller(key))?.rateLimit).toEqual({ ratePerSecond: 3, burst: 6 });
    await suspendClient(staffContext(), id, 'unpaid');
    expect((await findCaller(key))?.client.suspended).toBe(true);
    await suspendClient(staffContext(), id, 'again');
    await resumeClient(staffContext(), id, 'paid');
    expect((await findCaller(key))?.client.suspended).toBe(false);
    expect((await linesOf(id)).map((line) => line.action)).toEqual([
      'client.changed',
      'client.suspended',
      'client.resumed',
    ]);
  });

  it.each([
    { commission_bps: -1 },
    { commission_bps: 10_001 },
    { commission_bps: 1.5 },
    { rate_limit_per_second: 0 },
    { name: ' ' },
    { business_email: 'x' },
    { business_phone: '123' },
    {},
  ])('is refused: %j', (body) => expect(clientChange.safeParse(body).success).toBe(false));
});

it('a client is found by a part of its name, e-mail or number, or by its owner’s e-mail', async () => {
  const owner = `${crypto.randomUUID()}@farafenni.example`;
  const { client } = await openClient(
    staffContext(),
    request({ name: '100% Farafenni_Fish', business_phone: '+2209911223', owner_email: owner }),
  );
  const find = async (q: string) => (await listClients({ q, limit: 50 })).data.map((each) => each.id);
  for (const q of ['farafenni_f', '100%', '9911223', owner, client.id])
    expect(await find(q), q).toEqual([client.id]);
  for (const q of ['farafenniXf', crypto.randomUUID()]) expect(await find(q), q).toEqual([]);
});

it('the detail has balances of both environments, keys and notes', async () => {
  const client = await makeClient();
  await createApiKey(client.id, 'LIVE', 'read');
  await fundFloat(memberContext(client), 'PROVIDER_W', 100_00n);
  await addNote(staffContext(), client.id, { text: 'First line\nsecond line' });
  const detail = await getClient(client.id, new Date());
  expect(detail.keys).toMatchObject([{ environment: 'LIVE', scope: 'read', status: 'ACTIVE' }]);
  expect(detail.balances.LIVE.available_balance_gmd).toBe('0.00');
  expect(detail.notes).toMatchObject([{ text: 'First line\nsecond line', by: 'Some admin' }]);
  await expect(getClient('00000000-0000-7000-8000-000000000000', new Date())).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

describe('where a client’s money is', () => {
  it('is the sandbox until there is a live key or a live transaction, whatever became of them', async () => {
    const [nothing, keyed, paid] = [await makeClient(), await makeClient(), await makeClient()];
    for (const { id } of [nothing, keyed, paid]) {
      await createApiKey(id, 'SANDBOX');
      expect(await hasLiveUse(id)).toBe(false);
    }
    await createApiKey(keyed.id, 'LIVE');
    await sql`update api_keys set revoked_at = now() where client_id = ${keyed.id}`;
    await newLiveCollection(paid);
    expect([await hasLiveUse(nothing.id), await hasLiveUse(keyed.id), await hasLiveUse(paid.id)]).toEqual([
      false,
      true,
      true,
    ]);
  });
});

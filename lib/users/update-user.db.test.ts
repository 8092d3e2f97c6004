import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { daily } from '#e2e/setup/long-test';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import type { Role } from '#lib/auth/sessions';
import type { UserContext } from '#lib/auth/user-context';

let database: TestDatabase;
let sql: Sql;
let modules: {
  createClient: typeof import('#lib/clients/create-client').createClient;
  createUser: typeof import('#lib/clients/create-user').createUser;
  addUser: typeof import('#lib/users/add-user').addUser;
  inviteUser: typeof import('#lib/users/invite-user').inviteUser;
  updateUser: typeof import('#lib/users/update-user').updateUser;
  acceptInvitation: typeof import('#lib/auth/invitations').acceptInvitation;
};

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
  modules = {
    createClient: (await import('#lib/clients/create-client')).createClient,
    createUser: (await import('#lib/clients/create-user')).createUser,
    addUser: (await import('#lib/users/add-user')).addUser,
    inviteUser: (await import('#lib/users/invite-user')).inviteUser,
    updateUser: (await import('#lib/users/update-user')).updateUser,
    acceptInvitation: (await import('#lib/auth/invitations')).acceptInvitation,
  };
});
afterAll(() => database.drop());

const newClient = () =>
  modules.createClient({ name: 'Shop', businessPhone: '+2207012345', businessEmail: 'shop@kaira.example' });

async function newUser(clientId: string | null, role: Role): Promise<UserContext> {
  const user = { email: `${randomUUID()}@kaira.example`, name: 'Awa Ceesay', role };
  const { id } = await modules.createUser({ ...user, clientId });
  return {
    user: { ...user, id },
    sessionId: randomUUID(),
    clientId: clientId ?? undefined,
    isConfirmed: true,
    address: '198.51.100.7',
    userAgent: null,
    now: () => new Date(),
  };
}

const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  );
const linesOf = (id: string) =>
  sql`select user_id, client_id, action, before, after, address from audit_log where subject_id = ${id} order by id`;
const leadersOf = (clientId: string | null) =>
  sql`select id from users where client_id is not distinct from ${clientId} and role in ('owner', 'admin') and disabled_at is null`;

describe.each(['owner', 'admin'] as const)('the last %s', (role) => {
  test(`[91] remains when two of them demote each other at once, whichever way, time after time`, async () => {
    for (let round = 0; round < daily(30); round++) {
      const clientId = role === 'owner' ? await newClient() : null;
      if (clientId === null) await sql`update users set disabled_at = now() where client_id is null`;
      const [a, b] = [await newUser(clientId, role), await newUser(clientId, role)];
      const change =
        round % 2 ? { disabled: true } : ({ role: role === 'owner' ? 'viewer' : 'support' } as const);
      const results = await Promise.all([
        outcome(modules.updateUser(a, clientId, b.user.id, change)),
        outcome(modules.updateUser(b, clientId, a.user.id, change)),
      ]);
      expect(results.sort()).toEqual(['INVALID_STATE', 'done']);
      expect(await leadersOf(clientId)).toHaveLength(1);
    }
  });
});

test('[91] an operator cannot take the only owner from a client, and nothing is written of it', async () => {
  const clientId = await newClient();
  const [admin, owner] = [await newUser(null, 'admin'), await newUser(clientId, 'owner')];
  await newUser(clientId, 'viewer');
  for (const change of [{ role: 'viewer' }, { disabled: true }] as const) {
    expect(await outcome(modules.updateUser(admin, clientId, owner.user.id, change))).toBe('INVALID_STATE');
  }
  expect(await linesOf(owner.user.id)).toHaveLength(1);
});

test('[91] nobody changes their own role or access, or makes a link for their own password', async () => {
  const clientId = await newClient();
  const owner = await newUser(clientId, 'owner');
  await newUser(clientId, 'owner');
  expect(await outcome(modules.updateUser(owner, clientId, owner.user.id, { role: 'viewer' }))).toBe(
    'FORBIDDEN',
  );
  expect(await outcome(modules.updateUser(owner, clientId, owner.user.id, { disabled: true }))).toBe(
    'FORBIDDEN',
  );
  expect(await outcome(modules.inviteUser(owner, clientId, owner.user.id))).toBe('FORBIDDEN');
});

test('[55] a user of another client, of the staff or of nobody is not found', async () => {
  const [clientId, otherId] = [await newClient(), await newClient()];
  const owner = await newUser(clientId, 'owner');
  const strangers = [await newUser(otherId, 'viewer'), await newUser(null, 'support')].map(
    ({ user }) => user.id,
  );
  for (const id of [...strangers, randomUUID(), 'x', "' or 1=1--"]) {
    expect(await outcome(modules.updateUser(owner, clientId, id, { disabled: true }))).toBe('NOT_FOUND');
    expect(await outcome(modules.inviteUser(owner, clientId, id))).toBe('NOT_FOUND');
  }
});

test('a change is one line with before and after; what is so already is none', async () => {
  const clientId = await newClient();
  const [owner, dev] = [await newUser(clientId, 'owner'), await newUser(clientId, 'developer')];
  const { id } = dev.user;
  const steps = [
    { role: 'viewer' },
    { role: 'viewer' },
    { disabled: true },
    { disabled: true },
    { disabled: false },
  ] as const;
  for (const [index, change] of steps.entries()) {
    const ctx = { ...owner, now: () => new Date(Date.now() + index) };
    await modules.updateUser(ctx, clientId, id, change);
  }
  const [, ...lines] = await linesOf(id);
  const facts = { user_id: owner.user.id, client_id: clientId, address: '198.51.100.7' };
  expect(lines).toEqual([
    {
      ...facts,
      action: 'user.role_changed',
      before: { role: 'developer', disabled: false },
      after: { role: 'viewer', disabled: false },
    },
    {
      ...facts,
      action: 'user.disabled',
      before: { role: 'viewer', disabled: false },
      after: { role: 'viewer', disabled: true },
    },
    {
      ...facts,
      action: 'user.enabled',
      before: { role: 'viewer', disabled: true },
      after: { role: 'viewer', disabled: false },
    },
  ]);
});

test('who is disabled has no session, and no link of before works, also when enabled again', async () => {
  const clientId = await newClient();
  const owner = await newUser(clientId, 'owner');
  const { user, invitation } = await modules.addUser(owner, clientId, {
    email: `${randomUUID()}@kaira.example`,
    name: 'Binta',
    role: 'viewer',
  });
  await sql`insert into sessions values (${user.id}, ${randomUUID()}, now(), now())`;
  await modules.updateUser(owner, clientId, user.id, { disabled: true });
  expect(await sql`select 1 from sessions where user_id = ${user.id}`).toHaveLength(0);
  await modules.updateUser(owner, clientId, user.id, { disabled: false });
  const token = invitation.path.split('/').at(-1) ?? '';
  const accept = modules.acceptInvitation(token, 'a long enough one 42', undefined, new Date());
  expect(await outcome(accept)).toBe('NOT_FOUND');
});

test('a link works once, also when it comes ten times at once, for three days, until the next link', async () => {
  const clientId = await newClient();
  const owner = await newUser(clientId, 'owner');
  const { user } = await newUser(clientId, 'viewer');
  const link = async () => {
    const { invitation } = await modules.inviteUser(owner, clientId, user.id);
    return invitation.path.split('/').at(-1) ?? '';
  };
  const accept = (token: string, at = new Date()) =>
    outcome(modules.acceptInvitation(token, 'a long enough one 42', undefined, at));
  const replaced = await link();
  const token = await link();
  expect(await accept(replaced)).toBe('NOT_FOUND');
  expect(await accept(token, new Date(Date.now() + 72 * 3_600_000 + 60_000))).toBe('NOT_FOUND');
  const all = await Promise.all(Array.from({ length: 10 }, () => accept(token)));
  expect(all.filter((each) => each === 'done')).toHaveLength(1);
  expect(all.filter((each) => each === 'NOT_FOUND')).toHaveLength(9);
});

test('[91] the database itself has no client’s user as staff and no staff as a client’s user', async () => {
  const clientId = await newClient();
  const { user } = await newUser(clientId, 'owner');
  await expect(sql`update users set role = 'admin' where id = ${user.id}`).rejects.toThrow(
    /users_role_fits_client/,
  );
  await expect(sql`update users set client_id = null where id = ${user.id}`).rejects.toThrow(
    /users_role_fits_client/,
  );
});

test('[93] a line of the audit log is never changed and never deleted', async () => {
  await newUser(null, 'support');
  for (const statement of [
    "update audit_log set action = 'x'",
    'delete from audit_log',
    'truncate audit_log',
  ]) {
    await expect(sql.unsafe(statement)).rejects.toThrow(/append-only/);
  }
});

import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newClient, newUser } from '#e2e/setup/people';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';
import { approve, reject } from '#lib/approvals/decide-approval';
import { listApprovals } from '#lib/approvals/list-approvals';
import { listQueue } from '#lib/approvals/list-queue';
import { withdrawApproval } from '#lib/approvals/withdraw-approval';
import { changePassword } from '#lib/auth/change-password';
import { acceptInvitation, findInvitation } from '#lib/auth/invitations';
import type { UserContext } from '#lib/auth/user-context';
import { createUser } from '#lib/clients/create-user';
import { getClientId } from '#lib/clients/get-client-id';
import type { Context } from '#lib/context';
import { askForKey } from '#lib/keys/ask-for-key';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';
import { addUser } from '#lib/users/add-user';
import { askForLink, askToAddPerson } from '#lib/users/ask-for-person';
import { inviteUser } from '#lib/users/invite-user';
import { listUsers } from '#lib/users/list-users';
import { dismissPeopleNotices, listPeopleNotices } from '#lib/users/people-notices';
import { revealLink } from '#lib/users/reveal-link';
import { updateUser } from '#lib/users/update-user';

const DAY_MS = 24 * 60 * 60 * 1000;

let database: TestDatabase;
let sql: Sql;
let client: Context['client'];
let owner: Context & UserContext;
let asker: UserContext;
let other: UserContext;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = (await import('#db/client')).sqlClient();
});
beforeEach(async () => {
  client = await newClient();
  owner = await newUser('owner', client);
  [asker, other] = [await newUser('admin'), await newUser('admin')].map(asStaff) as [
    UserContext,
    UserContext,
  ];
});
afterAll(() => database.drop());

const asStaff = (ctx: UserContext): UserContext => ({ ...ctx, clientId: undefined });
const later = <Ctx extends UserContext>(ctx: Ctx, days: number): Ctx => ({
  ...ctx,
  now: () => new Date(Date.now() + days * DAY_MS),
});
const somebody = () => ({ email: `${randomUUID()}@people.example`, name: 'Binta', role: 'owner' as const });
const notices = (ctx = owner) => listPeopleNotices(ctx, ctx.user);
const code = (name: string) => ({ code: name });
const accept = ({ path }: { path: string }, password: string = randomUUID()) =>
  acceptInvitation(path.split('/')[2] ?? '', password, undefined, new Date());

describe('a person whom an operator puts into a client', () => {
  it('is there when another operator has approved it, and only the asker sees the link, once', async () => {
    const person = somebody();
    const { id } = await askToAddPerson(asker, client.id, person);
    await expect(revealLink(asker, id)).rejects.toMatchObject(code('INVALID_STATE'));
    await expect(approve(asker, id)).rejects.toMatchObject(code('FORBIDDEN'));
    expect(await listUsers(client.id)).toHaveLength(1);
    expect((await approve(other, id)).status).toBe('APPROVED');
    expect(await listUsers(client.id)).toHaveLength(1);
    const waits = async () => (await listQueue({ state: 'open', client_id: client.id, limit: 10 })).data;
    expect(await waits()).toMatchObject([{ id, kind: 'new_person', status: 'APPROVED' }]);
    await expect(revealLink(other, id)).rejects.toMatchObject(code('FORBIDDEN'));
    const revealed = await Promise.allSettled(Array.from({ length: 8 }, () => revealLink(asker, id)));
    const links = revealed.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(links).toHaveLength(1);
    expect(links[0]?.user).toMatchObject({ ...person, status: 'INVITED' });
    expect(await accept(links[0]?.invitation ?? { path: '' })).toEqual({
      email: person.email,
      door: 'client',
    });
    expect(await waits()).toEqual([]);
    expect((await listUsers(client.id)).map((each) => each.status)).toEqual(['ACTIVE', 'ACTIVE']);
  });

  it('asks for nothing that this operator could approve, however long both wait', async () => {
    const { id } = await askToAddPerson(asker, client.id, somebody());
    await approve(other, id);
    const { user } = await revealLink(asker, id);
    const planted = { ...owner, user: { ...user, email: user.email } };
    const key = await askForKey({ ...planted, environment: 'SANDBOX' }, { scope: 'read' });
    await expect(approve(later(asker, 400), key.id)).rejects.toMatchObject(code('FORBIDDEN'));
    expect((await approve(other, key.id)).status).toBe('APPROVED');
  });

  it('is not added after a no, after 7 days, or by an address that signs in by then', async () => {
    const [no, late, taken] = [somebody(), somebody(), somebody()];
    const [rejected, unused, overtaken] = [
      await askToAddPerson(asker, client.id, no),
      await askToAddPerson(asker, client.id, late),
      await askToAddPerson(asker, client.id, taken),
    ];
    await reject(other, rejected.id, 'Who is that?');
    await approve(other, unused.id);
    await approve(other, overtaken.id);
    await createUser({ ...taken, clientId: null, role: 'support' });
    await expect(revealLink(asker, rejected.id)).rejects.toMatchObject(code('INVALID_STATE'));
    await expect(revealLink(later(asker, 8), unused.id)).rejects.toMatchObject(code('INVALID_STATE'));
    await expect(revealLink(asker, overtaken.id)).rejects.toMatchObject(code('INVALID_STATE'));
    expect(await listUsers(client.id)).toHaveLength(1);
    await expect(askToAddPerson(asker, client.id, taken)).rejects.toMatchObject(code('INVALID_STATE'));
  });

  it('is the operators’ to ask for: the client neither sees the request nor withdraws it', async () => {
    const { id } = await askToAddPerson(asker, client.id, somebody());
    expect(await listApprovals(owner)).toEqual([]);
    await expect(withdrawApproval(owner, client.id, id)).rejects.toMatchObject(code('NOT_FOUND'));
  });

  it('gets a new link in the same way, and keeps the password until it is used', async () => {
    const { id } = await askForLink(asker, client.id, owner.user.id);
    const before = await inviteUser(owner, client.id, (await addUser(owner, client.id, somebody())).user.id);
    await approve(other, id);
    const { invitation } = await revealLink(asker, id);
    expect(await accept(invitation)).toMatchObject({ email: owner.user.email });
    expect(await accept(before.invitation)).toMatchObject({ email: before.user.email });
    expect(
      await sql`select kind, by_user_id from access_grants where user_id = ${owner.user.id} order by id`,
    ).toEqual([
      { kind: 'made', by_user_id: null },
      { kind: 'invited', by_user_id: asker.user.id },
    ]);
  });

  it('is given no role by an operator but the least', async () => {
    const { user } = await addUser(owner, client.id, { ...somebody(), role: 'developer' });
    await expect(updateUser(asker, client.id, user.id, { role: 'owner' })).rejects.toMatchObject(
      code('FORBIDDEN'),
    );
    expect(await updateUser(asker, client.id, user.id, { role: 'viewer' })).toMatchObject({ role: 'viewer' });
    expect(await updateUser(owner, client.id, user.id, { role: 'owner' })).toMatchObject({ role: 'owner' });
  });
});

describe('the owners of the client', () => {
  it('are told of what was asked and done, each until they have read it', async () => {
    const second = await newUser('owner', client);
    const viewer = await newUser('viewer', client);
    expect(await notices()).toEqual([]);
    const { id } = await askToAddPerson(asker, client.id, somebody());
    expect(await notices()).toMatchObject([
      { action: 'approval.requested', user: { id: null, name: 'Kaira' } },
    ]);
    await approve(other, id);
    await revealLink(asker, id);
    const told = await notices();
    expect(told.map(({ action }) => action)).toEqual(['user.added', 'approval.requested']);
    await dismissPeopleNotices(owner, told[0]?.id ?? '');
    expect(await notices()).toEqual([]);
    expect(await notices(second)).toHaveLength(2);
    expect(await notices(viewer)).toEqual([]);
    await updateUser(asker, client.id, viewer.user.id, { disabled: true });
    expect((await notices()).map(({ action }) => action)).toEqual(['user.disabled']);
    expect(await notices(later(owner, 31))).toEqual([]);
  });

  it('are told nothing of what their own people do, or what is done elsewhere', async () => {
    await addUser(owner, client.id, somebody());
    await askToAddPerson(asker, (await newClient()).id, somebody());
    expect(await notices()).toEqual([]);
  });
});

describe('an address that signs in elsewhere', () => {
  const elsewhere = async () => (await newUser('owner', await newClient())).user.email;
  const staff = async () => (await newUser('support')).user.email;

  it.each([
    ['of another client', elsewhere],
    ['of the operators', staff],
  ])('%s is added like any other, and its account is left alone', async (_whose, find) => {
    const email = await find();
    const before = await sql`select * from users where email = ${email}`;
    const fresh = await addUser(owner, client.id, somebody());
    const added = await addUser(owner, client.id, { ...somebody(), email });
    expect(Object.keys(added.user)).toEqual(Object.keys(fresh.user));
    expect(added.user).toMatchObject({ email, status: 'INVITED', two_factor: false, role: 'owner' });
    expect(await listUsers(client.id)).toContainEqual(added.user);
    const token = added.invitation.path.split('/')[2] ?? '';
    expect(await findInvitation(token, new Date())).toMatchObject({ email, name: 'Binta' });
    await expect(accept(added.invitation)).rejects.toMatchObject({
      code: 'INVALID_STATE',
      message: `${email} has an account already. Ask whoever invited you to use another address.`,
    });
    expect(await sql`select * from users where email = ${email}`).toEqual(before);
    const [row] = await sql`select password_hash, client_id from users where id = ${added.user.id}`;
    expect(row).toEqual({ password_hash: null, client_id: client.id });
  });

  it('is added once to a team, also when it is asked twice at once', async () => {
    const email = await elsewhere();
    await addUser(owner, client.id, { ...somebody(), email });
    await expect(addUser(owner, client.id, { ...somebody(), email })).rejects.toMatchObject(
      code('INVALID_STATE'),
    );
    const mine = { ...somebody(), email: owner.user.email };
    await expect(addUser(owner, client.id, mine)).rejects.toMatchObject(code('INVALID_STATE'));
    const fresh = somebody();
    const results = await Promise.allSettled(
      Array.from({ length: 4 }, async () =>
        addUser(await newUser('owner', await newClient()), client.id, fresh),
      ),
    );
    expect(results.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
  });

  it('costs the same statement as one that nobody has', async () => {
    const statements: string[] = [];
    const count = async (email: string) => {
      const before = statements.length;
      await addUser(owner, client.id, { ...somebody(), email });
      return statements.slice(before);
    };
    const spied = (await import('#db/client')).sqlClient();
    spied.options.debug = (_connection: number, query: string) => void statements.push(query);
    try {
      const known = await count(await elsewhere());
      expect(known).toEqual(await count(somebody().email));
      // Two limits are counted before, whoever it is.
      expect(known).toHaveLength(3);
    } finally {
      spied.options.debug = false;
    }
  });
});

describe('a new password', () => {
  it('ends every link that sets one, whoever chose it', async () => {
    const { id, password } = await createUser({ ...somebody(), clientId: client.id });
    const { invitation } = await inviteUser(owner, client.id, id);
    const [row] = await sql`select id, email, name, role from users where id = ${id}`;
    await changePassword({ ...owner, user: row as UserContext['user'] }, password, randomUUID());
    await expect(accept(invitation)).rejects.toMatchObject(code('NOT_FOUND'));
  });

  it('by one link ends the others', async () => {
    const { user, invitation } = await addUser(owner, client.id, somebody());
    // As if two were made at the same moment.
    const other = await inviteUser(owner, client.id, user.id);
    await sql`update invitations set expires_at = now() + interval '1 day' where user_id = ${user.id}`;
    await accept(other.invitation);
    await expect(accept(invitation)).rejects.toMatchObject(code('NOT_FOUND'));
  });
});

it('nobody signs in for the house', async () => {
  const { ensureAccounts } = await import('#lib/clients/create-client');
  await ensureAccounts();
  await expect(getClientId(HOUSE_CLIENT_ID)).rejects.toMatchObject(code('NOT_FOUND'));
  await expect(createUser({ ...somebody(), clientId: HOUSE_CLIENT_ID })).rejects.toMatchObject({
    constraint_name: 'users_not_of_house',
  });
});

describe('messages to people who asked for none', () => {
  const outcomes = (of: Promise<unknown>[]) =>
    Promise.all(
      of.map((each) =>
        each.then(
          () => 'sent',
          ({ code }) => code,
        ),
      ),
    );
  const tally = async (of: Promise<unknown>[]) => Object.groupBy(await outcomes(of), (each) => each);

  it('one address is sent five links an hour by a client, and as many by another one', async () => {
    const { user } = await addUser(owner, client.id, somebody());
    const again = Array.from({ length: 7 }, () => inviteUser(owner, client.id, user.id));
    const { sent, RATE_LIMITED: refused } = await tally(again);
    expect([sent?.length, refused?.length]).toEqual([4, 3]);
    const elsewhere = await newClient();
    await addUser(await newUser('owner', elsewhere), elsewhere.id, { ...somebody(), email: user.email });
  });

  it('a client invites fifty people an hour', async () => {
    const all = await tally(Array.from({ length: 53 }, () => addUser(owner, client.id, somebody())));
    expect([all.sent?.length, all.RATE_LIMITED?.length]).toEqual([50, 3]);
  });
});

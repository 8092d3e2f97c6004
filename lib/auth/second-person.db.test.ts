import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { caseOf, nothing, paidCollection, propose } from '#e2e/setup/cases';
import { memberContext, newClient, newUser, staffContext } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { askForAllowlist } from '#lib/approvals/ask-for-allowlist';
import { approve, reject } from '#lib/approvals/decide-approval';
import { listQueue } from '#lib/approvals/list-queue';
import { acceptInvitation, findInvitation } from '#lib/auth/invitations';
import { requireSecondPerson } from '#lib/auth/second-person';
import type { UserContext } from '#lib/auth/user-context';
import { confirmSettlement, rejectSettlement } from '#lib/cases/decide-settlement';
import { openClient } from '#lib/clients/open-client';
import { askForKey } from '#lib/keys/ask-for-key';
import { addUser } from '#lib/users/add-user';
import { inviteUser } from '#lib/users/invite-user';
import { listUsers } from '#lib/users/list-users';
import { resetTwoFactor } from '#lib/users/reset-two-factor';
import { updateUser } from '#lib/users/update-user';

// One operator is never two: who could hold two accounts does not decide with one what was asked with the other.

const DAY_MS = 24 * 60 * 60 * 1000;

let database: TestDatabase;
let sql: Sql;
/** Three operators whom the command line made: nothing ties them. */
let first: UserContext;
let second: UserContext;
let third: UserContext;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
});
beforeEach(async () => {
  [first, second, third] = [await newUser('admin'), await newUser('admin'), await newUser('admin')];
});
afterAll(() => database.drop());

const decides = (ctx: UserContext, by: UserContext, isLiveKey = false) =>
  requireSecondPerson(ctx, { what: 'request', by: by.user.id, isLiveKey }).then(
    () => 'yes',
    (error: { code?: string; message: string }) => `${error.code}: ${error.message}`,
  );
const oneHand = expect.stringMatching(/^FORBIDDEN: .* from one hand/);
const later = (ctx: UserContext, days: number): UserContext => ({
  ...ctx,
  now: () => new Date(Date.now() + days * DAY_MS),
});

/** An operator whom `by` made, with the link in hand. */
async function made(by: UserContext): Promise<UserContext & { token: string }> {
  const email = `${randomUUID()}@people.example`;
  const { user, invitation } = await addUser(by, null, { email, name: 'Binta Sanneh', role: 'admin' });
  const token = invitation.path.split('/')[2] ?? '';
  return { ...staffContext(), user: { ...user, email }, isConfirmed: false, token };
}

const requestFor = async ({ user }: UserContext) =>
  (await listQueue({ state: 'open', limit: 100 })).data.find((each) =>
    each.change.after.some((line) => line.includes(user.email)),
  );

/** The same operator, confirmed by `by`. */
async function confirmed(operator: UserContext, by: UserContext): Promise<UserContext> {
  await approve(by, (await requestFor(operator))?.id ?? '');
  const [row] = await sql`select confirmed_at is not null as yes from users where id = ${operator.user.id}`;
  return { ...operator, isConfirmed: row?.yes };
}

const grantsOf = ({ user }: UserContext) =>
  sql`select kind, by_user_id from access_grants where user_id = ${user.id} order by id`;

describe('an operator', () => {
  it('whom the command line made decides what another one asks for', async () => {
    expect(await decides(first, second)).toBe('yes');
    expect(await decides(first, first)).toMatch(/^FORBIDDEN: Nobody decides a request of their own/);
    expect(await grantsOf(first)).toEqual([{ kind: 'made', by_user_id: null }]);
  });

  it('whom nobody has confirmed decides nothing: no request and no settlement', async () => {
    const puppet = await made(first);
    const client = await newClient();
    const { id } = await askForAllowlist(second, client.id, ['203.0.113.7']);
    const caseId = await caseOf(await paidCollection(client), 'mismatch');
    const proposedAt = await propose(caseId, nothing);
    const refused = { code: 'FORBIDDEN', message: expect.stringMatching(/^No other operator has confirmed/) };
    await expect(approve(puppet, id)).rejects.toMatchObject(refused);
    await expect(reject(puppet, id, 'no')).rejects.toMatchObject(refused);
    await expect(confirmSettlement(puppet, caseId, proposedAt)).rejects.toMatchObject(refused);
    await expect(
      rejectSettlement(puppet, caseId, { proposed_at: proposedAt, reason: 'no' }),
    ).rejects.toMatchObject(refused);
    expect((await approve(third, id)).status).toBe('DONE');
  });

  it('is confirmed by another one than who made them, and by nobody else', async () => {
    const puppet = await made(first);
    const request = await requestFor(puppet);
    expect(request).toMatchObject({
      kind: 'new_operator',
      status: 'PENDING',
      requested_by: { id: first.user.id },
    });
    await expect(approve(first, request?.id ?? '')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(approve(puppet, request?.id ?? '')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await confirmed(puppet, second)).isConfirmed).toBe(true);
    expect(await grantsOf(puppet)).toEqual([
      { kind: 'made', by_user_id: first.user.id },
      { kind: 'confirmed', by_user_id: second.user.id },
    ]);
  });

  it('decides nothing of whoever made or confirmed them for 30 days, nor does the maker of theirs', async () => {
    const operator = await confirmed(await made(first), second);
    expect(await decides(operator, first)).toEqual(oneHand);
    expect(await decides(first, operator)).toEqual(oneHand);
    expect(await decides(operator, second)).toMatch(/^FORBIDDEN: .* confirmed you in the last 30 days/);
    expect(await decides(second, operator)).toBe('yes');
    expect(await decides(operator, third)).toBe('yes');
    for (const other of [first, second]) {
      expect(await decides(later(operator, 29), other)).toMatch(/^FORBIDDEN/);
      expect(await decides(later(operator, 31), other)).toBe('yes');
    }
  });

  it('is told for how long, and who could decide instead, who is tied to neither', async () => {
    await sql`update users set disabled_at = now() where client_id is null and id not in (${first.user.id}, ${second.user.id})`;
    const grant = (user: UserContext, kind: string) =>
      sql`insert into access_grants (id, user_id, by_user_id, kind, at) values (gen_random_uuid(), ${user.user.id}, ${first.user.id}, ${kind}, now())`;
    await grant(second, 'reset');
    const alone = await decides(second, first);
    expect(alone).toMatch(/For 30 days after, another operator decides it\. There is no other operator yet/);
    expect(alone).toMatch(/npm run admin:create/);
    const colleague = await newUser('admin');
    await grant(colleague, 'made');
    // The other one has their second factor from the same hand.
    expect(await decides(first, colleague)).toMatch(/npm run admin:create/);
    const fresh = await newUser('admin');
    expect(await decides(second, first)).toMatch(new RegExp(`decides it\\. ${fresh.user.name} could\\.$`));
  });

  it('whose link or second factor another one has made or reset decides nothing of that one’s', async () => {
    await inviteUser(first, null, second.user.id);
    expect(await decides(second, first)).toEqual(oneHand);
    await sql`update users set totp_enabled_at = now() where id = ${third.user.id}`;
    const { password } = await createKnown(first);
    await resetTwoFactor(first, null, third.user.id, { password });
    expect(await decides(third, first)).toEqual(oneHand);
    // Both could be the first.
    expect(await decides(third, second)).toEqual(oneHand);
    expect(await decides(later(third, 31), second)).toBe('yes');
  });

  it('who is made an admin is confirmed anew, for that role and no other', async () => {
    const email = `${randomUUID()}@people.example`;
    const { user } = await addUser(first, null, { email, name: 'Some support', role: 'support' });
    const asSupport = await requestFor({ ...first, user: { ...user, email } });
    await approve(second, asSupport?.id ?? '');
    const isConfirmed = async () =>
      (await sql`select confirmed_at is not null as yes from users where id = ${user.id}`)[0]?.yes;
    expect(await isConfirmed()).toBe(true);
    await updateUser(first, null, user.id, { role: 'admin' });
    expect(await isConfirmed()).toBe(false);
    const asAdmin = await requestFor({ ...first, user: { ...user, email } });
    expect(asAdmin?.change.after).toEqual([`Some support <${email}> as admin`]);
    await updateUser(first, null, user.id, { role: 'support' });
    await expect(approve(second, asAdmin?.id ?? '')).rejects.toMatchObject({ code: 'INVALID_STATE' });
    expect(await isConfirmed()).toBe(false);
  });

  it('who was rejected is asked for again with the next link, once', async () => {
    const operator = await made(first);
    await reject(second, (await requestFor(operator))?.id ?? '', 'Who is that?');
    expect(await requestFor(operator)).toBeUndefined();
    for (let times = 0; times < 2; times++) await inviteUser(first, null, operator.user.id);
    const open = (await listQueue({ state: 'open', limit: 100 })).data;
    expect(open.filter((each) => each.change.after.join().includes(operator.user.email))).toHaveLength(1);
  });

  it('is shown as not confirmed once they have a password', async () => {
    const operator = await made(first);
    await acceptInvitation(operator.token, randomUUID(), undefined, new Date());
    const find = async () => (await listUsers(null)).find(({ id }) => id === operator.user.id)?.status;
    expect(await find()).toBe('UNCONFIRMED');
    await confirmed(operator, second);
    expect(await find()).toBe('ACTIVE');
    expect(await findInvitation(operator.token, new Date())).toBeUndefined();
  });
});

describe('the owner whom an operator put into a client', () => {
  const fields = {
    name: 'Kiosk',
    business_phone: '+2207012345',
    business_email: 'kiosk@people.example',
    commission_bps: 150,
    owner_name: 'Awa',
  };
  const opened = async () => {
    const { client } = await openClient(first, { ...fields, owner_email: `${randomUUID()}@people.example` });
    const [owner] = await listUsers(client.id);
    return { client, owner };
  };

  it('has a live key approved by another operator only, however long that operator waits', async () => {
    const { client, owner } = await opened();
    const account = { id: client.id, name: client.name, commissionBps: 150 };
    const ctx = (environment: 'LIVE' | 'SANDBOX') => ({
      ...memberContext(account, { environment }),
      user: { id: owner?.id ?? '', email: 'x', name: 'Awa', role: 'owner' as const },
    });
    const live = await askForKey(ctx('LIVE'), { scope: 'full' });
    const refused = { code: 'FORBIDDEN', message: expect.stringContaining('from one hand') };
    await expect(approve(first, live.id)).rejects.toMatchObject(refused);
    await expect(approve(later(first, 400), live.id)).rejects.toMatchObject(refused);
    // Whom the owner adds is of the same hand.
    const added = { email: `${randomUUID()}@people.example`, name: 'Dev', role: 'developer' as const };
    const { user } = await addUser(ctx('LIVE'), client.id, added);
    const theirs = { ...ctx('LIVE'), user: { ...user, email: 'x' } };
    const byDeveloper = await askForKey(theirs, { scope: 'read' });
    await expect(approve(first, byDeveloper.id)).rejects.toMatchObject(refused);
    expect((await approve(second, live.id)).status).toBe('APPROVED');
    // No money moves there.
    expect((await approve(first, (await askForKey(ctx('SANDBOX'), { scope: 'full' })).id)).status).toBe(
      'APPROVED',
    );
  });
});

it('where nobody else could decide, it says what to do', async () => {
  await sql`update users set disabled_at = now() where client_id is null and id <> ${first.user.id}`;
  expect(await decides(first, first)).toMatch(/There is no other operator yet .* npm run admin:create/);
  expect(await decides({ ...first, isConfirmed: false }, second)).toMatch(/npm run admin:create/);
  await newUser('admin');
  expect(await decides(first, first)).not.toMatch(/admin:create/);
});

it('who let whom in is kept for good', async () => {
  await expect(sql`delete from access_grants`).rejects.toMatchObject({ code: 'KA001' });
  await expect(sql`update access_grants set by_user_id = null`).rejects.toMatchObject({ code: 'KA001' });
});

/** Gives somebody a password that the test knows. */
async function createKnown({ user }: UserContext): Promise<{ password: string }> {
  const { hashPassword } = await import('#lib/auth/passwords');
  const password = randomUUID();
  await sql`update users set password_hash = ${await hashPassword(password)} where id = ${user.id}`;
  return { password };
}

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newClient } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { askForPasswordReset } from '#lib/auth/ask-for-password-reset';
import { changePassword } from '#lib/auth/change-password';
import { acceptInvitation, findInvitation } from '#lib/auth/invitations';
import { logIn } from '#lib/auth/log-in';
import { createUser } from '#lib/clients/create-user';
import { places, unseal } from '#lib/seal';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const MINUTE = 60_000;
const next = 'another long password 42';
let asked = 0;
/** Each from a network of its own. */
const address = () => `198.51.${++asked % 250}.7`;

async function newPerson(role: 'owner' | 'admin' = 'admin') {
  const email = `${randomUUID()}@kaira.example`;
  const client = role === 'owner' ? await newClient() : undefined;
  const { id, password } = await createUser({ clientId: client?.id ?? null, email, name: 'Awa', role });
  return { id, email, password };
}

async function tokensOf(email: string): Promise<string[]> {
  const rows = await superuserSql()`
    select event, link_sealed from messages where address = ${email} order by created_at, event`;
  return rows.map((row) => unseal(places.messageLink(row.event), row.link_sealed).split('/')[2] ?? '');
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code }) => code as string,
  );
const accept = (token: string, now: Date, password = next) =>
  acceptInvitation(token, password, undefined, now);

test.each(['owner', 'admin'] as const)(
  'the link sets the password of an %s once, and the session of before ends',
  async (role) => {
    const person = await newPerson(role);
    const now = new Date();
    const from = { address: address(), userAgent: null };
    const door = role === 'owner' ? 'client' : 'admin';
    await logIn(door, person, from, now);
    await askForPasswordReset(`  ${person.email.toUpperCase()} `, address(), now);
    const [token = ''] = await tokensOf(person.email);
    expect(await accept(token, now)).toMatchObject({ email: person.email, door });
    expect(await superuserSql()`select 1 from sessions where user_id = ${person.id}`).toHaveLength(0);
    expect(await codeOf(accept(token, now, 'a third long password 42'))).toBe('NOT_FOUND');
    expect(await codeOf(logIn(door, person, from, now))).toBe('UNAUTHORIZED');
    expect(await logIn(door, { ...person, password: next }, from, now)).toMatchObject({ status: 'success' });
  },
);

test('the link works for 30 minutes', async () => {
  const { email } = await newPerson();
  const now = new Date();
  await askForPasswordReset(email, address(), now);
  const [token = ''] = await tokensOf(email);
  expect(await findInvitation(token, new Date(now.getTime() + 30 * MINUTE - 1))).toMatchObject({ email });
  expect(await codeOf(accept(token, new Date(now.getTime() + 30 * MINUTE)))).toBe('NOT_FOUND');
});

test('a changed password ends the links of that person, and nobody else’s', async () => {
  const [person, other] = [await newPerson(), await newPerson()];
  const now = new Date();
  for (const { email } of [person, person, other]) await askForPasswordReset(email, address(), now);
  const [first = '', second = ''] = await tokensOf(person.email);
  const [theirs = ''] = await tokensOf(other.email);
  await accept(first, now);
  expect(await codeOf(accept(second, now))).toBe('NOT_FOUND');
  await askForPasswordReset(person.email, address(), now);
  const [, , third = ''] = await tokensOf(person.email);
  const user = { id: person.id, email: person.email, name: 'Awa', role: 'admin' as const };
  const ctx = {
    user,
    sessionId: randomUUID(),
    clientId: undefined,
    isConfirmed: true,
    address: undefined,
    userAgent: null,
    now: () => now,
  };
  await changePassword(ctx, next, 'a third long password 42');
  expect(await codeOf(accept(third, now))).toBe('NOT_FOUND');
  expect(await accept(theirs, now)).toMatchObject({ email: other.email });
});

test('asking ends no link, so that a stranger ends none', async () => {
  const { email } = await newPerson();
  const now = new Date();
  await askForPasswordReset(email, address(), now);
  await askForPasswordReset(email, address(), now);
  const [first = ''] = await tokensOf(email);
  expect(await accept(first, now)).toMatchObject({ email });
});

test('the second factor stays as it is', async () => {
  const { id, email } = await newPerson();
  await superuserSql()`update users set totp_enabled_at = now(), totp_secret_sealed = '\\x00' where id = ${id}`;
  const now = new Date();
  await askForPasswordReset(email, address(), now);
  const [token = ''] = await tokensOf(email);
  await accept(token, now);
  const result = await logIn(
    'admin',
    { email, password: next },
    { address: address(), userAgent: null },
    now,
  );
  expect(result.status).toBe('two_factor_required');
});

test('an unknown, a disabled and a never opened account are sent nothing, and told the same', async () => {
  const [disabled, invited] = [await newPerson(), await newPerson()];
  await superuserSql()`update users set disabled_at = now() where id = ${disabled.id}`;
  await superuserSql()`update users set password_hash = null where id = ${invited.id}`;
  for (const email of [`${randomUUID()}@nobody.example`, disabled.email, invited.email]) {
    expect(await askForPasswordReset(email, address(), new Date())).toBeUndefined();
    expect(await tokensOf(email)).toEqual([]);
  }
});

test('an unknown address makes as many round trips and takes no less time than a known one', async () => {
  const known = await Promise.all(Array.from({ length: 30 }, () => newPerson()));
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  for (const { email } of known) {
    for (const kind of ['known', 'unknown'] as const) {
      const begin = performance.now();
      await askForPasswordReset(
        kind === 'known' ? email : `${randomUUID()}@nobody.example`,
        address(),
        new Date(),
      );
      times[kind].push(performance.now() - begin);
    }
  }
  const middle = (of: number[]) => of.toSorted((a, b) => a - b)[of.length / 2] ?? 0;
  const [one, two] = [middle(times.known), middle(times.unknown)];
  expect(Math.max(one, two) / Math.min(one, two)).toBeLessThan(1.7);
});

test('beyond three in a quarter of an hour an account is sent nothing more, and the answer stays the same', async () => {
  const { email } = await newPerson();
  for (let index = 0; index < 5; index++) await askForPasswordReset(email, address(), new Date());
  expect(await tokensOf(email)).toHaveLength(3);
});

test('one address asks twenty times in a quarter of an hour', async () => {
  const tried = [];
  const one = '192.0.2.44';
  for (let index = 0; index < 22; index++)
    tried.push(await codeOf(askForPasswordReset(`${randomUUID()}@nobody.example`, one, new Date())));
  expect(tried).toEqual([...Array(20).fill('done'), 'RATE_LIMITED', 'RATE_LIMITED']);
});

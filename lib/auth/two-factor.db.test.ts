import { createHash, randomUUID } from 'node:crypto';
import { generate } from 'otplib';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import type { UserContext } from '#lib/auth/user-context';

let database: TestDatabase;
let sql: Sql;
let twoFactor: typeof import('#lib/auth/two-factor');
let createUser: typeof import('#lib/clients/create-user').createUser;

/** The middle of a time step. */
const noon = Date.UTC(2026, 10, 20, 12, 0, 15);
const step = (steps: number) => new Date(noon + steps * 30_000);
const codeAt = (secret: string, at: Date) => generate({ secret, epoch: Math.floor(at.getTime() / 1000) });

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
  twoFactor = await import('#lib/auth/two-factor');
  createUser = (await import('#lib/clients/create-user')).createUser;
});
afterAll(() => database.drop());

/** Somebody with the second factor switched on two steps before noon. */
async function enrolled() {
  const user = { email: `${randomUUID()}@kaira.example`, name: 'Awa Ceesay', role: 'admin' as const };
  const { id, password } = await createUser({ ...user, clientId: null });
  const ctx: UserContext = {
    user: { ...user, id },
    sessionId: randomUUID(),
    clientId: undefined,
    isConfirmed: true,
    address: undefined,
    userAgent: null,
    now: () => step(-2),
  };
  const { secret } = await twoFactor.beginTwoFactor({ ...ctx, now: () => step(-3) }, password);
  const { recoveryCodes } = await twoFactor.confirmTwoFactor(ctx, await codeAt(secret, step(-2)));
  return { id, ctx, secret, password, recoveryCodes };
}

/** Lets this many wrong tries more through, so that what is looked at is the code and not the lock. */
async function allowTries(userId: string, tries: number) {
  for (const [name, key] of Object.entries({ secondFactor: userId, address: 'unknown' })) {
    const hashed = createHash('sha256').update(key).digest('base64url');
    await sql`
      insert into login_throttles values (${`${name}:${hashed}`}, ${-tries}, ${Date.now() + 900_000})
      on conflict (key) do update set points = excluded.points, expire = excluded.expire`;
  }
}

const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    (error: { code?: string }) => error.code ?? String(error),
  );

test('[68] a code that comes fifty times at once is taken once, and never again', async () => {
  const { id, secret } = await enrolled();
  await allowTries(id, 100);
  const code = await codeAt(secret, step(0));
  const take = () => outcome(twoFactor.takeSecondFactor(id, { code }, undefined, step(0)));
  const all = await Promise.all(Array.from({ length: 50 }, take));
  expect(all.filter((each) => each === 'taken')).toHaveLength(1);
  await allowTries(id, 100);
  expect(await take()).toBe('INVALID_OTP');
});

test('[69] when a code was taken, the one of the step before is dead', async () => {
  const { id, secret } = await enrolled();
  await twoFactor.takeSecondFactor(id, { code: await codeAt(secret, step(0)) }, undefined, step(0));
  const before = { code: await codeAt(secret, step(-1)) };
  expect(await outcome(twoFactor.takeSecondFactor(id, before, undefined, step(0)))).toBe('INVALID_OTP');
});

test.each([
  [-3, 'INVALID_OTP'],
  [-2, 'INVALID_OTP'],
  [-1, 'taken'],
  [0, 'taken'],
  [1, 'INVALID_OTP'],
  [2, 'INVALID_OTP'],
])('[70] the code of the step %i from now is %s', async (steps, expected) => {
  const { id, secret } = await enrolled();
  await allowTries(id, 100);
  await sql`update users set totp_last_step = null where id = ${id}`;
  const code = await codeAt(secret, step(steps));
  expect(await outcome(twoFactor.takeSecondFactor(id, { code }, undefined, step(0)))).toBe(expected);
});

test('[75] a recovery code that comes fifty times at once is taken once, and is nobody else’s', async () => {
  const [mine, other] = [await enrolled(), await enrolled()];
  await allowTries(mine.id, 100);
  const [recoveryCode = ''] = mine.recoveryCodes;
  const take = (id: string) => outcome(twoFactor.takeSecondFactor(id, { recoveryCode }, undefined, step(0)));
  expect(await take(other.id)).toBe('INVALID_OTP');
  const all = await Promise.all(Array.from({ length: 50 }, () => take(mine.id)));
  expect(all.filter((each) => each === 'taken')).toHaveLength(1);
  await allowTries(mine.id, 100);
  expect(await take(mine.id)).toBe('INVALID_OTP');
});

test('[72] five wrong codes lock the second factor, also for the right one, and nobody else’s', async () => {
  const [mine, other] = [await enrolled(), await enrolled()];
  const at = (address: string) => `198.51.100.${address}`;
  const wrong = (n: number) =>
    outcome(twoFactor.takeSecondFactor(mine.id, { code: 'wrong' }, at(String(n)), step(0)));
  for (let tries = 0; tries < 5; tries++) expect(await wrong(tries)).toBe('INVALID_OTP');
  const right = { code: await codeAt(mine.secret, step(0)) };
  expect(await outcome(twoFactor.takeSecondFactor(mine.id, right, at('9'), step(0)))).toBe('RATE_LIMITED');
  const others = { code: await codeAt(other.secret, step(0)) };
  expect(await outcome(twoFactor.takeSecondFactor(other.id, others, at('9'), step(0)))).toBe('taken');
});

test('a secret that is begun again is not switched on by a code of the one before', async () => {
  const user = { email: `${randomUUID()}@kaira.example`, name: 'Awa', role: 'admin' as const };
  const { id, password } = await createUser({ ...user, clientId: null });
  const ctx = { ...(await enrolled()).ctx, user: { ...user, id }, now: () => step(0) };
  const first = await twoFactor.beginTwoFactor(ctx, password);
  await twoFactor.beginTwoFactor(ctx, password);
  const code = await codeAt(first.secret, step(0));
  expect(await outcome(twoFactor.confirmTwoFactor(ctx, code))).toBe('INVALID_OTP');
});

test('[74] [26] switching it on or off and new recovery codes are each one line of the audit log', async () => {
  const { id, ctx, secret, password, recoveryCodes } = await enrolled();
  const proof = { password, code: await codeAt(secret, step(0)) };
  const renewed = await twoFactor.renewRecoveryCodes({ ...ctx, now: () => step(0) }, proof);
  expect(new Set([...renewed, ...recoveryCodes]).size).toBe(20);
  const old = { recoveryCode: recoveryCodes[0] };
  expect(await outcome(twoFactor.takeSecondFactor(id, old, undefined, step(0)))).toBe('INVALID_OTP');
  await twoFactor.disableTwoFactor({ ...ctx, now: () => step(1) }, { password, recoveryCode: renewed[0] });
  const lines = await sql`select action from audit_log where user_id = ${id} order by at`;
  expect(lines.map((line) => line.action)).toEqual([
    'two_factor.begun',
    'two_factor.enabled',
    'recovery_codes.renewed',
    'two_factor.disabled',
  ]);
  const [user] =
    await sql`select totp_secret_sealed, totp_enabled_at, totp_last_step from users where id = ${id}`;
  expect(user).toEqual({ totp_secret_sealed: null, totp_enabled_at: null, totp_last_step: null });
  expect(await sql`select 1 from recovery_codes where user_id = ${id}`).toHaveLength(0);
});

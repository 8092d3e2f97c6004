import type { Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { giveBalance } from '#e2e/setup/balance';
import { newClient, newUser } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { askToConfirmEmail, confirmEmail, readConfirmation } from '#lib/auth/confirm-email';
import type { UserContext } from '#lib/auth/user-context';
import { createApiKey } from '#lib/clients/create-client';
import { listFirstSteps } from '#lib/clients/list-first-steps';
import type { Context } from '#lib/context';
import { makeTestKey } from '#lib/keys/make-test-key';
import { places, unseal } from '#lib/seal';

const DAY_MS = 24 * 60 * 60 * 1000;
let database: TestDatabase;
let sql: Sql;
let owner: Context & UserContext;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
});
beforeEach(async () => {
  owner = await newUser('owner', await newClient());
});
afterAll(() => database.drop());

async function mailedToken(ctx: UserContext): Promise<string> {
  const [row] =
    await sql`select event, link_sealed from messages where address = ${ctx.user.email} order by created_at desc limit 1`;
  return unseal(places.messageLink(row?.event), row?.link_sealed).replace('/confirm-email/', '');
}

it('each step is done when it is true, and by no click; when all are, there is no list', async () => {
  const begin = {
    email: false,
    second_factor: false,
    sandbox_payment: false,
    webhook_or_link: false,
    team: false,
    papers: false,
  };
  const steps = async () => (await listFirstSteps(owner))?.steps;
  expect(await steps()).toEqual(begin);
  const { id } = owner.client;
  const moves: [step: keyof typeof begin, work: () => unknown][] = [
    [
      'second_factor',
      () =>
        sql`update users set totp_secret_sealed = '\\x00', totp_enabled_at = now() where id = ${owner.user.id}`,
    ],
    ['sandbox_payment', () => giveBalance(owner, 100_00n)],
    ['team', () => newUser('cashier', owner.client)],
    [
      'webhook_or_link',
      () => sql`insert into webhook_endpoints (client_id, environment, id, url, events, secret_sealed, secret_last4, created_at)
        values (${id}, 'SANDBOX', gen_random_uuid(), 'https://a.example', '{}', '\\x00', 'abcd', now())`,
    ],
    [
      'email',
      async () => {
        await askToConfirmEmail(owner);
        const said = readConfirmation(await mailedToken(owner), new Date());
        if (said) await confirmEmail(said, undefined, new Date());
      },
    ],
  ];
  let expected: Record<string, boolean> = begin;
  for (const [step, work] of moves) {
    await work();
    expected = { ...expected, [step]: true };
    expect(await steps(), step).toEqual(expected);
  }
  await sql`insert into applications (client_id, status, submitted_by, approved_at, updated_at) values (${id}, 'APPROVED', ${owner.user.id}, now(), now())`;
  expect(await listFirstSteps(owner)).toBeNull();
});

it('a business that has used live has none, also one of before the papers', async () => {
  await createApiKey(owner.client.id, 'LIVE');
  expect(await listFirstSteps(owner)).toBeNull();
});

it('a developer has those of an integration, and nobody else has any', async () => {
  const developer = await newUser('developer', owner.client);
  expect(await listFirstSteps(developer)).toMatchObject({
    papers: null,
    steps: { team: null, papers: null, email: false },
  });
  for (const role of ['viewer', 'accountant', 'cashier'] as const) {
    expect(await listFirstSteps(await newUser(role, owner.client))).toBeNull();
  }
});

it('a link confirms the address that it was sent to, for a day, and no other one', async () => {
  await askToConfirmEmail(owner);
  const token = await mailedToken(owner);
  expect(readConfirmation(token, new Date(Date.now() + DAY_MS + 1))).toBeUndefined();
  expect(readConfirmation(`${token.slice(0, -2)}xx`, new Date())).toBeUndefined();
  const said = readConfirmation(token, new Date());
  await sql`update users set email = 'other-${sql.unsafe(owner.user.id)}@people.example' where id = ${owner.user.id}`;
  if (said) await confirmEmail(said, undefined, new Date());
  const [row] = await sql`select email_confirmed_at from users where id = ${owner.user.id}`;
  expect(row).toEqual({ email_confirmed_at: null });
});

it('a link is asked for five times an hour at most', async () => {
  for (let n = 0; n < 5; n++) await askToConfirmEmail(owner);
  await expect(askToConfirmEmail(owner)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
});

it('a test key works at once and without approval; a live one does not come this way', async () => {
  const { secret, key } = await makeTestKey(owner, { scope: 'full' });
  expect(secret).toMatch(/^sk_test_/);
  expect(key).toMatchObject({ environment: 'SANDBOX', status: 'ACTIVE', scope: 'full' });
  await expect(makeTestKey({ ...owner, environment: 'LIVE' }, { scope: 'read' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  const viewer = await newUser('viewer', owner.client);
  await expect(makeTestKey(viewer, { scope: 'read' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const [line] =
    await sql`select action, after from audit_log where client_id = ${owner.client.id} and action like 'key.%'`;
  expect(line).toMatchObject({ action: 'key.made', after: { scope: 'full', last4: secret.slice(-4) } });
  const [count] =
    await sql`select count(*)::int as live from api_keys where client_id = ${owner.client.id} and environment = 'LIVE'`;
  expect(count).toEqual({ live: 0 });
});

it('there are twenty test keys at most', async () => {
  for (let n = 0; n < 20; n++) await makeTestKey(owner, { scope: 'read' });
  await expect(makeTestKey(owner, { scope: 'read' })).rejects.toMatchObject({ code: 'INVALID_STATE' });
});

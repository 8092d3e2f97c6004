import { randomUUID } from 'node:crypto';
import { generate } from 'otplib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sqlClient } from '#db/client';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';
import type { Role } from '#lib/auth/sessions';
import { createClient } from '#lib/clients/create-client';
import { createUser } from '#lib/clients/create-user';
import { loadRoutes, type RouteTable } from '#lib/http/route-table';

/** contract-more.md §15, "Step-up" and "One session per account". */

/** Approving, revealing, inviting, rails and their money, settling, allowlists and paying out; and nothing else. */
const wanted = [
  'POST /api/admin/applications/[clientId]/ask',
  'POST /api/admin/applications/[clientId]/propose',
  'POST /api/admin/applications/[clientId]/reject',
  'POST /api/admin/approvals/[id]/approve',
  'POST /api/admin/approvals/[id]/reject',
  'POST /api/admin/approvals/[id]/reveal',
  'POST /api/admin/cases/[id]/close',
  'POST /api/admin/cases/[id]/confirm',
  'POST /api/admin/cases/[id]/propose',
  'POST /api/admin/cases/[id]/reject',
  'POST /api/admin/cases/[id]/withdraw',
  'POST /api/admin/clients',
  'POST /api/admin/clients/[id]/ip-allowlist',
  'PATCH /api/admin/clients/[id]/rails/[provider]',
  'POST /api/admin/clients/[id]/users',
  'PATCH /api/admin/clients/[id]/users/[userId]',
  'POST /api/admin/clients/[id]/users/[userId]/invite',
  'POST /api/admin/clients/[id]/users/[userId]/reset-two-factor',
  'POST /api/admin/ledger/periods',
  'PATCH /api/admin/rails/[provider]',
  'POST /api/admin/rails/[provider]/connection',
  'DELETE /api/admin/rails/[provider]/connection',
  'POST /api/admin/rails/[provider]/connection/approve',
  'POST /api/admin/rails/[provider]/connection/reject',
  'POST /api/admin/rails/[provider]/connection/withdraw',
  'POST /api/admin/rails/[provider]/collections/withdrawal',
  'POST /api/admin/rails/[provider]/float',
  'POST /api/admin/rails/[provider]/float/collections',
  'POST /api/admin/rails/[provider]/float/transfer',
  'POST /api/admin/rails/[provider]/float/withdrawal',
  'POST /api/admin/rails/[provider]/tariffs',
  'POST /api/admin/rails/[provider]/health',
  'PATCH /api/admin/rails/[provider]/wallet',
  'POST /api/admin/reconciliation/[provider]/[day]/fees',
  'POST /api/admin/transactions/[id]/reverse',
  'POST /api/admin/users',
  'PATCH /api/admin/users/[id]',
  'POST /api/admin/users/[id]/invite',
  'POST /api/admin/users/[id]/reset-two-factor',
  'POST /api/dashboard/application/submit',
  'POST /api/dashboard/approvals/[id]/reveal',
  'POST /api/dashboard/customers/[mobile]/erase',
  'POST /api/dashboard/ip-allowlist',
  'POST /api/dashboard/payout-batches/[id]/confirm',
  'POST /api/dashboard/payouts',
  'POST /api/dashboard/refunds',
  'POST /api/dashboard/team',
  'PATCH /api/dashboard/team/[id]',
  'POST /api/dashboard/team/[id]/invite',
  'POST /api/dashboard/team/[id]/reset-two-factor',
  'PATCH /api/admin/rails/[provider]/face',
  'POST /api/admin/settlements/[id]/confirm',
  'POST /api/admin/settlements/[id]/return',
  'POST /api/admin/settlements/files',
  'POST /api/admin/settlements/files/[id]/discard',
  'POST /api/admin/settlements/files/[id]/send',
  'POST /api/admin/settlements/template',
  'POST /api/dashboard/payment-approvals/[id]/approve',
  'POST /api/dashboard/payment-approvals/[id]/reject',
  'POST /api/dashboard/payment-approvals/threshold',
  'POST /api/dashboard/settlements',
  'POST /api/dashboard/settlements/[id]/cancel',
  'POST /api/dashboard/settlements/accounts',
  'POST /api/dashboard/settlements/accounts/[id]/remove',
  'POST /api/dashboard/settlements/schedule',
];

// biome-ignore lint/suspicious/noExplicitAny: an answer is read field by field, as its reader would.
type Json = any;

interface Person {
  id: string;
  email: string;
  password: string;
  door: 'client' | 'admin';
}

let database: TestDatabase;
let table: RouteTable;
const origin = 'https://pay.example';
/** Each caller has an address of its own, so that nobody's failures lock somebody else. */
let address = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.TRUST_PROXY = '1';
  process.env.BASE_URL = origin;
  table = await loadRoutes();
});
afterAll(() => database.drop());
beforeEach(() => {
  address += 1;
});

async function newPerson(role: Role): Promise<Person> {
  const isStaff = role === 'admin' || role === 'support';
  const shop = { name: 'Shop', businessPhone: '+2207000002', businessEmail: 'shop@people.example' };
  const clientId = isStaff ? null : await createClient(shop);
  const email = `${randomUUID()}@people.example`;
  const { id, password } = await createUser({ clientId, email, name: `Some ${role}`, role });
  return { id, email, password, door: isStaff ? 'admin' : 'client' };
}

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';

async function send(method: string, path: string, body: object | undefined, cookie: string | undefined) {
  const request = new Request(origin + path, {
    method,
    headers: {
      origin,
      'content-type': 'application/json',
      'user-agent': firefox,
      'x-forwarded-for': `198.51.100.${address}`,
      'x-forwarded-proto': 'https',
      ...(cookie && { cookie: `session_token=${cookie}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const response = await table.answer(request, path.split('?')[0] ?? '');
  const set = /^session_token=([^;]*);/.exec(response.headers.get('set-cookie') ?? '')?.[1];
  return { status: response.status, body: (await response.json().catch(() => undefined)) as Json, set };
}

async function signedIn({ door, email, password }: Person): Promise<string> {
  const reply = await send('POST', `/auth/${door}/login`, { email, password }, undefined);
  expect(reply).toMatchObject({ status: 200, body: { status: 'success' } });
  return reply.set ?? '';
}

/** As if the password had been given so long ago. */
async function age(person: Person, minutes: number): Promise<void> {
  await sqlClient()`
    update sessions set proved_at = proved_at - make_interval(secs => ${minutes * 60}) where user_id = ${person.id}`;
}

const prove = (cookie: string, body: object) => send('POST', '/auth/step-up', body, cookie);
const invite = (cookie: string) => send('POST', `/api/admin/users/${randomUUID()}/invite`, {}, cookie);
const linesOf = async ({ id }: Person) =>
  (await sqlClient()`select action from audit_log where user_id = ${id} order by id`).map(
    ({ action }) => action,
  );

describe('the password is wanted anew', () => {
  test('by each route that approves, reveals, invites, settles, pays out or changes a rail or an allowlist, and by no other', async () => {
    const people = { client: await newPerson('owner'), admin: await newPerson('admin') };
    const cookies = { client: await signedIn(people.client), admin: await signedIn(people.admin) };
    const asking: string[] = [];
    for (const { pattern, methods } of table.routes) {
      const door = pattern.startsWith('/api/admin') ? 'admin' : 'client';
      if (door === 'client' && !pattern.startsWith('/api/dashboard')) continue;
      for (const method of methods) {
        const path = pattern.replaceAll(/\[\w+\]/g, () => randomUUID());
        const body = method === 'GET' ? undefined : {};
        await age(people[door], 11);
        const aged = await send(method, path, body, cookies[door]);
        if (aged.body?.code !== 'STEP_UP_REQUIRED') continue;
        asking.push(`${method} ${pattern}`);
        expect(aged).toMatchObject({ status: 403, body: { error: 'Forbidden' } });
      }
    }
    expect(asking.sort()).toEqual(wanted.sort());
  }, 120_000);

  test('ten minutes after the log-in or the last proof, and not before; what was asked for is not done', async () => {
    const admin = await newPerson('admin');
    const cookie = await signedIn(admin);
    const isRefused = { status: 403, body: { error: 'Forbidden', code: 'STEP_UP_REQUIRED' } };
    const isDone = { status: 404 };
    await age(admin, 9.9);
    expect(await invite(cookie)).toMatchObject(isDone);
    await age(admin, 0.2);
    const email = `${randomUUID()}@people.example`;
    const somebody = { email, name: 'Binta Sanneh', role: 'admin' };
    expect(await send('POST', '/api/admin/users', somebody, cookie)).toMatchObject(isRefused);
    expect(await sqlClient()`select 1 from users where email = ${email}`).toHaveLength(0);

    const proved = await prove(cookie, { password: admin.password });
    expect(proved).toMatchObject({
      status: 200,
      body: {
        status: 'success',
        data: { user: { id: admin.id, role: 'admin' }, expires_at: expect.any(String) },
      },
    });
    const left = Date.parse(proved.body.data.proved_until) - Date.now();
    expect(Math.abs(left - 10 * 60_000)).toBeLessThan(10_000);
    expect(await send('POST', '/api/admin/users', somebody, cookie)).toMatchObject({ status: 200 });
    await age(admin, 10);
    expect(await invite(cookie)).toMatchObject(isRefused);
    // A session from before proofs were kept counts from its log-in.
    await sqlClient()`
      update sessions set proved_at = null, created_at = now() - interval '11 minutes' where user_id = ${admin.id}`;
    expect(await invite(cookie)).toMatchObject(isRefused);
    expect(await linesOf(admin)).toEqual(['session.started', 'session.proved', 'user.added']);
  });

  test('whoever’s role may not do it is told so, and is not asked for a password', async () => {
    const support = await newPerson('support');
    const cookie = await signedIn(support);
    await age(support, 11);
    const reply = await invite(cookie);
    expect(reply).toMatchObject({ status: 403, body: { message: expect.stringContaining('support') } });
    expect(reply.body).not.toHaveProperty('code');
  });
});

describe('a step-up', () => {
  test('with a wrong password is 401 and noted; the sixth try is 429 however right, and nothing is proven', async () => {
    const admin = await newPerson('admin');
    const cookie = await signedIn(admin);
    await age(admin, 11);
    for (let tries = 0; tries < 5; tries++) {
      const reply = await prove(cookie, { password: 'wrong' });
      expect([reply.status, reply.body]).toEqual([
        401,
        { error: 'Unauthorized', message: 'The password is wrong.' },
      ]);
    }
    expect(await prove(cookie, { password: admin.password })).toMatchObject({
      status: 429,
      body: { error: { code: 'RATE_LIMITED' } },
    });
    expect(await invite(cookie)).toMatchObject({ body: { code: 'STEP_UP_REQUIRED' } });
    expect(await linesOf(admin)).toEqual([
      'session.started',
      ...Array.from({ length: 5 }, () => 'session.proof_refused'),
    ]);
  });

  test('of fifty guesses at once five are looked at', async () => {
    const cookie = await signedIn(await newPerson('owner'));
    const guesses = await Promise.all(Array.from({ length: 50 }, () => prove(cookie, { password: 'wrong' })));
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(45);
  });

  test('with two-factor authentication on wants the code as well, which works once', async () => {
    const admin = await newPerson('admin');
    let cookie = await signedIn(admin);
    const { password } = admin;
    const begun = await send('POST', '/api/admin/account/two-factor/begin', { password }, cookie);
    const { secret } = begun.body.data;
    const first = await generate({ secret });
    const confirmed = await send('POST', '/api/admin/account/two-factor/confirm', { code: first }, cookie);
    cookie = confirmed.set ?? '';
    await age(admin, 11);
    expect(await prove(cookie, { password })).toMatchObject({
      status: 403,
      body: { error: 'Forbidden', code: 'TWO_FACTOR_REQUIRED' },
    });
    // The one that switched it on.
    expect(await prove(cookie, { password, code: first })).toMatchObject({ status: 401 });
    expect(await prove(cookie, { password: 'wrong', recovery_code: 'x' })).toMatchObject({ status: 401 });
    expect(await invite(cookie)).toMatchObject({ body: { code: 'STEP_UP_REQUIRED' } });

    await sqlClient()`update users set totp_last_step = null where id = ${admin.id}`;
    const code = await generate({ secret });
    const twice = await Promise.all([prove(cookie, { password, code }), prove(cookie, { password, code })]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await invite(cookie)).toMatchObject({ status: 404 });
    const recovery_code = confirmed.body.data.recovery_codes[0];
    expect(await prove(cookie, { password, recovery_code })).toMatchObject({ status: 200 });
    expect(await prove(cookie, { password, recovery_code })).toMatchObject({ status: 401 });
  });

  test('proves one session: not that of a later log-in’s predecessor, and nothing without a session', async () => {
    const admin = await newPerson('admin');
    const old = await signedIn(admin);
    await signedIn(admin);
    for (const cookie of [undefined, 'nonsense', old]) {
      expect(await prove(cookie ?? '', { password: admin.password })).toMatchObject({ status: 401 });
    }
    const two = await send('POST', '/auth/step-up', { password: admin.password }, `${old}; session_token=x`);
    expect(two).toMatchObject({ status: 401 });
  });

  test.each([
    ['a number', 12345],
    ['nothing', undefined],
    ['a NUL', 'pass\0word'],
    ['over 1,024', 'x'.repeat(1_025)],
  ])('with %s for a password is 400', async (_name, password) => {
    const cookie = await signedIn(await newPerson('owner'));
    expect(await prove(cookie, { password })).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_ERROR' } },
    });
  });
});

describe('who is signed out by another log-in', () => {
  const session = (cookie: string) => send('GET', '/api/dashboard/session', undefined, cookie);
  const why = async (cookie: string) => (await session(cookie)).body.message as string;
  const plain = 'There is no session, or it has ended. Sign in.';

  test('is told when, from where and by what, each of the log-in that ended theirs, also when that one is over', async () => {
    const owner = await newPerson('owner');
    const first = await signedIn(owner);
    address += 100;
    const place = `198.51.100.${address}`;
    const second = await signedIn(owner);
    address += 1;
    const third = await signedIn(owner);
    const reply = await session(first);
    expect(Object.keys(reply.body)).toEqual(['error', 'message']);
    expect([reply.status, reply.body.error]).toEqual([401, 'Unauthorized']);
    expect(reply.body.message).toMatch(
      /^You were signed out by another sign-in to your account: on \d+ \w+ \d{4}/,
    );
    expect(reply.body.message).toContain(`from ${place}, by Firefox on Linux.`);
    expect(await why(second)).toContain(`from 198.51.100.${address},`);
    expect(await session(third)).toMatchObject({ status: 200 });
    await send('POST', '/auth/logout', {}, third);
    expect(await why(first)).toContain(place);
    // Who signed out by themselves was not signed out by another.
    await signedIn(owner);
    expect(await why(third)).toBe(plain);
  });

  test('and nobody else: not whose session ended by itself or by a new password, and no made-up token', async () => {
    const owner = await newPerson('owner');
    const idle = await signedIn(owner);
    await sqlClient()`update sessions set last_seen_at = now() - interval '25 hours' where user_id = ${owner.id}`;
    const before = await signedIn(owner);
    expect(await why(idle)).toBe(plain);
    const password = randomUUID();
    const changed = await send(
      'POST',
      '/api/dashboard/account/password',
      { current_password: owner.password, password },
      before,
    );
    expect(changed.status).toBe(200);
    expect(await why(before)).toBe(plain);
    expect(await why('a.b.c.d.e')).toBe(plain);
  });
});

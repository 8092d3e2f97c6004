import { randomUUID } from 'node:crypto';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { sqlClient } from '#db/client';
import type { Role } from '#lib/auth/sessions';
import { banjulDay } from '#lib/clock';
import { HOUSE_CLIENT_ID } from '#lib/ledger/accounts';
import { tillPrefix } from '#lib/till/own-sales';
import {
  auditLines,
  Browser,
  codeOf,
  enrolled,
  goodPassword,
  newClientId,
  newPerson,
  type Person,
  proxiedServer,
  signedIn,
} from './people.ts';
import { fieldPaths, isError, isRefused, type Json, type Reply, send, shape } from './support.ts';

/** safety.md §3, cases 55 to 58, 91, 93 and 95: who may do what in the dashboards, and what is told of it. */

const server = proxiedServer();
const people = {} as Record<Role, Person>;
const browsers = {} as Record<Role, Browser>;
const clientRoles = ['owner', 'developer', 'viewer', 'accountant', 'cashier'] as const;
const staffRoles = ['admin', 'support'] as const;
/** Another admin, for what takes two. */
let colleague: Browser;

beforeAll(async () => {
  people.owner = await newPerson('owner');
  for (const role of clientRoles.slice(1)) {
    people[role] = await newPerson(role, people.owner.clientId ?? '');
  }
  for (const role of staffRoles) people[role] = await newPerson(role);
  for (const role of [...clientRoles, ...staffRoles]) {
    browsers[role] = await signedIn(server.baseUrl, people[role]);
  }
  colleague = await signedIn(server.baseUrl, await newPerson('admin'));
});

const everyClientRole = [...clientRoles];
const everyStaffRole = [...staffRoles];
const everyReader = everyClientRole.filter((role) => role !== 'cashier');

/**
 * Every method of every route behind a session, with the roles that may use it. Written out once more and not taken
 * from lib/auth/roles.ts, so that neither a new route nor a changed table goes unnoticed. A GET is for its door, but of
 * the client's for no cashier, other than `forCashiers`.
 */
const allowed: Record<string, Role[]> = {
  'POST /api/dashboard/saved-filters': everyReader,
  'DELETE /api/dashboard/saved-filters': everyReader,
  'PATCH /api/dashboard/account': everyClientRole,
  'PATCH /api/dashboard/account/messages': everyClientRole,
  'POST /api/dashboard/account/password': everyClientRole,
  'POST /api/dashboard/account/two-factor/begin': everyClientRole,
  'POST /api/dashboard/account/two-factor/confirm': everyClientRole,
  'POST /api/dashboard/account/two-factor/disable': everyClientRole,
  'POST /api/dashboard/account/two-factor/recovery-codes': everyClientRole,
  'POST /api/dashboard/collections': ['owner', 'developer', 'cashier'],
  'POST /api/dashboard/collections/[transactionId]/cancel': ['owner', 'developer', 'cashier'],
  'POST /api/dashboard/collections/[transactionId]/otp': ['owner', 'developer', 'cashier'],
  'POST /api/dashboard/collections/[transactionId]/otp/resend': ['owner', 'developer', 'cashier'],
  'POST /api/dashboard/payment-links': ['owner', 'developer'],
  'PATCH /api/dashboard/payment-links/[id]': ['owner', 'developer'],
  'POST /api/dashboard/payment-requests': ['owner', 'developer', 'cashier'],
  'POST /api/dashboard/payment-requests/[id]/cancel': ['owner', 'developer', 'cashier'],
  'POST /api/dashboard/payment-requests/[id]/mark-paid': ['owner', 'developer', 'cashier'],
  'POST /api/dashboard/payment-requests/[id]/take-back': ['owner', 'accountant'],
  'POST /api/dashboard/payment-request-lists': ['owner', 'developer'],
  'POST /api/dashboard/payment-request-lists/check': ['owner', 'developer'],
  'POST /api/dashboard/till/counter': ['owner', 'developer'],
  'DELETE /api/dashboard/till/counter': ['owner', 'developer'],
  'POST /api/dashboard/till/items': ['owner', 'developer'],
  'POST /api/dashboard/till/sales': ['owner', 'developer', 'cashier'],
  'POST /api/dashboard/customers/[mobile]/erase': ['owner'],
  'POST /api/dashboard/customers/[mobile]/notes': ['owner', 'accountant'],
  'DELETE /api/dashboard/customers/[mobile]/notes/[id]': ['owner', 'accountant'],
  'POST /api/dashboard/payouts': ['owner'],
  'POST /api/dashboard/payouts/check': ['owner'],
  'POST /api/dashboard/payouts/[transactionId]/cancel': ['owner'],
  'POST /api/dashboard/refunds': ['owner'],
  'POST /api/dashboard/refunds/[transactionId]/cancel': ['owner'],
  'POST /api/dashboard/recipients': ['owner'],
  'PATCH /api/dashboard/recipients/[id]': ['owner'],
  'DELETE /api/dashboard/recipients/[id]': ['owner'],
  'POST /api/dashboard/payment-approvals/threshold': ['owner'],
  'POST /api/dashboard/payment-approvals/[id]/approve': ['owner', 'accountant'],
  'POST /api/dashboard/payment-approvals/[id]/reject': ['owner', 'accountant'],
  'POST /api/dashboard/payment-approvals/[id]/withdraw': ['owner'],
  'POST /api/dashboard/settlements': ['owner'],
  'POST /api/dashboard/settlements/schedule': ['owner'],
  'POST /api/dashboard/settlements/accounts': ['owner'],
  'POST /api/dashboard/settlements/accounts/[id]/remove': ['owner'],
  'POST /api/dashboard/settlements/[id]/cancel': ['owner'],
  'POST /api/admin/settlements/[id]/confirm': ['admin'],
  'POST /api/admin/settlements/[id]/return': ['admin'],
  'POST /api/admin/settlements/template': ['admin'],
  'POST /api/admin/settlements/files': ['admin'],
  'POST /api/admin/settlements/files/[id]/send': ['admin'],
  'POST /api/admin/settlements/files/[id]/discard': ['admin'],
  'POST /api/dashboard/payout-batches': ['owner'],
  'POST /api/dashboard/payout-batches/[id]/check-names': ['owner'],
  'PATCH /api/dashboard/payout-batches/[id]/rows/[line]': ['owner'],
  'POST /api/dashboard/payout-batches/[id]/confirm': ['owner'],
  'POST /api/dashboard/payout-batches/[id]/end': ['owner'],
  'POST /api/dashboard/sandbox/advance': ['owner', 'developer'],
  'POST /api/dashboard/sandbox/rail-floats': ['owner', 'developer'],
  'POST /api/dashboard/team': ['owner'],
  'PATCH /api/dashboard/team/[id]': ['owner'],
  'POST /api/dashboard/team/[id]/invite': ['owner'],
  'POST /api/dashboard/team/notices/dismiss': ['owner'],
  'POST /api/dashboard/webhook-deliveries/[id]/resend': ['owner', 'developer'],
  'POST /api/dashboard/webhook-deliveries/resend-failed': ['owner', 'developer'],
  'POST /api/dashboard/webhook-endpoints': ['owner', 'developer'],
  'PATCH /api/dashboard/webhook-endpoints/[id]': ['owner', 'developer'],
  'DELETE /api/dashboard/webhook-endpoints/[id]': ['owner', 'developer'],
  'POST /api/dashboard/webhook-endpoints/[id]/debug-signature': everyReader,
  'POST /api/dashboard/webhook-endpoints/[id]/replay': ['owner', 'developer'],
  'POST /api/dashboard/webhook-endpoints/[id]/rotate-secret': ['owner', 'developer'],
  'POST /api/dashboard/webhook-endpoints/[id]/test': ['owner', 'developer'],
  'POST /api/dashboard/team/[id]/reset-two-factor': ['owner'],
  'POST /api/dashboard/keys': ['owner', 'developer'],
  'POST /api/dashboard/keys/test': ['owner', 'developer'],
  'POST /api/dashboard/account/confirm-email': everyClientRole,
  'PATCH /api/dashboard/application': ['owner'],
  'POST /api/dashboard/application/submit': ['owner'],
  'POST /api/dashboard/application/files': ['owner'],
  'DELETE /api/dashboard/application/files/[id]': ['owner'],
  'POST /api/admin/applications/[clientId]/ask': ['admin'],
  'POST /api/admin/applications/[clientId]/reject': ['admin'],
  'POST /api/admin/applications/[clientId]/propose': ['admin'],
  'POST /api/dashboard/keys/[id]/rotate': ['owner', 'developer'],
  'POST /api/dashboard/keys/[id]/revoke': ['owner', 'developer'],
  'POST /api/dashboard/approvals/[id]/withdraw': ['owner', 'developer'],
  'POST /api/dashboard/approvals/[id]/reveal': ['owner', 'developer'],
  'POST /api/dashboard/ip-allowlist': ['owner'],
  'POST /api/admin/approvals/[id]/approve': ['admin'],
  'POST /api/admin/approvals/[id]/reject': ['admin'],
  'POST /api/admin/approvals/[id]/reveal': ['admin'],
  'POST /api/admin/cases/[id]/propose': ['admin'],
  'POST /api/admin/cases/[id]/confirm': ['admin'],
  'POST /api/admin/cases/[id]/reject': ['admin'],
  'POST /api/admin/cases/[id]/withdraw': ['admin'],
  'POST /api/admin/cases/[id]/close': ['admin'],
  'POST /api/admin/transactions/[id]/reverse': ['admin'],
  'POST /api/admin/transactions/[id]/cancel': ['admin'],
  'POST /api/admin/reconciliation/[provider]/[day]/import': ['admin'],
  'POST /api/admin/reconciliation/[provider]/[day]/fetch': ['admin'],
  'POST /api/admin/reconciliation/[provider]/[day]/close': ['admin'],
  'POST /api/admin/reconciliation/[provider]/[day]/fees': ['admin'],
  'POST /api/admin/clients': ['admin'],
  'PATCH /api/admin/clients/[id]': ['admin'],
  'POST /api/admin/clients/[id]/suspend': ['admin'],
  'POST /api/admin/clients/[id]/resume': ['admin'],
  'POST /api/admin/clients/[id]/notes': ['admin'],
  'PATCH /api/admin/clients/[id]/rails/[provider]': ['admin'],
  'POST /api/admin/clients/[id]/ip-allowlist': ['admin'],
  'PATCH /api/admin/rails/[provider]': ['admin'],
  'PATCH /api/admin/rails/[provider]/face': ['admin'],
  'POST /api/admin/rails/[provider]/connection': ['admin'],
  'DELETE /api/admin/rails/[provider]/connection': ['admin'],
  'POST /api/admin/rails/[provider]/connection/approve': ['admin'],
  'POST /api/admin/rails/[provider]/connection/reject': ['admin'],
  'POST /api/admin/rails/[provider]/connection/withdraw': ['admin'],
  'POST /api/admin/rails/[provider]/health': ['admin'],
  'POST /api/admin/rails/[provider]/collections/withdrawal': ['admin'],
  'POST /api/admin/rails/[provider]/float': ['admin'],
  'POST /api/admin/rails/[provider]/float/collections': ['admin'],
  'POST /api/admin/rails/[provider]/float/transfer': ['admin'],
  'POST /api/admin/rails/[provider]/float/withdrawal': ['admin'],
  'POST /api/admin/rails/[provider]/tariffs': ['admin'],
  'PATCH /api/admin/rails/[provider]/wallet': ['admin'],
  'POST /api/admin/ledger/audit': ['admin'],
  'POST /api/admin/ledger/periods': ['admin'],
  'PATCH /api/admin/account': everyStaffRole,
  'PATCH /api/admin/account/messages': everyStaffRole,
  'POST /api/admin/account/password': everyStaffRole,
  'POST /api/admin/account/two-factor/begin': everyStaffRole,
  'POST /api/admin/account/two-factor/confirm': everyStaffRole,
  'POST /api/admin/account/two-factor/disable': everyStaffRole,
  'POST /api/admin/account/two-factor/recovery-codes': everyStaffRole,
  'POST /api/admin/users': ['admin'],
  'PATCH /api/admin/users/[id]': ['admin'],
  'POST /api/admin/users/[id]/invite': ['admin'],
  'POST /api/admin/users/[id]/reset-two-factor': ['admin'],
  'POST /api/admin/clients/[id]/users': ['admin'],
  'PATCH /api/admin/clients/[id]/users/[userId]': ['admin'],
  'POST /api/admin/clients/[id]/users/[userId]/invite': ['admin'],
  'POST /api/admin/clients/[id]/users/[userId]/reset-two-factor': ['admin'],
};

const forCashiers = [
  '/api/dashboard/account',
  '/api/dashboard/session',
  '/api/dashboard/till',
  '/api/dashboard/till/counter',
  '/api/dashboard/till/items',
  '/api/dashboard/collections/[transactionId]',
  '/api/dashboard/payment-requests',
  '/api/dashboard/payment-requests/[id]',
  '/api/dashboard/payment-requests/[id]/invoice',
];

/** A business's papers: of the other readers' nobody's. */
const forFew: Record<string, Role[]> = {
  '/api/dashboard/application': ['owner'],
  '/api/dashboard/application/files/[id]': ['owner'],
  '/api/admin/applications': ['admin'],
  '/api/admin/applications/[clientId]': ['admin'],
  '/api/admin/applications/[clientId]/files/[id]': ['admin'],
};

interface Method {
  method: string;
  pattern: string;
  door: 'client' | 'admin';
}

/** Every method of every route file under the two doors, as the server finds them. */
const methods: Method[] = [];
for (const file of globSync('app/api/{dashboard,admin}/**/route.ts').filter(
  (each) => !each.includes('[...'),
)) {
  const module = (await import(/* @vite-ignore */ pathToFileURL(path.resolve(file)).href)) as object;
  const pattern = `/${path.relative('app', path.dirname(file)).split(path.sep).join('/')}`;
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((name) => name in module)) {
    methods.push({ method, pattern, door: pattern.startsWith('/api/admin') ? 'admin' : 'client' });
  }
}
const changes = methods.filter(({ method }) => method !== 'GET');
/** Of nobody: a role that may is told that there is nothing or that the body is not valid. */
const pathOf = ({ pattern }: Method) => pattern.replace(/\[\w+\]/g, () => randomUUID());

const readersOf = ({ door, pattern }: Method): Role[] => {
  if (forFew[pattern]) return forFew[pattern];
  if (door === 'admin') return everyStaffRole;
  return forCashiers.includes(pattern) ? everyClientRole : everyReader;
};

describe('[91] the matrix of roles and routes', () => {
  test('has a line for each method that changes something, and no other', () => {
    expect(changes.map(({ method, pattern }) => `${method} ${pattern}`).sort()).toEqual(
      Object.keys(allowed).sort(),
    );
    expect(methods.length).toBeGreaterThan(changes.length);
  });

  test.each(methods)(
    '[56] [58] $method $pattern: without a session 401, with one of the other dashboard 403',
    async (each) => {
      const body = each.method === 'GET' ? undefined : {};
      const nobody = new Browser(server.baseUrl);
      isRefused(await nobody.send(each.method, pathOf(each), body), 401);
      const bare = { origin: undefined, 'sec-fetch-site': undefined, 'content-type': undefined };
      isRefused(await nobody.send(each.method, pathOf(each), undefined, bare), 401);
      for (const role of each.door === 'admin' ? clientRoles : staffRoles) {
        isRefused(await browsers[role].send(each.method, pathOf(each), body), 403);
      }
      const rsc = { rsc: '1', 'next-router-prefetch': '1', 'x-middleware-subrequest': 'middleware' };
      isRefused(await nobody.send(each.method, `${pathOf(each)}?_rsc=1`, body, rsc), 401);
    },
  );

  test.each(methods)('$method $pattern: the roles that may, and no other', async (each) => {
    const may = each.method === 'GET' ? readersOf(each) : allowed[`${each.method} ${each.pattern}`];
    for (const role of each.door === 'admin' ? staffRoles : clientRoles) {
      const reply = await browsers[role].send(
        each.method,
        pathOf(each),
        each.method === 'GET' ? undefined : {},
      );
      if (may?.includes(role)) expect([200, 400, 404, 422], reply.text).toContain(reply.status);
      else {
        isRefused(reply, 403);
        expect(reply.body.message).toContain(role);
      }
    }
  });

  test.each(changes)('[63] $method $pattern: not for another site’s page', async (each) => {
    const role = each.door === 'admin' ? 'admin' : 'owner';
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: undefined, 'sec-fetch-site': undefined },
      { 'content-type': 'text/plain' },
    ]) {
      isRefused(await browsers[role].send(each.method, pathOf(each), '{}', headers), 403);
    }
  });

  test('a suspended client’s people read and change nothing', async () => {
    const person = await newPerson('owner');
    const mine = await signedIn(server.baseUrl, person);
    await sqlClient()`update clients set status = 'SUSPENDED' where id = ${person.clientId}`;
    expect((await mine.get('/api/dashboard/team')).status).toBe(200);
    isRefused(await mine.post('/api/dashboard/team'), 403, 'CLIENT_SUSPENDED');
  });
});

describe('a cashier', () => {
  const reference = () => `${tillPrefix(banjulDay(new Date()))}${randomUUID().slice(0, 8)}`;
  const sell = (by: Browser) =>
    by.post('/api/dashboard/collections?environment=SANDBOX', {
      amount: '10.00',
      currency: 'GMD',
      client_reference: reference(),
      provider: 'PROVIDER_A',
      customer_mobile: '+2207012345',
    });

  test('looks at, enters the code for and cancels what they began, and nobody else’s', async () => {
    const cashier = browsers.cashier;
    const theirs = (await sell(browsers.owner)).body.data.transaction_id;
    const own = await sell(cashier);
    expect(own, own.text).toMatchObject({ status: 200 });
    const second = (await sell(cashier)).body.data.transaction_id;
    const at = (id: string, action = '') => `/api/dashboard/collections/${id}${action}`;
    const id = own.body.data.transaction_id;
    expect((await cashier.get(at(id))).body.data).toMatchObject({ transaction_id: id });
    expect((await cashier.post(at(id, '/otp'), { otp: '000000' })).status).toBe(200);
    expect((await cashier.post(at(second, '/cancel'), {})).status).toBe(200);
    isError(await cashier.get(at(theirs)), 404, 'TRANSACTION_NOT_FOUND');
    for (const action of ['/otp', '/otp/resend', '/cancel']) {
      isError(await cashier.post(at(theirs, action), { otp: '000000' }), 404, 'TRANSACTION_NOT_FOUND');
    }
    expect((await browsers.owner.get(at(theirs))).body.data).toMatchObject({ status: 'PENDING' });
  });
});

/** The three places where users are kept, each with who keeps them there. */
const places = [
  {
    name: 'a client’s owner',
    role: 'owner',
    base: () => '/api/dashboard/team',
    roles: clientRoles,
    top: 'owner',
    asks: false,
  },
  {
    name: 'an admin, for the staff',
    role: 'admin',
    base: () => '/api/admin/users',
    roles: staffRoles,
    top: 'admin',
    asks: false,
  },
  {
    name: 'an admin, for a client',
    role: 'admin',
    base: () => `/api/admin/clients/${people.owner.clientId}/users`,
    roles: clientRoles,
    // An operator takes a role away and gives none, and a link takes another operator.
    top: 'viewer',
    asks: true,
  },
] as const;

describe.each(places)('$name', ({ role, base, roles, top, asks }) => {
  const mine = () => browsers[role];
  const door = roles === staffRoles ? 'admin' : 'client';
  /** The answer with its link; of a request when another operator has approved it. */
  const linked = async (reply: Reply): Promise<Json> => {
    expect(reply, reply.text).toMatchObject({ status: 200 });
    const { data } = reply.body;
    if (!asks) return data;
    expect(data).toMatchObject({ status: 'PENDING', requested_by: { id: people[role].id } });
    expect((await mine().post(`/api/admin/approvals/${data.id}/approve`)).status).toBe(403);
    expect((await colleague.post(`/api/admin/approvals/${data.id}/approve`)).status).toBe(200);
    const shown = await mine().post(`/api/admin/approvals/${data.id}/reveal`);
    expect(shown, shown.text).toMatchObject({ status: 200 });
    expect((await mine().post(`/api/admin/approvals/${data.id}/reveal`)).status).toBe(422);
    return shown.body.data;
  };
  const add = async (changes: object = {}): Promise<Json> => {
    const body = {
      email: `new-${randomUUID()}@people.example`,
      name: 'Binta Sanneh',
      role: roles[1],
      ...changes,
    };
    return { ...(await linked(await mine().post(base(), body))), email: body.email };
  };

  test('adds somebody, who sets a password by the link and signs in, once', async () => {
    const { user, invitation, email } = await add();
    expect(user).toStrictEqual({
      id: shape.id,
      email,
      name: 'Binta Sanneh',
      role: roles[1],
      status: 'INVITED',
      two_factor: false,
      created_at: shape.time,
    });
    expect(invitation).toStrictEqual({
      path: expect.stringMatching(/^\/invitation\/[\w-]{32}$/),
      expires_at: shape.time,
    });
    const listed = await mine().get(base());
    expect(listed.body.data).toContainEqual(user);
    expect(listed.text).not.toMatch(/argon2|hash|secret|sealed|invitation/);

    const token = invitation.path.split('/')[2];
    const password = goodPassword();
    const weak = await new Browser(server.baseUrl).post('/auth/invitation', { token, password: 'password' });
    isError(weak, 400, 'VALIDATION_ERROR');
    expect(fieldPaths(weak)).toEqual(['password']);
    const accepted = await new Browser(server.baseUrl).post('/auth/invitation', { token, password });
    expect(accepted.body, accepted.text).toStrictEqual({ status: 'success', data: { email, door } });
    isError(
      await new Browser(server.baseUrl).post('/auth/invitation', { token, password }),
      404,
      'NOT_FOUND',
    );
    const theirs = new Browser(server.baseUrl);
    expect((await theirs.logIn({ ...people[role], email, password, door })).status).toBe(200);
    expect((await auditLines(user.id)).map((line) => [line.action, line.user_id, line.client_id])).toEqual(
      [
        ['user.added', people[role].id],
        ['password.set', user.id],
        ['session.started', user.id],
      ].map((line) => [...line, door === 'admin' ? null : people.owner.clientId]),
    );
  });

  test('gives a new link to whoever forgot the password: the earlier link is dead, and the session ends with it', async () => {
    const { user, invitation, email } = await add();
    const again = await linked(await mine().post(`${base()}/${user.id}/invite`));
    expect(again).toStrictEqual({
      user,
      invitation: { path: shape.text, expires_at: shape.time },
    });
    const accept = ({ path: link }: { path: string }, password: string) =>
      new Browser(server.baseUrl).post('/auth/invitation', { token: link.split('/')[2], password });
    isError(await accept(invitation, goodPassword()), 404, 'NOT_FOUND');
    const first = goodPassword();
    expect((await accept(again.invitation, first)).status).toBe(200);
    const person = { ...people[role], email, password: first, door } as const;
    const theirs = await signedIn(server.baseUrl, person);
    const reset = await linked(await mine().post(`${base()}/${user.id}/invite`));
    expect((await theirs.session(person)).status).toBe(200);
    expect((await accept(reset.invitation, goodPassword())).status).toBe(200);
    isRefused(await theirs.session(person), 401);
    isRefused(await new Browser(server.baseUrl).logIn(person), 401);
  });

  test('gives another role, shuts out and lets in again', async () => {
    const { user } = await add();
    const patch = (body: object) => mine().send('PATCH', `${base()}/${user.id}`, body);
    expect((await patch({ role: top })).body.data).toStrictEqual({ ...user, role: top });
    expect((await patch({ disabled: true })).body.data).toMatchObject({ role: top, status: 'DISABLED' });
    isError(await mine().post(`${base()}/${user.id}/invite`), 422, 'INVALID_STATE');
    expect((await patch({ disabled: false })).body.data).toMatchObject({ status: 'INVITED' });
    const lines = (await auditLines(user.id)).map(({ action, before, after }) => ({ action, before, after }));
    expect(lines).toEqual([
      { action: 'user.added', before: null, after: { email: user.email, name: user.name, role: user.role } },
      {
        action: 'user.role_changed',
        before: { role: user.role, disabled: false },
        after: { role: top, disabled: false },
      },
      {
        action: 'user.disabled',
        before: { role: top, disabled: false },
        after: { role: top, disabled: true },
      },
      {
        action: 'user.enabled',
        before: { role: top, disabled: true },
        after: { role: top, disabled: false },
      },
    ]);
  });

  test('resets the second factor of whoever lost it: the sessions and the recovery codes end with it, the password stays', async () => {
    const person = await newPerson(roles[1], door === 'admin' ? undefined : (people.owner.clientId ?? ''));
    const reset = (password = people[role].password) =>
      mine().post(`${base()}/${person.id}/reset-two-factor`, { password });
    isError(await reset(), 422, 'INVALID_STATE');
    const { browser: theirs, secret, recoveryCodes } = await enrolled(server.baseUrl, person);
    const half = await new Browser(server.baseUrl).logIn(person);
    expect(half.body.status).toBe('two_factor_required');
    expect((await mine().get(base())).body.data).toContainEqual(
      expect.objectContaining({ id: person.id, two_factor: true }),
    );

    isError(await mine().post(`${base()}/${person.id}/reset-two-factor`), 400, 'VALIDATION_ERROR');
    isRefused(await reset('not the password'), 403);
    expect((await theirs.session(person)).status).toBe(200);

    const reply = await reset();
    expect(reply.body, reply.text).toStrictEqual({
      status: 'success',
      data: {
        id: person.id,
        email: person.email,
        name: `Some ${person.role}`,
        role: person.role,
        status: 'ACTIVE',
        two_factor: false,
        created_at: shape.time,
      },
    });
    isRefused(await theirs.session(person), 401);
    // A log-in that is half way takes neither of what was reset.
    const { challenge_token } = half.body.data;
    for (const factor of [{ code: await codeOf(secret) }, { recovery_code: recoveryCodes[0] }]) {
      const answer = await new Browser(server.baseUrl).post('/auth/two-factor', {
        challenge_token,
        ...factor,
      });
      isRefused(answer, 401);
    }
    expect((await signedIn(server.baseUrl, person)).cookie).toBeDefined();
    const lines = (await auditLines(person.id)).filter((line) => line.action === 'two_factor.reset');
    expect(lines).toEqual([
      expect.objectContaining({
        user_id: people[role].id,
        client_id: person.clientId,
        before: null,
        after: null,
        address: mine().address,
      }),
    ]);
    isError(await reset(), 422, 'INVALID_STATE');
  });

  test('of four resets at the same time one is done and noted', async () => {
    const person = await newPerson(roles[1], door === 'admin' ? undefined : (people.owner.clientId ?? ''));
    await enrolled(server.baseUrl, person);
    const replies = await Promise.all(
      // More tries of a password at once are refused.
      Array.from({ length: 4 }, () =>
        mine().post(`${base()}/${person.id}/reset-two-factor`, { password: people[role].password }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(3).fill(422)]);
    const lines = await auditLines(person.id);
    expect(lines.filter(({ action }) => action === 'two_factor.reset')).toHaveLength(1);
  });

  test('[91] cannot add anybody with a role of the other side, or with more than is asked for', async () => {
    const email = `new-${randomUUID()}@people.example`;
    for (const other of [...(door === 'admin' ? clientRoles : staffRoles), 'root', '', null, ['admin']]) {
      const reply = await mine().post(base(), { email, name: 'X', role: other });
      isError(reply, 400, 'VALIDATION_ERROR');
      expect(fieldPaths(reply)).toEqual(['role']);
    }
    const { user } = await add({
      client_id: randomUUID(),
      clientId: null,
      password_hash: 'x',
      totp_enabled_at: '2026-01-01T00:00:00Z',
      id: randomUUID(),
      disabled_at: '2026-01-01T00:00:00Z',
    });
    const [row] =
      await sqlClient()`select client_id, password_hash, totp_enabled_at, disabled_at from users where id = ${user.id}`;
    expect(row).toEqual({
      client_id: door === 'admin' ? null : people.owner.clientId,
      password_hash: null,
      totp_enabled_at: null,
      disabled_at: null,
    });
    const patched = await mine().send('PATCH', `${base()}/${user.id}`, {
      role: top,
      email: 'x@x.example',
      name: 'Y',
    });
    expect(patched.body.data).toMatchObject({ email: user.email, name: user.name });
  });

  test.each([
    ['an e-mail that is none', { email: 'nobody' }, ['email']],
    ['an e-mail with a line in it', { email: 'a@b.example\r\nBcc: c@d.example' }, ['email']],
    ['a long e-mail', { email: `${'a'.repeat(250)}@b.example` }, ['email']],
    ['a blank name', { name: ' ' }, ['name']],
    ['a name with a right-to-left override', { name: 'a\u202eb' }, ['name']],
    ['a long name', { name: 'x'.repeat(101) }, ['name']],
    ['nothing', { email: undefined, name: undefined, role: undefined }, ['email', 'name', 'role']],
  ])('%s is refused', async (_name, changed, paths) => {
    const reply = await mine().post(base(), { email: 'a@b.example', name: 'A', role: roles[0], ...changed });
    isError(reply, 400, 'VALIDATION_ERROR');
    expect(fieldPaths(reply)).toEqual(paths);
  });

  test('an e-mail that signs in already is not added again, in other letters either; a client is not told of one elsewhere', async () => {
    const here = door === 'admin' ? people.support : people.viewer;
    const elsewhere = door === 'admin' ? people.owner : people.support;
    const asked = (email: string) => mine().post(base(), { email, name: 'X', role: roles[1] });
    for (const email of [here.email, here.email.toUpperCase()]) {
      isError(await asked(email), 422, 'INVALID_STATE');
    }
    const reply = await asked(elsewhere.email);
    if (role === 'admin') isError(reply, 422, 'INVALID_STATE');
    else {
      const fresh = await asked(`${randomUUID()}@people.example`);
      const { user, invitation } = reply.body.data;
      expect(reply.body).toStrictEqual({
        status: 'success',
        data: {
          user: { ...fresh.body.data.user, id: shape.id, email: elsewhere.email, created_at: shape.time },
          invitation: { path: expect.stringMatching(/^\/invitation\/[\w-]{32}$/), expires_at: shape.time },
        },
      });
      expect((await mine().get(base())).body.data).toContainEqual(user);
      const token = invitation.path.split('/')[2];
      const accepted = await new Browser(server.baseUrl).post('/auth/invitation', {
        token,
        password: goodPassword(),
      });
      isError(accepted, 422, 'INVALID_STATE');
      expect((await browsers.support.session(people.support)).status).toBe(200);
    }
  });

  test('[55] a user of another place is not found', async () => {
    const other = await newPerson('owner');
    const elsewhere = door === 'admin' ? people.owner : people.support;
    for (const id of [other.id, elsewhere.id, randomUUID(), 'x', '%00', '%27%20or%201=1']) {
      isError(await mine().send('PATCH', `${base()}/${id}`, { disabled: true }), 404, 'NOT_FOUND');
      isError(await mine().post(`${base()}/${id}/invite`), 404, 'NOT_FOUND');
      const reset = await mine().post(`${base()}/${id}/reset-two-factor`, {
        password: people[role].password,
      });
      isError(reset, 404, 'NOT_FOUND');
    }
    expect((await mine().get(base())).text).not.toContain(other.id);
  });

  test('a change is either a role or disabled', async () => {
    const { user } = await add();
    for (const body of [{}, { role: roles[0], disabled: false }, { disabled: 'true' }, { disabled: null }]) {
      isError(await mine().send('PATCH', `${base()}/${user.id}`, body), 400, 'VALIDATION_ERROR');
    }
  });
});

describe('who an operator is', () => {
  test('[92] one whom nobody has confirmed reads and changes nothing, also after the password is set', async () => {
    const email = `${randomUUID()}@people.example`;
    const body = { email, name: 'Binta Sanneh', role: 'admin' };
    const { user, invitation } = (await browsers.admin.post('/api/admin/users', body)).body.data;
    const password = goodPassword();
    const token = invitation.path.split('/')[2];
    await new Browser(server.baseUrl).post('/auth/invitation', { token, password });
    const puppet = await signedIn(server.baseUrl, { ...people.admin, id: user.id, email, password });
    const list = await puppet.get('/api/admin/approvals');
    const request = list.body.data.find((each: Json) => each.change.after.join().includes(email));
    expect(request).toMatchObject({ kind: 'new_operator', status: 'PENDING' });
    for (const path of [`approvals/${request.id}/approve`, 'users', 'ledger/audit']) {
      const reply = await puppet.post(`/api/admin/${path}`, {});
      isRefused(reply, 403);
      expect(reply.body.message).toMatch(/^No other operator has confirmed you yet/);
    }
    isRefused(await browsers.admin.post(`/api/admin/approvals/${request.id}/approve`), 403);
    expect((await colleague.post(`/api/admin/approvals/${request.id}/approve`)).status).toBe(200);
    isError(await puppet.post('/api/admin/users', {}), 400, 'VALIDATION_ERROR');
    // And for 30 days decides nothing of who made or confirmed them.
    for (const asker of [browsers.admin, colleague]) {
      const path = `/api/admin/clients/${await newClientId()}/ip-allowlist`;
      const { id } = (await asker.post(path, { allowlist: ['203.0.113.7'] })).body.data;
      isRefused(await puppet.post(`/api/admin/approvals/${id}/approve`), 403);
    }
  });

  test('[91] gives nobody of a client a role', async () => {
    const base = `/api/admin/clients/${people.owner.clientId}/users/${people.viewer.id}`;
    for (const role of ['owner', 'developer', 'accountant', 'cashier']) {
      isRefused(await browsers.admin.send('PATCH', base, { role }), 403);
    }
  });
});

describe('[91] oneself', () => {
  test.each(['owner', 'admin'] as const)(
    'an %s cannot change their own role, shut themselves out, send themselves a link or reset their second factor',
    async (role) => {
      const base = role === 'owner' ? '/api/dashboard/team' : '/api/admin/users';
      const { id } = people[role];
      const top = role === 'owner' ? 'viewer' : 'support';
      for (const body of [{ role: top }, { role }, { disabled: true }, { disabled: false }]) {
        isRefused(await browsers[role].send('PATCH', `${base}/${id}`, body), 403);
      }
      isRefused(await browsers[role].post(`${base}/${id}/invite`), 403);
      isRefused(await browsers[role].post(`${base}/${id.toUpperCase()}/invite`), 403);
      const { password } = people[role];
      isRefused(await browsers[role].post(`${base}/${id}/reset-two-factor`, { password }), 403);
      isRefused(await browsers[role].post(`${base}/${id.toUpperCase()}/reset-two-factor`, { password }), 403);
    },
  );

  test('a name is all that one changes of oneself', async () => {
    const person = await newPerson('viewer');
    const mine = await signedIn(server.baseUrl, person);
    const body = {
      name: '  Awa Ceesay ',
      role: 'owner',
      email: 'x@x.example',
      client_id: randomUUID(),
      disabled: false,
    };
    const reply = await mine.send('PATCH', '/api/dashboard/account', body);
    const user = { id: person.id, email: person.email, name: 'Awa Ceesay', role: 'viewer' };
    expect(reply.body).toStrictEqual({ status: 'success', data: { user } });
    expect((await mine.get('/api/dashboard/account')).body.data.user).toEqual(user);
    expect((await auditLines(person.id)).at(-1)).toMatchObject({
      action: 'user.renamed',
      before: { name: 'Some viewer' },
      after: { name: 'Awa Ceesay' },
    });
    for (const name of ['', ' ', 'x'.repeat(101), 'a\u0000b', null, 7]) {
      isError(await mine.send('PATCH', '/api/dashboard/account', { name }), 400, 'VALIDATION_ERROR');
    }
  });
});

test('[91] an admin cannot take the only owner from a client, or add users to a client that is none', async () => {
  const owner = await newPerson('owner');
  const base = `/api/admin/clients/${owner.clientId}/users`;
  for (const body of [{ role: 'viewer' }, { disabled: true }]) {
    isError(await browsers.admin.send('PATCH', `${base}/${owner.id}`, body), 422, 'INVALID_STATE');
  }
  for (const id of [randomUUID(), 'x', '%00', HOUSE_CLIENT_ID]) {
    const users = `/api/admin/clients/${id}/users`;
    isError(await browsers.admin.get(users), 404, 'NOT_FOUND');
    const body = { email: `${randomUUID()}@people.example`, name: 'X', role: 'owner' };
    isError(await browsers.admin.post(users, body), 404, 'NOT_FOUND');
  }
});

describe('the audit log', () => {
  test('[55] a client reads its own account’s, newest first, page by page, and nothing of anybody else’s', async () => {
    const owner = await newPerson('owner');
    const mine = await signedIn(server.baseUrl, owner);
    for (let n = 0; n < 5; n++) await mine.send('PATCH', '/api/dashboard/account', { name: `Name ${n}` });
    const whole = await mine.get('/api/dashboard/audit-log?limit=100');
    expect(whole.body, whole.text).toStrictEqual({
      status: 'success',
      data: expect.any(Array),
      pagination: { limit: 100, next_cursor: null },
    });
    const lines: Json[] = whole.body.data;
    expect(lines).toHaveLength(7);
    expect(lines[0]).toStrictEqual({
      id: shape.id,
      at: shape.time,
      user: { id: owner.id, name: 'Name 3' },
      client_id: owner.clientId,
      environment: null,
      action: 'user.renamed',
      subject_id: owner.id,
      subject_name: 'Name 4',
      before: { name: 'Name 3' },
      after: { name: 'Name 4' },
      address: mine.address,
    });
    expect(new Set(lines.map((line) => line.client_id))).toEqual(new Set([owner.clientId]));
    const paged: Json[] = [];
    let cursor = '';
    do {
      const page = await mine.get(`/api/dashboard/audit-log?limit=2${cursor && `&cursor=${cursor}`}`);
      expect(page.body.data.length).toBeLessThanOrEqual(2);
      paged.push(...page.body.data);
      cursor = page.body.pagination.next_cursor;
    } while (cursor);
    expect(paged).toEqual(lines);
    const other = await mine.get(`/api/dashboard/audit-log?client_id=${people.owner.clientId}`);
    expect(other.text).not.toContain(people.owner.clientId);
  });

  test('tells a client nothing of the operators’ notes about it, or of why they suspended it', async () => {
    const owner = await newPerson('owner');
    const mine = await signedIn(server.baseUrl, owner);
    const base = `/api/admin/clients/${owner.clientId}`;
    expect((await browsers.admin.post(`${base}/notes`, { text: 'Watch this one' })).status).toBe(200);
    expect((await browsers.admin.post(`${base}/suspend`, { reason: 'Asked by police' })).status).toBe(200);
    const told = await mine.get('/api/dashboard/audit-log');
    expect(told.body.data.map((line: Json) => line.action)).toEqual([
      'client.suspended',
      'session.started',
      'user.added',
    ]);
    expect(told.body.data[0]).toMatchObject({ before: { status: 'ACTIVE' }, after: { status: 'SUSPENDED' } });
    expect(told.text).not.toMatch(/Watch this one|Asked by police/);
    const all = await browsers.support.get(`/api/admin/audit-log?client_id=${owner.clientId}`);
    expect(all.text).toContain('Watch this one');
    expect(all.text).toContain('Asked by police');
  });

  test('tells a client what the operators did, and neither who nor from where', async () => {
    const owner = await newPerson('owner');
    const mine = await signedIn(server.baseUrl, owner);
    const body = { email: `${randomUUID()}@people.example`, name: 'X', role: 'viewer' };
    await browsers.admin.post(`/api/admin/clients/${owner.clientId}/users`, body);
    const [line] = (await mine.get('/api/dashboard/audit-log')).body.data;
    expect(line).toMatchObject({
      action: 'approval.requested',
      user: { id: null, name: 'Kaira' },
      address: null,
    });
    const filter = `client_id=${owner.clientId}&user_id=${people.admin.id}&action=approval.requested`;
    const seen = await browsers.support.get(`/api/admin/audit-log?${filter}`);
    expect(seen.body.data, seen.text).toHaveLength(1);
    expect(seen.body.data[0]).toMatchObject({
      id: line.id,
      user: { id: people.admin.id, name: 'Some admin' },
      address: browsers.admin.address,
    });
  });

  test.each(['limit=0', 'limit=101', 'limit=x', 'cursor=x', `cursor=${'A'.repeat(300)}`])(
    '%s is 400',
    async (query) => {
      isError(await browsers.owner.get(`/api/dashboard/audit-log?${query}`), 400, 'VALIDATION_ERROR');
      isError(await browsers.admin.get(`/api/admin/audit-log?${query}`), 400, 'VALIDATION_ERROR');
    },
  );

  test.each(['user_id=x', 'client_id=%00', `action=${'x'.repeat(101)}`])(
    '%s is 400 for an admin',
    async (query) => {
      isError(await browsers.admin.get(`/api/admin/audit-log?${query}`), 400, 'VALIDATION_ERROR');
    },
  );

  test('[93] nobody edits it or deletes from it', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      isError(await browsers.admin.send(method, '/api/admin/audit-log', {}), 405, 'METHOD_NOT_ALLOWED');
      isError(
        await browsers.admin.send(method, `/api/admin/audit-log/${randomUUID()}`, {}),
        404,
        'NOT_FOUND',
      );
    }
  });
});

describe('[95] what the server gives away', () => {
  const get = (target: string) =>
    send('GET', server.baseUrl + target, {
      headers: { 'x-forwarded-proto': 'https', 'x-forwarded-for': '10.9.8.7' },
    });

  test.each([
    '/.env',
    '/.env.local',
    '/.git/config',
    '/.data/demo.json',
    '/demo.json',
    '/package.json',
    '/server.ts',
    '/lib/settings.ts',
    '/db/migrations/0000_create_foundation.sql',
    '/backup.sql',
    '/_next/../.env',
    '/_next/static/..%2f..%2f..%2f.env',
    '/_next/static/%2e%2e/%2e%2e/server/app/page.js',
    '/_next/server/app/page.js',
    '/_next/image?url=file:///etc/passwd&w=64&q=75',
    '/_next/image?url=%2F..%2F.env&w=64&q=75',
  ])('%s is not there', async (target) => {
    const reply = await get(target);
    expect([400, 404]).toContain(reply.status);
    expect(reply.text).not.toMatch(/KAIRA_SECRET=|DATABASE_URL=|"dependencies"|root:|create table/i);
  });

  test('no source map is served', async () => {
    const built = readdirSync('.next/static', { recursive: true, encoding: 'utf8' });
    expect(built.filter((name) => name.endsWith('.map'))).toEqual([]);
    const [script = ''] = built.filter((name) => name.endsWith('.js'));
    expect(readFileSync(path.join('.next/static', script), 'utf8')).not.toMatch(/sourceMappingURL/);
    expect((await get(`/_next/static/${script}.map`)).status).toBe(404);
  });

  test.each(['/', '/login', '/nowhere', '/api/nowhere', '/api/dashboard/session', '/auth/client/login'])(
    '%s does not name what answers',
    async (target) => {
      const { headers, text } = await get(target);
      expect(headers.has('x-powered-by')).toBe(false);
      expect(headers.has('server')).toBe(false);
      expect(text).not.toMatch(/node_modules|\.ts:\d+|at async |postgres:\/\//);
    },
  );
});

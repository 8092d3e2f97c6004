import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { sqlClient } from '#db/client';
import { createApiKey } from '#lib/clients/create-client';
import { Browser, newPerson, proxiedServer, signedIn } from './people.ts';
import { apiFor, type Json, type Reply, until } from './support.ts';

/** Keys, approvals and clients over the session routes, with people who have signed in; safety.md cases 46–52 and 91–94. */

const server = proxiedServer();
let admin: Browser;
beforeAll(async () => {
  admin = await signedIn(server.baseUrl, await newPerson('admin'));
});

/** The API as a client's server asks it from one address, over https. */
const from = (address: string) => ({ 'x-forwarded-for': address, 'x-forwarded-proto': 'https' });
const use = (key: string, address = '203.0.113.7') =>
  apiFor(key, server.baseUrl, from(address)).get('/api/v1/client/balance');

/** A client with an owner who has signed in, and a sandbox key. */
async function newShop() {
  const person = await newPerson('owner');
  const clientId = person.clientId ?? '';
  const key = await createApiKey(clientId, 'SANDBOX');
  const owner = await signedIn(server.baseUrl, person);
  const [{ id: keyId }] = ok(await owner.get('/api/dashboard/keys?environment=SANDBOX'));
  return { clientId, person, owner, key, keyId: keyId as string };
}

function ok(reply: Reply): Json {
  expect(reply, reply.text).toMatchObject({ status: 200 });
  return reply.body.data;
}

const sandbox = '?environment=SANDBOX';
const rotate = (owner: Browser, keyId: string, body: object = {}) =>
  owner.post(`/api/dashboard/keys/${keyId}/rotate${sandbox}`, body);
const reveal = (owner: Browser, id: string) => owner.post(`/api/dashboard/approvals/${id}/reveal${sandbox}`);
const approve = (id: string) => admin.post(`/api/admin/approvals/${id}/approve`);

describe('a rotation', () => {
  test('is asked for, approved and revealed; both keys work until the old one expires', async () => {
    const { owner, key, keyId, clientId } = await newShop();
    const asked = ok(await rotate(owner, keyId));
    expect(asked).toMatchObject({
      kind: 'key_rotation',
      status: 'PENDING',
      overlap_hours: 24,
      key_id: keyId,
    });
    expect((await reveal(owner, asked.id)).body.error.code).toBe('INVALID_STATE');
    expect(ok(await approve(asked.id)).status).toBe('APPROVED');
    const { secret, key: made } = ok(await reveal(owner, asked.id));
    expect(made).toMatchObject({ status: 'ACTIVE', scope: 'full', last4: secret.slice(-4) });
    for (const each of [key, secret]) expect((await use(each)).status).toBe(200);
    expect((await reveal(owner, asked.id)).status).toBe(422);
    const keys = ok(await owner.get(`/api/dashboard/keys${sandbox}`));
    expect(keys.map((each: Json) => each.status)).toEqual(['ACTIVE', 'EXPIRING']);
    await sqlClient()`update api_keys set expires_at = now() - interval '1 second' where id = ${keyId}`;
    // The server hears of it in a moment.
    await until(
      'the old key has ended',
      async () => ((await use(key)).status === 401 ? true : undefined),
      4_000,
    );
    expect((await use(secret)).status).toBe(200);
    const lines = await sqlClient()`select action from audit_log where client_id = ${clientId}`;
    const actions = lines.map((line) => line.action);
    expect(actions).toEqual(
      expect.arrayContaining(['approval.requested', 'approval.approved', 'key.revealed']),
    );
  });

  test('20 reveals at the same time give one key', async () => {
    const { owner, keyId } = await newShop();
    const { id } = ok(await rotate(owner, keyId));
    ok(await approve(id));
    const replies = await Promise.all(Array.from({ length: 20 }, () => reveal(owner, id)));
    expect(replies.filter((each) => each.status === 200)).toHaveLength(1);
    expect(replies.filter((each) => each.status === 422)).toHaveLength(19);
    expect(ok(await owner.get(`/api/dashboard/keys${sandbox}`))).toHaveLength(2);
  });

  test.each([{ overlap_hours: 2 }, { overlap_hours: '24' }, { overlap_hours: -1 }, { overlap_hours: 1e9 }])(
    'with %j is refused at its field',
    async (body) => {
      const { owner, keyId } = await newShop();
      const reply = await rotate(owner, keyId, body);
      expect(reply.status).toBe(400);
      expect(reply.body.error.details.fields).toMatchObject([{ path: 'overlap_hours' }]);
    },
  );
});

test('[49] a revoked key is refused by the next request', async () => {
  const { owner, key, keyId } = await newShop();
  expect((await use(key)).status).toBe(200);
  ok(await owner.post(`/api/dashboard/keys/${keyId}/revoke${sandbox}`));
  expect((await use(key)).status).toBe(401);
});

test('[55] another client’s key and request are not found, nor those of the other environment', async () => {
  const [mine, theirs] = [await newShop(), await newShop()];
  const { id } = ok(await rotate(theirs.owner, theirs.keyId));
  const paths = [
    `keys/${theirs.keyId}/rotate`,
    `keys/${theirs.keyId}/revoke`,
    `approvals/${id}/withdraw`,
    `approvals/${id}/reveal`,
  ];
  for (const path of paths) {
    expect((await mine.owner.post(`/api/dashboard/${path}${sandbox}`)).status, path).toBe(404);
  }
  for (const path of [`keys/${theirs.keyId}/revoke`, `approvals/${id}/reveal`]) {
    expect((await theirs.owner.post(`/api/dashboard/${path}?environment=LIVE`)).status, path).toBe(404);
  }
  expect((await use(theirs.key)).status).toBe(200);
});

describe('[91] mass assignment', () => {
  test('a request for a key takes its scope and nothing else', async () => {
    const { owner, clientId } = await newShop();
    const other = await newShop();
    const asked = ok(
      await owner.post(`/api/dashboard/keys${sandbox}`, {
        scope: 'read',
        status: 'APPROVED',
        client_id: other.clientId,
        environment: 'LIVE',
        decided_by: randomUUID(),
        kind: 'ip_allowlist',
      }),
    );
    expect(asked).toMatchObject({
      kind: 'new_key',
      scope: 'read',
      status: 'PENDING',
      environment: 'SANDBOX',
      client: { id: clientId },
      decided_by: null,
    });
    expect((await owner.post(`/api/dashboard/keys${sandbox}`, { scope: 'admin' })).status).toBe(400);
  });

  test('a client is made and changed by its own fields only', async () => {
    const body = {
      name: 'Kanifing Kiosk',
      business_phone: '+2207012345',
      business_email: 'kiosk@people.example',
      owner_name: 'Awa',
      owner_email: `${randomUUID()}@people.example`,
      role: 'admin',
      status: 'SUSPENDED',
      id: randomUUID(),
    };
    const { client, invitation } = ok(await admin.post('/api/admin/clients', body));
    expect(client).toMatchObject({ status: 'ACTIVE', commission_bps: 150 });
    expect(client.id).not.toBe(body.id);
    const [user] = await sqlClient()`select role, client_id from users where email = ${body.owner_email}`;
    expect(user).toEqual({ role: 'owner', client_id: client.id });
    const password = `a long password ${randomUUID()}`;
    const token = invitation.path.split('/')[2];
    const visitor = new Browser(server.baseUrl);
    expect((await visitor.post('/auth/invitation', { token, password })).status).toBe(200);
    const owner = await signedIn(server.baseUrl, {
      ...(await newPerson('viewer')),
      email: body.owner_email,
      password,
      role: 'owner',
    });
    expect(ok(await owner.get(`/api/dashboard/keys${sandbox}`))).toEqual([]);
    const changed = ok(
      await admin.send('PATCH', `/api/admin/clients/${client.id}`, {
        name: 'K2',
        status: 'SUSPENDED',
        ip_allowlist: ['10.0.0.1'],
      }),
    );
    expect(changed).toMatchObject({ name: 'K2', status: 'ACTIVE', ip_allowlist: [] });
    const again = await admin.post('/api/admin/clients', body);
    expect(again.body.error.details.fields).toMatchObject([{ path: 'owner_email' }]);
  });
});

describe('[92] four eyes', () => {
  test('an operator who asked for a client’s allowlist cannot approve it; a colleague can', async () => {
    const { clientId } = await newShop();
    const colleague = await signedIn(server.baseUrl, await newPerson('admin'));
    const path = `/api/admin/clients/${clientId}/ip-allowlist`;
    const { id } = ok(await colleague.post(path, { allowlist: ['203.0.113.7'] }));
    const own = await colleague.post(`/api/admin/approvals/${id}/approve`);
    expect(own).toMatchObject({ status: 403, body: { error: 'Forbidden' } });
    expect((await colleague.post(`/api/admin/approvals/${id}/reject`, { reason: 'x' })).status).toBe(403);
    expect(ok(await approve(id)).status).toBe('DONE');
    expect((await approve(id)).status).toBe(422);
  });

  test('a client’s people and support decide nothing', async () => {
    const { owner } = await newShop();
    const { id } = ok(await owner.post(`/api/dashboard/keys${sandbox}`, { scope: 'full' }));
    const support = await signedIn(server.baseUrl, await newPerson('support'));
    for (const browser of [owner, support]) {
      expect((await browser.post(`/api/admin/approvals/${id}/approve`)).status).toBe(403);
    }
    expect(ok(await admin.get('/api/admin/approvals?limit=100')).map((each: Json) => each.id)).toContain(id);
  });

  test('a rejection has a reason, which the client reads', async () => {
    const { owner } = await newShop();
    const { id } = ok(await owner.post(`/api/dashboard/keys${sandbox}`, { scope: 'full' }));
    for (const body of [{}, { reason: '' }, { reason: ' ' }, { reason: 'x'.repeat(501) }]) {
      expect((await admin.post(`/api/admin/approvals/${id}/reject`, body)).status).toBe(400);
    }
    ok(await admin.post(`/api/admin/approvals/${id}/reject`, { reason: 'Sign first.' }));
    const [mine] = ok(await owner.get(`/api/dashboard/approvals${sandbox}`));
    expect(mine).toMatchObject({ id, status: 'REJECTED', reason: 'Sign first.' });
  });
});

describe('[52] an IP allowlist', () => {
  test('locks out and lets in once it is approved, on the next request', async () => {
    const { owner, key } = await newShop();
    expect((await use(key, '198.51.100.1')).status).toBe(200);
    const asked = ok(
      await owner.post(`/api/dashboard/ip-allowlist${sandbox}`, {
        allowlist: ['203.0.113.0/24', '2001:db8::/32'],
      }),
    );
    expect((await use(key, '198.51.100.1')).status).toBe(200);
    ok(await approve(asked.id));
    expect(await use(key, '198.51.100.1')).toMatchObject({ status: 403, body: { code: 'IP_NOT_ALLOWED' } });
    for (const address of ['203.0.113.200', '::ffff:203.0.113.200', '2001:db8::7']) {
      expect((await use(key, address)).status, address).toBe(200);
    }
    const opened = ok(await owner.post(`/api/dashboard/ip-allowlist${sandbox}`, { allowlist: [] }));
    ok(await approve(opened.id));
    expect((await use(key, '198.51.100.1')).status).toBe(200);
  });

  test('with what is no address is refused, entry by entry', async () => {
    const { owner } = await newShop();
    const path = `/api/dashboard/ip-allowlist${sandbox}`;
    const reply = await owner.post(path, { allowlist: ['203.0.113.7', 'nonsense', '10.0.0.1/8'] });
    expect(reply.body.error.details.fields.map((each: Json) => each.path)).toEqual([
      'allowlist.1',
      'allowlist.2',
    ]);
    for (const allowlist of ['203.0.113.7', null, [7], [null], {}]) {
      expect((await owner.post(path, { allowlist })).status).toBe(400);
    }
  });
});

describe('[50] a suspended client', () => {
  test('has no working key and changes nothing, until it is resumed', async () => {
    const { owner, key, keyId, clientId } = await newShop();
    expect((await use(key)).status).toBe(200);
    const path = `/api/admin/clients/${clientId}`;
    expect((await admin.post(`${path}/suspend`, {})).status).toBe(400);
    ok(await admin.post(`${path}/suspend`, { reason: 'unpaid' }));
    expect(await use(key)).toMatchObject({ status: 403, body: { code: 'CLIENT_SUSPENDED' } });
    expect((await rotate(owner, keyId)).status).toBe(403);
    expect((await owner.get(`/api/dashboard/keys${sandbox}`)).status).toBe(200);
    ok(await admin.post(`${path}/resume`, { reason: 'paid' }));
    expect((await use(key)).status).toBe(200);
  });
});

test('the operators’ reads answer, also for text that nothing can bear', async () => {
  const nothing = randomUUID();
  for (const path of [
    '/api/admin/overview?environment=SANDBOX',
    '/api/admin/webhooks?environment=LIVE',
    '/api/admin/rails',
    '/api/admin/ledger/accounts?environment=SANDBOX',
    `/api/admin/ledger/journals?id=${nothing}`,
    '/api/admin/ledger/journals?id=%00',
    '/api/admin/ledger/audit',
    '/api/admin/ledger/trial-balance',
    '/api/admin/ledger/profit-and-loss',
    '/api/admin/ledger/periods',
    '/api/admin/money',
    '/api/admin/transactions?q=%00',
    `/api/admin/transactions?q=${nothing}&environment=LIVE`,
    '/api/admin/clients?q=%25_%5C',
    '/api/admin/approvals?state=decided',
  ]) {
    expect((await admin.get(path)).status, path).toBe(200);
  }
  for (const path of [`transactions/${nothing}`, 'transactions/x', `clients/${nothing}`, 'clients/x']) {
    expect((await admin.get(`/api/admin/${path}`)).status, path).toBe(404);
  }
  for (const path of [
    'overview?environment=x',
    'transactions?limit=0',
    'clients?cursor=x',
    'approvals?state=x',
  ]) {
    expect((await admin.get(`/api/admin/${path}`)).status, path).toBe(400);
  }
});

import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memberContext, newClient, newUser, staffContext } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { askForAllowlist } from '#lib/approvals/ask-for-allowlist';
import { approve, reject } from '#lib/approvals/decide-approval';
import { listApprovals } from '#lib/approvals/list-approvals';
import { withdrawApproval } from '#lib/approvals/withdraw-approval';
import { findCaller, forgetCallers } from '#lib/auth/find-caller';
import { parseApiKey } from '#lib/auth/key-format';
import { createApiKey } from '#lib/clients/create-client';
import type { Context } from '#lib/context';
import { askForKey } from '#lib/keys/ask-for-key';
import { askForRotation } from '#lib/keys/ask-for-rotation';
import { listKeys } from '#lib/keys/list-keys';
import { revealKey } from '#lib/keys/reveal-key';
import { revokeKey } from '#lib/keys/revoke-key';

const HOUR_MS = 60 * 60 * 1000;

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
});

afterAll(() => database.drop());

const newest = async (client: Context['client']) =>
  (await listKeys(client.id, new Date(), 'SANDBOX'))[0]?.id ?? '';

/** A client with a key, and an approved request to replace it. */
async function approvedRotation(overlap_hours = 24) {
  const client = await newClient();
  const owner = memberContext(client);
  const old = await createApiKey(client.id, 'SANDBOX', 'collections');
  const { id } = await askForRotation(owner, await newest(client), { overlap_hours });
  await approve(staffContext(), id);
  return { client, owner, old, id };
}

describe('a reveal', () => {
  it('20 at once give one key, and only its hash is kept', async () => {
    const { client, owner, old, id } = await approvedRotation();
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => revealKey(owner, id)));
    const secrets = results.filter((each) => each.status === 'fulfilled').map((each) => each.value.secret);
    expect(secrets).toHaveLength(1);
    for (const each of results) {
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'INVALID_STATE' });
    }
    const [secret = ''] = secrets;
    expect(parseApiKey(secret)).toEqual({ environment: 'SANDBOX' });
    expect(await findCaller(secret)).toMatchObject({ scope: 'collections', client: { id: client.id } });
    expect(await listKeys(client.id, new Date())).toHaveLength(2);
    const kept = JSON.stringify([
      await sql`select * from approvals where client_id = ${client.id}`,
      await sql`select * from api_keys where client_id = ${client.id}`,
      await sql`select * from audit_log where client_id = ${client.id}`,
    ]);
    for (const each of [secret, old]) expect(kept).not.toContain(each.slice(8, -4));
  });

  it('is not possible before the approval, after a rejection, or after a withdrawal', async () => {
    const client = await newClient();
    const owner = memberContext(client);
    const [asked, rejected, withdrawn] = [
      await askForKey(owner, { scope: 'full' }),
      await askForKey(owner, { scope: 'full' }),
      await askForKey(owner, { scope: 'full' }),
    ];
    await reject(staffContext(), rejected.id, 'no');
    await approve(staffContext(), withdrawn.id);
    await withdrawApproval(owner, client.id, withdrawn.id);
    for (const { id } of [asked, rejected, withdrawn]) {
      await expect(revealKey(owner, id)).rejects.toMatchObject({ code: 'INVALID_STATE' });
    }
    expect(await listKeys(client.id, new Date())).toEqual([]);
  });

  it('is for the client and the environment that asked', async () => {
    const { client, id } = await approvedRotation();
    const strangers = [memberContext(await newClient()), memberContext(client, { environment: 'LIVE' })];
    for (const stranger of strangers) {
      await expect(revealKey(stranger, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });
});

describe('a key is no more than who asks for it', () => {
  const forbidden = { code: 'FORBIDDEN' };

  it('a developer asks in live for what takes no money out, and in the sandbox for all', async () => {
    const client = await newClient();
    const developer = (environment: 'LIVE' | 'SANDBOX') =>
      memberContext(client, { role: 'developer', environment });
    for (const scope of ['full', 'payouts'] as const) {
      await expect(askForKey(developer('LIVE'), { scope })).rejects.toMatchObject(forbidden);
      expect((await askForKey(developer('SANDBOX'), { scope })).status).toBe('PENDING');
    }
    for (const scope of ['read', 'collections'] as const) {
      expect((await askForKey(developer('LIVE'), { scope })).status).toBe('PENDING');
    }
  });

  it('a developer does not ask that a live key be replaced which pays out', async () => {
    const client = await newClient();
    await createApiKey(client.id, 'LIVE', 'full');
    const [key] = await listKeys(client.id, new Date(), 'LIVE');
    const developer = memberContext(client, { role: 'developer', environment: 'LIVE' });
    await expect(askForRotation(developer, key?.id ?? '', { overlap_hours: 0 })).rejects.toMatchObject(
      forbidden,
    );
    const owner = memberContext(client, { environment: 'LIVE' });
    expect((await askForRotation(owner, key?.id ?? '', { overlap_hours: 0 })).status).toBe('PENDING');
  });

  it('it is revealed by who asked or by an owner, and by nobody else', async () => {
    const client = await newClient();
    const [owner, asker, colleague] = await Promise.all([
      newUser('owner', client),
      newUser('developer', client),
      newUser('developer', client),
    ]);
    const request = async (ctx: typeof owner) => {
      const { id } = await askForKey(ctx, { scope: 'read' });
      await approve(staffContext(), id);
      return id;
    };
    const [first, second] = [await request(asker), await request(asker)];
    const ofOwner = await request(owner);
    for (const id of [first, ofOwner]) {
      await expect(revealKey(colleague, id)).rejects.toMatchObject(forbidden);
    }
    expect((await revealKey(asker, first)).key.scope).toBe('read');
    expect((await revealKey(owner, second)).key.scope).toBe('read');
  });

  it('the roles of the reveal count, not those of the request', async () => {
    const client = await newClient();
    const live = { environment: 'LIVE' as const };
    const [owner, asker] = [await newUser('owner', client), await newUser('owner', client)];
    const { id } = await askForKey({ ...asker, ...live }, { scope: 'payouts' });
    await approve(staffContext(), id);
    await sql`update users set role = 'developer' where id = ${asker.user.id}`;
    const demoted = { ...asker, ...live, user: { ...asker.user, role: 'developer' as const } };
    await expect(revealKey(demoted, id)).rejects.toMatchObject(forbidden);
    await expect(revealKey({ ...owner, ...live }, id)).rejects.toMatchObject(forbidden);
    await sql`update users set role = 'owner' where id = ${asker.user.id}`;
    expect((await revealKey({ ...owner, ...live }, id)).key.scope).toBe('payouts');
  });
});

describe('an approval that nobody used', () => {
  const days = (ctx: ReturnType<typeof memberContext>, count: number) => ({
    ...ctx,
    now: () => new Date(Date.now() + count * 24 * HOUR_MS),
  });

  it('ends after 7 days, and is in nobody’s way', async () => {
    const { client, owner, id } = await approvedRotation();
    await expect(revealKey(days(owner, 8), id)).rejects.toMatchObject({
      code: 'INVALID_STATE',
    });
    expect(await listKeys(client.id, new Date())).toHaveLength(1);
    // As if the time had passed.
    await sql`update approvals set decided_at = decided_at - interval '8 days' where id = ${id}`;
    expect(await listApprovals(owner)).toMatchObject([
      { id, status: 'EXPIRED', ended_at: expect.any(String) },
    ]);
    await expect(revealKey(owner, id)).rejects.toMatchObject({
      message: expect.stringContaining('not used within 7 days'),
    });
    await expect(withdrawApproval(owner, client.id, id)).rejects.toMatchObject({ code: 'INVALID_STATE' });
    const again = await askForRotation(owner, await newest(client), { overlap_hours: 24 });
    expect(await sql`select status from approvals where id = ${id}`).toEqual([{ status: 'EXPIRED' }]);
    await approve(staffContext(), again.id);
    expect((await revealKey(days(owner, 6), again.id)).key.status).toBe('ACTIVE');
  });
});

it('of the operators a client is told neither name nor id', async () => {
  const client = await newClient();
  const [owner, admin] = [await newUser('owner', client), await newUser('admin')];
  const staff = { ...admin, clientId: undefined, user: { ...admin.user, name: 'Fatou Secret' } };
  await askForAllowlist(staff, client.id, ['203.0.113.7']);
  const { id } = await askForKey(owner, { scope: 'read' });
  await reject(staff, id, 'Not yet.');
  const told = await listApprovals(owner);
  expect(told).toMatchObject([
    { requested_by: { id: owner.user.id, name: owner.user.name }, decided_by: 'Kaira' },
    { requested_by: { id: null, name: 'Kaira' }, decided_by: null },
  ]);
  const withdrawn = await withdrawApproval(owner, client.id, told[1]?.id ?? '');
  for (const each of [...told, withdrawn]) {
    expect(JSON.stringify(each)).not.toMatch(new RegExp(`Secret|${staff.user.id}`));
  }
});

describe('the key that is replaced', () => {
  it.each([0, 1, 24, 72])('works on for %i h and not after', async (hours) => {
    const { client, owner, old, id } = await approvedRotation(hours);
    expect(await findCaller(old)).toBeDefined();
    const revealedAt = new Date();
    await revealKey({ ...owner, now: () => revealedAt }, id);
    const [row] =
      await sql`select expires_at from api_keys where client_id = ${client.id} order by created_at limit 1`;
    expect(new Date(row?.expires_at).getTime()).toBe(revealedAt.getTime() + hours * HOUR_MS);
    expect((await findCaller(old)) !== undefined).toBe(hours > 0);
    // As if the time had passed.
    await sql`update api_keys set expires_at = now() - interval '1 millisecond' where expires_at is not null and client_id = ${client.id}`;
    forgetCallers(client.id);
    expect(await findCaller(old)).toBeUndefined();
    const keys = await listKeys(client.id, new Date());
    expect(keys.map((key) => key.status)).toEqual(['ACTIVE', 'EXPIRED']);
  });

  it('has no longer than it had, and none when it was revoked meanwhile', async () => {
    const { client, owner, old, id } = await approvedRotation(72);
    await revokeKey(owner, await newest(client));
    const { secret } = await revealKey(owner, id);
    expect(await findCaller(old)).toBeUndefined();
    expect(await findCaller(secret)).toBeDefined();
  });

  it('is asked for once at a time, and not when it works no longer or is another client’s', async () => {
    const client = await newClient();
    const owner = memberContext(client);
    await createApiKey(client.id, 'SANDBOX');
    const keyId = await newest(client);
    const asked = await Promise.allSettled(
      Array.from({ length: 10 }, () => askForRotation(owner, keyId, { overlap_hours: 24 })),
    );
    expect(asked.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
    const strangers = [memberContext(await newClient()), memberContext(client, { environment: 'LIVE' })];
    for (const stranger of strangers) {
      await expect(askForRotation(stranger, keyId, { overlap_hours: 24 })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    }
    await revokeKey(owner, keyId);
    const [{ id = '' } = {}] = await listApprovals(owner);
    await withdrawApproval(owner, client.id, id);
    await expect(askForRotation(owner, keyId, { overlap_hours: 24 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('a revoked key', () => {
  it('is refused at once, though it was just used, and stays as it was revoked', async () => {
    const client = await newClient();
    const owner = memberContext(client);
    const key = await createApiKey(client.id, 'SANDBOX');
    const keyId = await newest(client);
    expect(await findCaller(key)).toBeDefined();
    const first = await revokeKey(owner, keyId);
    expect(first.status).toBe('REVOKED');
    expect(await findCaller(key)).toBeUndefined();
    expect(await revokeKey({ ...owner, now: () => new Date(Date.now() + HOUR_MS) }, keyId)).toEqual(first);
    const lines = await sql`select action, user_id from audit_log where subject_id = ${keyId}`;
    expect(lines).toEqual([{ action: 'key.revoked', user_id: owner.user.id }]);
  });

  it('is not another client’s, nor the other environment’s', async () => {
    const client = await newClient();
    const key = await createApiKey(client.id, 'SANDBOX');
    const keyId = await newest(client);
    const strangers = [memberContext(await newClient()), memberContext(client, { environment: 'LIVE' })];
    for (const stranger of strangers) {
      await expect(revokeKey(stranger, keyId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    expect(await findCaller(key)).toBeDefined();
  });
});

it('a key is due for rotation from its 90th day', async () => {
  const client = await newClient();
  await createApiKey(client.id, 'SANDBOX');
  const after = (days: number) => listKeys(client.id, new Date(Date.now() + days * 24 * HOUR_MS + 1000));
  expect((await after(89))[0]?.rotation_due).toBe(false);
  expect((await after(90))[0]?.rotation_due).toBe(true);
});

import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memberContext, newClient, staffContext } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { askForAllowlist } from '#lib/approvals/ask-for-allowlist';
import { approve, reject } from '#lib/approvals/decide-approval';
import { listApprovals } from '#lib/approvals/list-approvals';
import { listQueue } from '#lib/approvals/list-queue';
import { withdrawApproval } from '#lib/approvals/withdraw-approval';
import { findCaller } from '#lib/auth/find-caller';
import { createApiKey } from '#lib/clients/create-client';
import { getAllowlist } from '#lib/clients/get-allowlist';
import { askForKey } from '#lib/keys/ask-for-key';

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
});

afterAll(() => database.drop());

const linesOf = (id: string) =>
  sql`select action, user_id, before, after from audit_log where subject_id = ${id} order by id`;
const openQueue = (client_id: string) => listQueue({ state: 'open', client_id, limit: 50 });

describe('four eyes', () => {
  it('nobody decides a request of their own, and the request stays open', async () => {
    const client = await newClient();
    const admin = staffContext();
    const { id } = await askForAllowlist(admin, client.id, ['203.0.113.0/24']);
    await expect(approve(admin, id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(reject(admin, id, 'mine')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await openQueue(client.id)).data).toMatchObject([{ id, status: 'PENDING' }]);
    expect(await getAllowlist(client.id)).toEqual([]);
  });

  it('the database refuses it as well, whatever wrote the row', async () => {
    const client = await newClient();
    const admin = staffContext();
    const { id } = await askForAllowlist(admin, client.id, ['203.0.113.0/24']);
    const write = sql`
      update approvals set status = 'APPROVED', decided_by = ${admin.user.id}, decided_at = now() where id = ${id}`;
    await expect(write).rejects.toMatchObject({ constraint_name: 'approvals_four_eyes' });
  });

  it.each(['support', 'owner', 'developer', 'viewer'] as const)('a %s decides nothing', async (role) => {
    const client = await newClient();
    const { id } = await askForKey(memberContext(client), { scope: 'read' });
    const somebody = role === 'support' ? staffContext(role) : memberContext(client, { role });
    await expect(approve(somebody, id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(reject(somebody, id, 'no')).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('a client user who is called an admin decides nothing', async () => {
    const client = await newClient();
    const { id } = await askForKey(memberContext(client), { scope: 'read' });
    await expect(approve(memberContext(client, { role: 'admin' }), id)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});

describe('a decision', () => {
  it('is made once, also by 20 operators at the same time', async () => {
    const client = await newClient();
    const { id } = await askForAllowlist(memberContext(client), client.id, ['203.0.113.0/24']);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 ? approve(staffContext(), id) : reject(staffContext(), id, 'no'),
      ),
    );
    const failed = results.filter((each) => each.status === 'rejected');
    expect(failed).toHaveLength(19);
    for (const each of failed) expect(each.reason).toMatchObject({ code: 'INVALID_STATE' });
    const decisions = (await linesOf(id)).filter((line) => line.action !== 'approval.requested');
    expect(decisions).toHaveLength(1);
    const isApplied = (await getAllowlist(client.id)).length === 1;
    expect(decisions[0]?.action).toBe(isApplied ? 'approval.approved' : 'approval.rejected');
  });

  it('says who, when and why, and writes what was before and after', async () => {
    const client = await newClient();
    const [owner, admin] = [memberContext(client), staffContext()];
    const first = await askForAllowlist(owner, client.id, ['203.0.113.7']);
    await approve(admin, first.id);
    const second = await askForAllowlist(owner, client.id, ['2001:db8::/32']);
    expect(await reject(admin, second.id, 'Send the contract first.')).toMatchObject({
      status: 'REJECTED',
      reason: 'Send the contract first.',
      decided_by: admin.user.name,
      change: { before: ['203.0.113.7'], after: ['2001:db8::/32'] },
    });
    expect(await linesOf(first.id)).toMatchObject([
      { action: 'approval.requested', user_id: owner.user.id },
      {
        action: 'approval.approved',
        user_id: admin.user.id,
        before: { allowlist: [] },
        after: { allowlist: ['203.0.113.7'] },
      },
    ]);
    expect((await linesOf(second.id))[1]).toMatchObject({
      action: 'approval.rejected',
      after: { reason: 'Send the contract first.' },
    });
    expect(await getAllowlist(client.id)).toEqual(['203.0.113.7']);
  });

  it('is not made of what was withdrawn, and what was decided is not withdrawn', async () => {
    const client = await newClient();
    const owner = memberContext(client);
    const { id } = await askForKey(owner, { scope: 'full' });
    await withdrawApproval(owner, client.id, id);
    await expect(approve(staffContext(), id)).rejects.toMatchObject({ code: 'INVALID_STATE' });
    await expect(withdrawApproval(owner, client.id, id)).rejects.toMatchObject({ code: 'INVALID_STATE' });
  });

  it('is not found under an id that is none', async () => {
    await expect(approve(staffContext(), 'nonsense')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(approve(staffContext(), crypto.randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('an IP allowlist', () => {
  it('is in force once it is approved, and not before', async () => {
    const client = await newClient();
    const key = await createApiKey(client.id, 'LIVE');
    await findCaller(key);
    const { id } = await askForAllowlist(memberContext(client), client.id, [
      '203.0.113.0/24',
      '2001:db8::/32',
    ]);
    expect((await findCaller(key))?.client.ipAllowlist).toEqual([]);
    await approve(staffContext(), id);
    expect((await findCaller(key))?.client.ipAllowlist).toEqual(['203.0.113.0/24', '2001:db8::/32']);
  });

  it('is asked for once at a time, and not when it is in force already', async () => {
    const client = await newClient();
    const owner = memberContext(client);
    await expect(askForAllowlist(owner, client.id, [])).rejects.toMatchObject({ code: 'INVALID_STATE' });
    const asked = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => askForAllowlist(owner, client.id, [`203.0.113.${index + 1}`])),
    );
    expect(asked.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
  });

  it('of an open request is compared with what is in force now', async () => {
    const client = await newClient();
    await askForAllowlist(memberContext(client), client.id, ['203.0.113.7']);
    await sql`update clients set ip_allowlist = array['198.51.100.1'] where id = ${client.id}`;
    expect((await openQueue(client.id)).data).toMatchObject([
      { change: { before: ['198.51.100.1'], after: ['203.0.113.7'] } },
    ]);
  });

  it('is the owner’s to withdraw', async () => {
    const client = await newClient();
    const { id } = await askForAllowlist(memberContext(client), client.id, ['203.0.113.7']);
    const developer = memberContext(client, { role: 'developer' });
    await expect(withdrawApproval(developer, client.id, id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await listApprovals(developer))[0]).toMatchObject({ id, status: 'PENDING' });
  });
});

it('another client neither sees nor withdraws a request', async () => {
  const [mine, theirs] = [await newClient(), await newClient()];
  const { id } = await askForKey(memberContext(mine), { scope: 'full' });
  expect(await listApprovals(memberContext(theirs))).toEqual([]);
  await expect(withdrawApproval(memberContext(theirs), theirs.id, id)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

it('a client has at most 20 open requests', async () => {
  const owner = memberContext(await newClient());
  for (let index = 0; index < 20; index++) await askForKey(owner, { scope: 'read' });
  await expect(askForKey(owner, { scope: 'read' })).rejects.toMatchObject({ code: 'INVALID_STATE' });
});

import { randomUUID } from 'node:crypto';
import { generate } from 'otplib';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { lockTest, whileOpen } from '#e2e/setup/interleave';
import { newClient, newUser, staffContext } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { approve } from '#lib/approvals/decide-approval';
import { withdrawApproval } from '#lib/approvals/withdraw-approval';
import { askForPasswordReset } from '#lib/auth/ask-for-password-reset';
import { findCaller } from '#lib/auth/find-caller';
import { logIn } from '#lib/auth/log-in';
import { beginTwoFactor, confirmTwoFactor, renewRecoveryCodes } from '#lib/auth/two-factor';
import type { UserContext } from '#lib/auth/user-context';
import { createApiKey, ensureAccounts } from '#lib/clients/create-client';
import { createUser } from '#lib/clients/create-user';
import { suspendClient, updateClient } from '#lib/clients/update-client';
import type { Context } from '#lib/context';
import { validate } from '#lib/http/validate';
import { newId } from '#lib/ids';
import { revokeKey } from '#lib/keys/revoke-key';
import { approvePayment } from '#lib/payment-approvals/decide-payment';
import { createPaymentLink } from '#lib/payment-links/create-payment-link';
import { readNewLink } from '#lib/payment-links/link-request';
import { updatePaymentLink } from '#lib/payment-links/update-payment-link';
import { bookHouseMoney } from '#lib/rails/book-house-money';
import { createRecipient } from '#lib/recipients/create-recipient';
import { newRecipient } from '#lib/recipients/recipient';
import { updateRecipient } from '#lib/recipients/update-recipient';
import { inviteUser } from '#lib/users/invite-user';
import { renameAccount } from '#lib/users/rename-account';
import { revealLink } from '#lib/users/reveal-link';
import { updateUser } from '#lib/users/update-user';

// What each lock of a verb of people is there for: of two who change a thing at the same time the second one finds, and
// the log says, what the first one left (docs/proof/locks.md).

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

/** What the log says of how it was before. */
async function earlier(action: string, subject: string): Promise<Record<string, unknown> | null | undefined> {
  const [line] = await sql`select before from audit_log where action = ${action} and subject_id = ${subject}`;
  return line?.before;
}

async function approval(kind: string, details: object, facts: Record<string, unknown> = {}): Promise<string> {
  const id = newId();
  const row = {
    ...{ client_id: owner.client.id, id, kind, details: JSON.stringify(details), status: 'PENDING' },
    ...{
      requested_by: owner.user.id,
      requested_by_name: owner.user.name,
      requested_at: new Date().toISOString(),
    },
    ...facts,
  };
  await sql`insert into approvals ${sql(row as never)}`;
  return id;
}

describe('a client', () => {
  lockTest('that two change: the log says of the second what the first one left', async () => {
    const { id } = owner.client;
    const second = await whileOpen(
      (session) => session`update clients set name = 'First' where id = ${id}`,
      () => updateClient(staffContext(), id, { name: 'Second' }),
    );
    expect(second.waited).toBe(true);
    expect(await earlier('client.changed', id)).toMatchObject({ name: 'First' });
  });

  lockTest('that two suspend is suspended by one: the other leaves no line', async () => {
    const { id } = owner.client;
    const second = await whileOpen(
      (session) => session`update clients set status = 'SUSPENDED' where id = ${id}`,
      () => suspendClient(staffContext(), id, 'Late.'),
    );
    expect(second).toMatchObject({ waited: true, value: { status: 'SUSPENDED' } });
    expect(await earlier('client.suspended', id)).toBeUndefined();
  });

  lockTest('whose addresses two set: the approval says what the first one left', async () => {
    const id = await approval('ip_allowlist', { allowlist: ['192.0.2.2'] });
    const second = await whileOpen(
      (session) => session`update clients set ip_allowlist = '{192.0.2.1}' where id = ${owner.client.id}`,
      () => approve(staffContext(), id),
    );
    expect(second.waited).toBe(true);
    expect(await earlier('approval.approved', id)).toEqual({ allowlist: ['192.0.2.1'] });
  });

  lockTest('whose threshold is changed meanwhile has not the one that was asked for before', async () => {
    const second = await newUser('owner', owner.client);
    const id = await approval('payout_approval', { amount: '50.00', previous: null });
    const ended = await whileOpen(
      (session) =>
        session`update clients set payout_approval_above_bututs = 700 where id = ${owner.client.id}`,
      () => approvePayment(second, id),
    );
    expect(ended).toEqual({ waited: true, error: 'INVALID_STATE' });
    const [row] =
      await sql`select payout_approval_above_bututs::int as above from clients where id = ${owner.client.id}`;
    expect(row).toEqual({ above: 700 });
  });
});

describe('a request', () => {
  test('that is decided meanwhile is not withdrawn', async () => {
    const id = await approval('ip_allowlist', { allowlist: [] });
    const second = await whileOpen(
      (session) =>
        session`update approvals set status = 'REJECTED', decided_by = ${randomUUID()}, decided_by_name = 'B', decided_at = now(), ended_at = now() where id = ${id}`,
      () => withdrawApproval(owner, owner.client.id, id),
    );
    expect(second).toEqual({ waited: true, error: 'INVALID_STATE' });
    expect((await sql`select status from approvals where id = ${id}`)[0]?.status).toBe('REJECTED');
  });

  lockTest('that is rejected meanwhile is not approved', async () => {
    const id = await approval('ip_allowlist', { allowlist: ['192.0.2.2'] });
    const second = await whileOpen(
      (session) =>
        session`update approvals set status = 'REJECTED', decided_by = ${randomUUID()}, decided_by_name = 'B', decided_at = now(), ended_at = now() where id = ${id}`,
      () => approve(staffContext(), id),
    );
    expect(second).toEqual({ waited: true, error: 'INVALID_STATE' });
    const [row] = await sql`select ip_allowlist from clients where id = ${owner.client.id}`;
    expect(row).toEqual({ ip_allowlist: [] });
  });

  lockTest('to pay that two approve is approved by one', async () => {
    const colleague = await newUser('owner', owner.client);
    const details = { amount: '1.00', provider: 'PROVIDER_W', recipient: '+2207012345' };
    const id = await approval(
      'payout',
      { ...details, client_reference: newId() },
      { environment: 'SANDBOX' },
    );
    const second = await whileOpen(
      (session) =>
        session`update approvals set status = 'APPROVED', decided_by = ${randomUUID()}, decided_by_name = 'B', decided_at = now() where id = ${id}`,
      () => approvePayment(colleague, id),
    );
    expect(second).toEqual({ waited: true, error: 'INVALID_STATE' });
    expect((await sql`select decided_by_name as by from approvals where id = ${id}`)[0]).toEqual({ by: 'B' });
  });

  lockTest('that is approved meanwhile is withdrawn as what it is by then', async () => {
    const id = await approval('ip_allowlist', { allowlist: [] });
    const second = await whileOpen(
      (session) =>
        session`update approvals set status = 'APPROVED', decided_by = ${randomUUID()}, decided_by_name = 'B', decided_at = now() where id = ${id}`,
      () => withdrawApproval(owner, owner.client.id, id),
    );
    expect(second).toMatchObject({ waited: true });
    expect(await earlier('approval.withdrawn', id)).toEqual({ kind: 'ip_allowlist', status: 'APPROVED' });
  });
});

lockTest('a key that another process revokes is good until that is so, and no longer', async () => {
  const key = await createApiKey(owner.client.id, 'SANDBOX');
  await findCaller(key);
  await vi.waitFor(async () =>
    // Other files of the tests listen at the same server, each in its own database.
    expect(
      await sql`
        select from pg_stat_activity where query = 'listen "kaira_access"' and datname = current_database()`,
    ).toHaveLength(1),
  );
  // From now on it is remembered, for longer than is waited here.
  await findCaller(key);
  const second = await whileOpen(
    (session) => session`update api_keys set revoked_at = now() where client_id = ${owner.client.id}`,
    () => findCaller(key),
  );
  expect(second).toMatchObject({ waited: false, value: { environment: 'SANDBOX' } });
  await vi.waitFor(async () => expect(await findCaller(key)).toBeUndefined(), { timeout: 2_000 });
});

lockTest('a key that two revoke is revoked by one: the other leaves no line, and is told when', async () => {
  const id = newId();
  await sql`
    insert into api_keys (id, client_id, environment, key_hash, prefix, last4, scope, created_at)
    values (${id}, ${owner.client.id}, 'SANDBOX', ${randomUUID()}, 'gw_test_', '0000', 'full', now())`;
  const second = await whileOpen(
    (session) => session`update api_keys set revoked_at = '2026-01-01' where id = ${id}`,
    () => revokeKey(owner, id),
  );
  expect(second).toMatchObject({ waited: true, value: { revoked_at: '2026-01-01T00:00:00.000Z' } });
  expect(await earlier('key.revoked', id)).toBeUndefined();
});

lockTest('a recipient that two change: the log says of the second what the first one left', async () => {
  const { recipient } = await createRecipient(
    owner,
    validate(newRecipient, { name: 'Awa', mobile: '+2207012345' }),
  );
  const second = await whileOpen(
    (session) => session`update recipients set name = 'First' where id = ${recipient.id}`,
    () => updateRecipient(owner, recipient.id, { name: 'Second' }),
  );
  expect(second.waited).toBe(true);
  expect(await earlier('recipient.changed', recipient.id)).toMatchObject({ name: 'First' });
});

lockTest('a payment link that two change: the log says of the second what the first one left', async () => {
  const { link } = await createPaymentLink(owner, await readNewLink('SANDBOX', { title: 'T' }));
  const second = await whileOpen(
    (session) => session`update payment_links set title = 'First' where id = ${link.id}`,
    () => updatePaymentLink(owner, link.id, { title: 'Second' }),
  );
  expect(second.waited).toBe(true);
  expect(await earlier('payment_link.changed', link.id)).toMatchObject({ title: 'First' });
});

describe('a person', () => {
  lockTest('who is renamed twice: the log says of the second what the first one left', async () => {
    const second = await whileOpen(
      (session) => session`update users set name = 'First' where id = ${owner.user.id}`,
      () => renameAccount(owner, 'Second'),
    );
    expect(second.waited).toBe(true);
    expect(await earlier('user.renamed', owner.user.id)).toEqual({ name: 'First' });
  });

  lockTest('who is disabled meanwhile is invited by nobody', async () => {
    const { user } = await newUser('viewer', owner.client);
    const second = await whileOpen(
      (session) => session`update users set disabled_at = now() where id = ${user.id}`,
      () => inviteUser(owner, owner.client.id, user.id),
    );
    expect(second).toEqual({ waited: true, error: 'INVALID_STATE' });
    expect(await sql`select from invitations where user_id = ${user.id}`).toHaveLength(0);
  });

  lockTest('who is disabled meanwhile gets no link for a new password', async () => {
    const { user } = await newUser('viewer', owner.client);
    await sql`update users set password_hash = 'x' where id = ${user.id}`;
    const second = await whileOpen(
      (session) => session`update users set disabled_at = now() where id = ${user.id}`,
      () => askForPasswordReset(user.email, '203.0.113.9', new Date()),
    );
    expect(second).toMatchObject({ waited: true });
    expect(await sql`select from invitations where user_id = ${user.id}`).toHaveLength(0);
  });

  lockTest('who is one of two owners is not shut out while the other one is', async () => {
    const { user } = await newUser('owner', owner.client);
    const second = await whileOpen(
      async (session) => {
        await session`select from users where client_id = ${owner.client.id} order by id for update`;
        await session`update users set disabled_at = now() where id = ${owner.user.id}`;
      },
      () => updateUser(staffContext(), owner.client.id, user.id, { disabled: true }),
    );
    expect(second).toEqual({ waited: true, error: 'INVALID_STATE' });
  });

  const from = { address: '203.0.113.9', userAgent: null };
  const withPassword = async () => {
    const email = `${randomUUID()}@people.example`;
    return createUser({ clientId: owner.client.id, email, name: 'Awa', role: 'viewer' }).then((made) => ({
      ...made,
      email,
    }));
  };

  lockTest('who is disabled while they log in has no session', async () => {
    const { id, email, password } = await withPassword();
    const second = await whileOpen(
      (session) => session`update users set disabled_at = now() where id = ${id}`,
      () => logIn('client', { email, password }, from, new Date()),
    );
    expect(second).toEqual({ waited: true, error: 'UNAUTHORIZED' });
    expect(await sql`select from sessions where user_id = ${id}`).toHaveLength(0);
  });

  lockTest('who logs in twice: the log says of the second which session it ended', async () => {
    const { id, email, password } = await withPassword();
    await logIn('client', { email, password }, from, new Date());
    const first = newId();
    const second = await whileOpen(
      (session) => session`update sessions set id = ${first} where user_id = ${id}`,
      () => logIn('client', { email, password }, from, new Date()),
    );
    expect(second).toMatchObject({ waited: true, value: { status: 'success' } });
    const ended = await sql`
      select before->>'ended_session' as id from audit_log where action = 'session.started' and subject_id = ${id} order by audit_log.id desc limit 1`;
    expect(ended).toEqual([{ id: first }]);
  });

  lockTest('who switches the second factor off meanwhile has no recovery codes for it', async () => {
    const { id, email, password } = await withPassword();
    const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20, 12, 0, 15 + seconds));
    const code = (secret: string, when: Date) =>
      generate({ secret, epoch: Math.floor(when.getTime() / 1000) });
    const ctx = { ...owner, user: { id, email, name: 'Awa', role: 'viewer' as const } };
    const { secret } = await beginTwoFactor({ ...ctx, now: () => at(0) }, password);
    await confirmTwoFactor({ ...ctx, now: () => at(30) }, await code(secret, at(30)));
    await sql`delete from recovery_codes where user_id = ${id}`;
    const given = { password, code: await code(secret, at(60)) };
    const second = await whileOpen(
      // Which lets the code be taken.
      (session) => session`select from users where id = ${id} for key share`,
      () => renewRecoveryCodes({ ...ctx, now: () => at(60) }, given),
      {
        meanwhile: (session) =>
          session`update users set totp_enabled_at = null, totp_secret_sealed = null where id = ${id}`,
      },
    );
    expect(second).toEqual({ waited: true, error: 'INVALID_STATE' });
    expect(await sql`select from recovery_codes where user_id = ${id}`).toHaveLength(0);
  });
});

lockTest('money of the house whose request is rejected meanwhile is not booked', async () => {
  await ensureAccounts();
  const body = { id: newId(), amount: 300_000_00n, note: 'Transfer 4711' };
  const { approval_id: id } = await bookHouseMoney(staffContext(), 'PROVIDER_A', 'top_up', body);
  const second = await whileOpen(
    (session) => session`
      update approvals set status = 'REJECTED', decided_by = ${randomUUID()}, decided_by_name = 'B', decided_at = now(), ended_at = now()
      where id = ${id}`,
    () => approve(staffContext(), id as string),
  );
  expect(second).toEqual({ waited: true, error: 'INVALID_STATE' });
  expect(await sql`select from journals where id = ${body.id}`).toHaveLength(0);
});

lockTest('a link that an operator reveals is dead when its person is shut out meanwhile', async () => {
  const { user } = await newUser('viewer', owner.client);
  const operator = await newUser('admin');
  const details = { user_id: user.id, email: user.email, name: user.name, role: user.role };
  const decided = { decided_by: randomUUID(), decided_by_name: 'B', decided_at: new Date().toISOString() };
  const id = await approval('password_link', details, {
    ...{ status: 'APPROVED', requested_by: operator.user.id, ...decided },
  });
  const second = await whileOpen(
    (session) => session`update users set disabled_at = now() where id = ${user.id}`,
    () => revealLink(operator, id),
  );
  expect(second.waited).toBe(true);
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { move, newLiveCollection } from '#e2e/setup/live';
import { newClient, newUser } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { ask } from '#lib/approvals/ask';
import { askForAllowlist } from '#lib/approvals/ask-for-allowlist';
import { approve } from '#lib/approvals/decide-approval';
import { withdrawApproval } from '#lib/approvals/withdraw-approval';
import { findInvitation } from '#lib/auth/invitations';
import { logIn } from '#lib/auth/log-in';
import { openCase } from '#lib/cases/open-case';
import { createUser } from '#lib/clients/create-user';
import { openClient } from '#lib/clients/open-client';
import { askForKey } from '#lib/keys/ask-for-key';
import { revealKey } from '#lib/keys/reveal-key';
import { recordAudit } from '#lib/ledger/run-audit';
import { renderMessage } from '#lib/messages/render-message';
import { places, unseal } from '#lib/seal';
import type { Transaction } from '#lib/transactions/transaction';
import { addUser } from '#lib/users/add-user';
import { inviteUser } from '#lib/users/invite-user';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => superuserSql()`delete from messages`);

/** What was written since the last look: to whom, what about, and what is told; each text can be made. */
async function told() {
  const rows = await superuserSql()`delete from messages returning *`;
  for (const row of rows) {
    const { text } = await renderMessage(row.kind, row.facts);
    expect(text).not.toMatch(/undefined|null/);
  }
  return rows
    .map(({ kind, address, facts }) => ({ kind, address, facts }))
    .toSorted((a, b) => (a.address < b.address ? -1 : 1));
}
const kindsTo = (of: Awaited<ReturnType<typeof told>>) => of.map(({ kind, address }) => [kind, address]);
const byAddress = (pairs: string[][]) => pairs.toSorted(([, a = ''], [, b = '']) => (a < b ? -1 : 1));

async function linkTo(email: string) {
  const [row] = await superuserSql()`select event, link_sealed from messages where address = ${email}`;
  return row && unseal(places.messageLink(row.event), row.link_sealed);
}

test('a name that leads elsewhere is no part of a message', async () => {
  const [told, plain] = await Promise.all(
    ['Pay at elsewhere.example now', 'Awa J. Ceesay-Touré'].map((name) =>
      renderMessage('approval_waiting', { name, who: name, where: 'Approvals' }),
    ),
  );
  expect(told?.text).toContain('Hello there,\n\nSomebody asked for something');
  expect(plain?.text).toContain('Hello Awa J. Ceesay-Touré,\n\nAwa J. Ceesay-Touré asked for');
  for (const name of [
    'See https://elsewhere.example/x',
    'a@elsewhere.example',
    'elsewhere。example',
    't.co/x',
    '1.2.3.4',
    'tel:700',
  ])
    expect((await renderMessage('invitation', { name, team: 'Shop' })).html).not.toContain(name);
  for (const name of ['A.K. Jallow', 'St. Mary', 'M.Touray', 'O’Neil'])
    expect((await renderMessage('invitation', { name, team: 'Shop' })).text).toContain(`Hello ${name},`);
});

test('whom a payout was for is told with the reference, whatever it looks like', async () => {
  const who = 'Awa Ceesay, +220 701 2345 (your reference order:7/2026.11)';
  const facts = { name: 'Awa', count: '1', amount: 'GMD 5.00', who, why: '' };
  expect((await renderMessage('payouts_failed', facts)).text).toContain(`to ${who} failed`);
});

test('whoever is added is sent the link that the inviter sees, and another one for another', async () => {
  const client = await newClient();
  const owner = await newUser('owner', client);
  const email = `${randomUUID()}@kaira.example`;
  const { user, invitation } = await addUser(owner, client.id, { email, name: 'Awa', role: 'viewer' });
  expect(await linkTo(email)).toBe(invitation.path);
  expect(await told()).toEqual([
    { kind: 'invitation', address: email, facts: { name: 'Awa', team: client.name } },
  ]);
  const again = await inviteUser(owner, client.id, user.id);
  expect(await linkTo(email)).toBe(again.invitation.path);
});

test('an address that signs in elsewhere is written to like any other, with a link that sets no password', async () => {
  const client = await newClient();
  const other = await newUser('owner', await newClient());
  const { email } = other.user;
  await addUser(await newUser('owner', client), client.id, { email, name: 'Awa', role: 'viewer' });
  const token = (await linkTo(email))?.split('/')[2] ?? '';
  expect(await findInvitation(token, new Date())).toMatchObject({ signsInElsewhere: true });
  expect(kindsTo(await told())).toEqual([['invitation', email]]);
});

test('the first owner of a new client is sent the link', async () => {
  const email = `${randomUUID()}@kaira.example`;
  const { invitation } = await openClient(await newUser('admin'), {
    name: 'Shop',
    business_phone: '+2207000003',
    business_email: 'shop@kaira.example',
    commission_bps: 150,
    owner_name: 'Awa',
    owner_email: email,
  });
  expect(await linkTo(email)).toBe(invitation.path);
});

test('a log-in with another browser or from another network is told, and the first and the usual one are not', async () => {
  const email = `${randomUUID()}@kaira.example`;
  const { password } = await createUser({ clientId: null, email, name: 'Awa', role: 'admin' });
  const logInFrom = async (address: string, userAgent: string, now = new Date()) => {
    await logIn('admin', { email, password }, { address, userAgent }, now);
    return told();
  };
  expect(await logInFrom('197.255.1.2', 'Firefox/140.0 on Linux')).toEqual([]);
  expect(await logInFrom('197.255.7.8', 'Firefox/141.0.2 on Linux')).toEqual([]);
  expect(await logInFrom('197.255.1.2', 'Chrome/99 on Windows')).toMatchObject([
    {
      kind: 'new_device',
      address: email,
      facts: { address: '197.255.1.2', browser: 'Chrome on Windows' },
    },
  ]);
  expect(kindsTo(await logInFrom('203.0.113.9', 'Chrome/99 on Windows'))).toEqual([['new_device', email]]);
  expect(await logInFrom('203.0.113.9', 'Chrome/99 on Windows')).toEqual([]);
  const later = new Date(Date.now() + 91 * 24 * 60 * 60 * 1000);
  // So long after, nothing is known of before.
  expect(await logInFrom('203.0.113.9', 'Chrome/99 on Windows', later)).toEqual([]);
});

test('what a browser calls itself is not in the message: whoever has the password would write it', async () => {
  const email = `${randomUUID()}@kaira.example`;
  const { password } = await createUser({ clientId: null, email, name: 'Awa', role: 'admin' });
  for (const [address, userAgent] of Object.entries({
    '197.255.1.2': 'Firefox/140.0 on Linux',
    '203.0.113.9': 'Locked. Unlock it at https://elsewhere.example',
  })) {
    await logIn('admin', { email, password }, { address, userAgent }, new Date());
  }
  expect(await told()).toMatchObject([{ facts: { browser: 'an unknown browser' } }]);
});

test('owners are told of another allowlist, and the operators who decide that it waits', async () => {
  const client = await newClient();
  const [owner, second] = [await newUser('owner', client), await newUser('owner', client)];
  await newUser('viewer', client);
  await newUser('owner', await newClient());
  const admin = await newUser('admin');
  await superuserSql()`update users set confirmed_at = now() where id = ${admin.user.id}`;
  const asked = await askForAllowlist(owner, client.id, ['203.0.113.0/24']);
  expect(kindsTo(await told())).toContainEqual(['approval_waiting', admin.user.email]);
  await approve(admin, asked.id);
  const after = await told();
  expect(kindsTo(after)).toEqual(
    byAddress([
      ['allowlist_changed', owner.user.email],
      ['allowlist_changed', second.user.email],
    ]),
  );
  expect(after[0]?.facts).toMatchObject({ allowlist: '203.0.113.0/24', team: client.name });
  await expect(approve(admin, asked.id)).rejects.toMatchObject({ code: 'INVALID_STATE' });
  expect(await told()).toEqual([]);
});

test('who asked for a key is told that it was approved, and the owners that it was revealed, without the key', async () => {
  const client = await newClient();
  const [owner, developer] = [await newUser('owner', client), await newUser('developer', client)];
  const admin = await newUser('admin');
  const asked = await askForKey(developer, { scope: 'read' });
  await told();
  await approve(admin, asked.id);
  expect(kindsTo(await told())).toEqual([['key_approved', developer.user.email]]);
  const { secret } = await revealKey(developer, asked.id);
  const after = await told();
  expect(kindsTo(after)).toEqual([['key_revealed', owner.user.email]]);
  expect(after[0]?.facts).toMatchObject({ who: developer.user.name, last4: secret.slice(-4) });
  expect(JSON.stringify(after)).not.toContain(secret);
});

test('a payment that waits is told to those who decide it, and not to who asked; in the sandbox to nobody', async () => {
  const client = await newClient();
  const [owner, accountant] = [await newUser('owner', client), await newUser('accountant', client)];
  await newUser('developer', client);
  const details = () => JSON.stringify({ client_reference: randomUUID(), amount: '1.00' });
  const from = () => superuserSql()`select ${details()}::jsonb as details, null::uuid as key_id`;
  await ask(owner, { clientId: client.id, kind: 'payout', environment: 'LIVE', from: from() });
  expect(kindsTo(await told())).toEqual([['approval_waiting', accountant.user.email]]);
  await ask(owner, { clientId: client.id, kind: 'payout', environment: 'SANDBOX', from: from() });
  expect(await told()).toEqual([]);
});

test('whoever asks and withdraws on and on writes to those who decide twenty times an hour, and keeps nobody else from it', async () => {
  const { email } = await onlyAdmin();
  const now = Date.now();
  const [owner, other] = [
    await newUser('owner', await newClient()),
    await newUser('owner', await newClient()),
  ];
  const askAt = async (ms: number, by = owner) => {
    const { id } = await askForKey(
      { ...by, environment: 'LIVE', now: () => new Date(now + ms) },
      { scope: 'read' },
    );
    await withdrawApproval(by, by.clientId ?? '', id);
  };
  for (let index = 0; index < 22; index++) await askAt(index);
  expect(kindsTo(await told())).toEqual(Array(20).fill(['approval_waiting', email]));
  await askAt(22, other);
  await askAt(61 * 60_000);
  expect(await told()).toHaveLength(2);
});

/** The one operator who decides, beside others who are told nothing. */
async function onlyAdmin() {
  const admin = await newUser('admin');
  await superuserSql()`update users set disabled_at = now() where client_id is null and id <> ${admin.user.id}`;
  await superuserSql()`update users set confirmed_at = now() where id = ${admin.user.id}`;
  await newUser('support');
  return admin.user;
}

const found = (subject: string) =>
  ({ kind: 'unknown_reference', provider: 'PROVIDER_W', subject, details: {} }) as const;

test('operators are told of each case, whether a verb opens it or a change of a payment, and once', async () => {
  const { email } = await onlyAdmin();
  await openCase(found('a'), new Date());
  await openCase(found('a'), new Date());
  expect(await told()).toMatchObject([
    { kind: 'case_opened', address: email, facts: { what: 'unknown_reference' } },
  ]);
  const client = await newClient();
  const first = await newLiveCollection(client);
  const second = await newLiveCollection(client, { clientReference: first.clientReference, attempt: 2 });
  const pay = (each: Transaction) =>
    move(client, each, { kind: 'rail_succeeded', railReference: randomUUID() });
  await pay(first);
  expect(await told()).toEqual([]);
  await pay(second);
  expect(await told()).toMatchObject([
    { address: email, facts: { what: 'double_payment', client: client.name } },
  ]);
});

test('of more than twenty cases in an hour operators are told no further, and of one an hour later again', async () => {
  const { email } = await onlyAdmin();
  await superuserSql()`delete from cases`;
  const now = Date.now();
  for (let index = 0; index < 23; index++) await openCase(found(`${index}`), new Date(now + index));
  expect(await told()).toHaveLength(20);
  await openCase(found('later'), new Date(now + 61 * 60_000));
  expect(kindsTo(await told())).toEqual([['case_opened', email]]);
});

test('the cases of one client keep none of another from the operators, and the last one that is told says so', async () => {
  const { email } = await onlyAdmin();
  await superuserSql()`delete from cases`;
  const now = Date.now();
  const openOf = async (client: Awaited<ReturnType<typeof newClient>>, index: number) => {
    const transaction = { id: randomUUID(), clientId: client.id, environment: 'LIVE' as const };
    const ofIt = { kind: 'mismatch', provider: 'PROVIDER_W', subject: transaction.id, details: {} } as const;
    await openCase({ ...ofIt, transaction }, new Date(now + index));
  };
  const [noisy, quiet] = [await newClient(), await newClient()];
  for (let index = 0; index < 24; index++) await openOf(noisy, index);
  const first = await told();
  expect(first.map(({ facts }) => facts.client)).toEqual(Array(5).fill(noisy.name));
  expect(first.filter(({ facts }) => facts.is_last === 'yes')).toHaveLength(1);
  await openOf(quiet, 24);
  const [next] = await told();
  expect(next).toMatchObject({ address: email, facts: { client: quiet.name } });
  expect(next?.facts).not.toHaveProperty('is_last');
  for (let index = 25; index < 50; index++) await openOf(await newClient(), index);
  expect(await told()).toHaveLength(14);
});

test('operators are told of what an audit found', async () => {
  const { email } = await onlyAdmin();
  const sound = { name: 'journals balance', violations: 0 } as never;
  await recordAudit(superuserSql(), [sound], 5);
  expect(await told()).toEqual([]);
  await recordAudit(superuserSql(), [sound, { ...(sound as object), violations: 3 } as never], 5);
  expect(await told()).toMatchObject([{ kind: 'audit_violation', address: email, facts: { count: 'one' } }]);
});

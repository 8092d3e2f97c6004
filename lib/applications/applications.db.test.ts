import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { memberContext, newClient, newUser, staffContext } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { answerApplication, proposeApplication } from '#lib/applications/answer-application';
import { findApplication, mayReadPapers, presentApplication } from '#lib/applications/application';
import { getApplicationAsOperator, listApplications } from '#lib/applications/list-applications';
import { paperAnswer } from '#lib/applications/paper-answer';
import { addPaper, readOwnPaper, readPaperAsOperator, removePaper } from '#lib/applications/papers';
import { draftRequest, saveApplication } from '#lib/applications/save-application';
import { submitApplication } from '#lib/applications/submit-application';
import { approve, reject } from '#lib/approvals/decide-approval';
import { listQueue, queueQuery } from '#lib/approvals/list-queue';
import { accessGrant } from '#lib/auth/access-grants';
import { auditQuery, listAuditLog, listClientAuditLog } from '#lib/auth/list-audit-log';
import type { UserContext } from '#lib/auth/user-context';
import { openClient } from '#lib/clients/open-client';
import type { Context } from '#lib/context';
import { listAccounts } from '#lib/settlements/settlement-accounts';

let database: TestDatabase;
let sql: Sql;
let owner: Context & UserContext;
let admin: UserContext;
let other: UserContext;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
});
beforeEach(async () => {
  owner = await newUser('owner', await newClient());
  [admin, other] = [await newUser('admin'), await newUser('admin')];
});
afterAll(() => database.drop());

const code = (name: string) => ({ code: name });
const pdf = (text = 'a paper') => Buffer.from(`%PDF-1.4\n%${text}\n%%EOF\n`).toString('base64');
const account = {
  kind: 'bank',
  holder: 'Bakau Boats Ltd',
  bank: 'Trust Bank',
  account_number: '00 1122-3344',
};
const whole = {
  legal_name: 'Bakau Boats Ltd',
  registration_number: 'C-1042',
  tin: '1234567',
  owners: ['Ebrima Bah', 'Fatou Jallow'],
  account,
};
const draft = (fields: object = whole) => draftRequest.parse(fields);

async function submitted(ctx = owner): Promise<number> {
  await saveApplication(ctx, draft());
  await addPaper(ctx, { name: 'certificate.pdf', content: pdf() });
  return (await submitApplication(ctx)).version;
}
const stateOf = async (clientId = owner.client.id) => (await findApplication(clientId))?.status;
const linesOf = (clientId = owner.client.id) =>
  sql`select action, user_id, after from audit_log where client_id = ${clientId} and action <> 'user.added' order by id`;
const mailTo = (email: string) =>
  sql`select kind, facts from messages where address = ${email} order by created_at, event`;
const proposed = async () =>
  (await proposeApplication(admin, owner.client.id, { version: await submitted() })).id;

describe('what a business writes', () => {
  it('changes what it names, and leaves the rest as it stands', async () => {
    const { kind: account_kind, ...fields } = account;
    await saveApplication(owner, draft());
    expect(await saveApplication(owner, draft({ tin: '7654321' }))).toMatchObject({
      ...{ ...whole, tin: '7654321', version: 2 },
      account: { account_kind, ...fields, account_number: '0011223344' },
    });
    expect(await saveApplication(owner, draft({ tin: ' ', owners: [], account: null }))).toMatchObject({
      ...{ legal_name: whole.legal_name, registration_number: whole.registration_number },
      ...{ tin: null, owners: [], account: null, version: 3 },
    });
  });

  it('is kept as a draft, whatever is missing, and nobody else reads it', async () => {
    await saveApplication(owner, draft({ legal_name: ' Bakau Boats ', tin: '  ' }));
    expect(await saveApplication(owner, draft({ legal_name: 'Bakau Boats' }))).toMatchObject({
      ...{ status: 'DRAFT', legal_name: 'Bakau Boats', tin: null, owners: [], account: null, version: 2 },
    });
    await expect(getApplicationAsOperator(owner.client.id)).rejects.toMatchObject(code('NOT_FOUND'));
    for (const state of ['open', 'with_client', 'decided'] as const)
      expect(await listApplications({ state })).not.toContainEqual(
        expect.objectContaining({ client: expect.objectContaining({ id: owner.client.id }) }),
      );
  });

  it('names no wallet that nobody could pay to', () => {
    const wallet = { kind: 'wallet', holder: 'Shop', mobile: '+2207012345' };
    for (const provider of ['PROVIDER_C_CARD', 'NONE']) {
      const parsed = draftRequest.safeParse({ ...whole, account: { ...wallet, provider } });
      expect(parsed.error?.issues[0]?.path).toEqual(['account', 'provider']);
    }
    expect(draft({ ...whole, account: { ...wallet, provider: 'PROVIDER_W' } }).account).toMatchObject({
      bank: null,
    });
  });

  it('is handed in whole: all that is missing is said at once', async () => {
    await expect(submitApplication(owner)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: {
        fields: ['legal_name', 'registration_number', 'tin', 'owners', 'account', 'files'].map((path) =>
          expect.objectContaining({ path }),
        ),
      },
    });
    await saveApplication(owner, draft());
    await expect(submitApplication(owner)).rejects.toMatchObject({
      details: { fields: [expect.objectContaining({ path: 'files' })] },
    });
  });

  it('tells every operator once it is handed in, and stands still from then on', async () => {
    await sql`update users set messages_off = '{application_submitted}' where id = ${other.user.id}`;
    await submitted();
    expect(await mailTo(admin.user.email)).toMatchObject([{ kind: 'application_submitted' }]);
    expect(await mailTo(other.user.email)).toEqual([]);
    const [paper] = (await findApplication(owner.client.id))?.papers ?? [];
    await expect(saveApplication(owner, draft())).rejects.toMatchObject(code('INVALID_STATE'));
    await expect(addPaper(owner, { name: 'a', content: pdf() })).rejects.toMatchObject(code('INVALID_STATE'));
    await expect(removePaper(owner, paper?.id ?? '')).rejects.toMatchObject(code('INVALID_STATE'));
    await expect(submitApplication(owner)).rejects.toMatchObject(code('INVALID_STATE'));
    expect(await linesOf()).toMatchObject([
      { action: 'application.file_added', after: { name: 'certificate.pdf' } },
      { action: 'application.submitted', after: { tin: '1234567', files: [{ sha256: paper?.sha256 }] } },
    ]);
  });

  it('is handed in once, by 10 who press at the same time', async () => {
    await saveApplication(owner, draft());
    await addPaper(owner, { name: 'a.pdf', content: pdf() });
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => submitApplication(owner)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await linesOf()).filter(({ action }) => action === 'application.submitted')).toHaveLength(1);
  });
});

it('nothing is handed in without its last paper, which is taken away at the same time', async () => {
  for (let round = 0; round < 12; round++) {
    const ctx = await newUser('owner', await newClient());
    await saveApplication(ctx, draft());
    const { id } = await addPaper(ctx, { name: 'a.pdf', content: pdf() });
    await Promise.allSettled([submitApplication(ctx), removePaper(ctx, id)]);
    const found = await findApplication(ctx.client.id);
    expect([found?.status, found?.papers.length]).toEqual(
      found?.status === 'SUBMITTED' ? ['SUBMITTED', 1] : ['DRAFT', 0],
    );
  }
});

describe('a paper', () => {
  it('is one of ten at most, however many come at once', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 15 }, (_, n) => addPaper(owner, { name: `${n}.pdf`, content: pdf(String(n)) })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    for (const each of results) {
      if (each.status === 'rejected') expect(each.reason).toMatchObject(code('INVALID_STATE'));
    }
    const [count] =
      await sql`select count(*)::int as files from application_files where client_id = ${owner.client.id}`;
    expect(count).toEqual({ files: 10 });
  });

  it('is taken away once, and makes room', async () => {
    const { id } = await addPaper(owner, { name: 'a.pdf', content: pdf() });
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => removePaper(owner, id)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [row] = await sql`select files from applications where client_id = ${owner.client.id}`;
    expect(row).toEqual({ files: 0 });
    await expect(readOwnPaper(owner, id)).rejects.toMatchObject(code('NOT_FOUND'));
  });

  it('is its client’s own: another one’s owner finds nothing, and takes nothing away', async () => {
    const { id } = await addPaper(owner, { name: 'a.pdf', content: pdf('mine') });
    const stranger = await newUser('owner', await newClient());
    await addPaper(stranger, { name: 'theirs.pdf', content: pdf() });
    await expect(readOwnPaper(stranger, id)).rejects.toMatchObject(code('NOT_FOUND'));
    await expect(removePaper(stranger, id)).rejects.toMatchObject(code('NOT_FOUND'));
    await expect(readPaperAsOperator(admin, stranger.client.id, id)).rejects.toMatchObject(code('NOT_FOUND'));
    await expect(readOwnPaper(owner, '../../etc/passwd')).rejects.toMatchObject(code('NOT_FOUND'));
    expect((await readOwnPaper(owner, id)).content.toString()).toContain('mine');
  });

  it('leaves as it came, as a download that no browser shows, and the audit log has which operator opened it', async () => {
    const name = 'a"; x=y\u2019s d\u00e9claration.html';
    const { id } = await addPaper(owner, { name, content: pdf() });
    await submitted();
    const paper = await readPaperAsOperator(admin, owner.client.id, id);
    const response = paperAnswer(paper, { requestId: 'r', secure: true });
    expect(Buffer.from(await response.arrayBuffer()).toString('base64')).toBe(pdf());
    const headers = Object.fromEntries(response.headers);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-disposition':
        'attachment; filename="a__ x_y_s d_claration.pdf"; filename*=UTF-8\'\'a%22%3B%20x%3Dy%E2%80%99s%20d%C3%A9claration.pdf',
    });
    expect((await linesOf()).at(-1)).toMatchObject({
      action: 'application.file_read',
      user_id: admin.user.id,
    });
  });

  it('is no operator’s before it is handed in, nor what is added to papers that were given back', async () => {
    const asOperator = (id: string) => readPaperAsOperator(admin, owner.client.id, id);
    const first = await addPaper(owner, { name: 'a.pdf', content: pdf() });
    await expect(asOperator(first.id)).rejects.toMatchObject(code('NOT_FOUND'));
    const version = await submitted();
    expect((await asOperator(first.id)).name).toBe('a.pdf');
    await answerApplication(admin, owner.client.id, 'ASKED', { version, note: 'Who is the director?' });
    const later = await addPaper(
      { ...owner, now: () => new Date(Date.now() + 1_000) },
      { name: 'b.pdf', content: pdf() },
    );
    await expect(asOperator(later.id)).rejects.toMatchObject(code('NOT_FOUND'));
    expect((await asOperator(first.id)).name).toBe('a.pdf');
    await submitApplication(owner);
    expect((await asOperator(later.id)).name).toBe('b.pdf');
  });

  it('is read by its owners and by confirmed admins, and nowhere else by others: not in Approvals, not in Activity', async () => {
    const id = await proposed();
    const [accountant, support] = [await newUser('accountant', owner.client), await newUser('support')];
    expect([owner, admin, { ...admin, isConfirmed: false }, accountant, support].map(mayReadPapers)).toEqual([
      ...[true, true, false, false, false],
    ]);
    const told = async (seesPapers: boolean) => [
      JSON.stringify(
        (await listQueue(queueQuery.parse({ client_id: owner.client.id }), { seesPapers })).data.find(
          (each) => each.id === id,
        ),
      ),
      JSON.stringify(
        (await listAuditLog(auditQuery.parse({ client_id: owner.client.id }), { seesPapers })).data,
      ),
    ];
    for (const text of await told(true)) expect(text).toMatch(/Ebrima Bah/);
    for (const text of await told(false)) expect(text).not.toMatch(/Ebrima Bah|1234567|certificate/);
    const activity = async (seesPapers: boolean) =>
      JSON.stringify((await listClientAuditLog({ client: owner.client, seesPapers }, { limit: 50 })).data);
    expect(await activity(true)).toMatch(/certificate/);
    expect(await activity(false)).not.toMatch(/certificate|application/);
  });
});

describe('an operator', () => {
  it('asks back: the client reads it, gets it by e-mail, changes its papers and hands them in again', async () => {
    const version = await submitted();
    await answerApplication(admin, owner.client.id, 'ASKED', { version, note: 'The TIN is not readable.' });
    const [told] = await mailTo(owner.user.email);
    expect(told).toMatchObject({
      kind: 'application_answered',
      facts: { outcome: 'ASKED', note: 'The TIN is not readable.' },
    });
    const found = await findApplication(owner.client.id);
    expect(found && presentApplication(found)).toMatchObject({
      status: 'ASKED',
      note: 'The TIN is not readable.',
    });
    await addPaper(owner, { name: 'tin.pdf', content: pdf('tin') });
    await submitApplication(owner);
    expect((await linesOf()).map(({ action }) => action)).toEqual([
      ...['application.file_added', 'application.submitted', 'application.asked', 'application.file_added'],
      'application.submitted',
    ]);
  });

  it('does not accept, with a reason, and the client may try again', async () => {
    const version = await submitted();
    await answerApplication(admin, owner.client.id, 'REJECTED', { version, note: 'Not registered.' });
    expect(await stateOf()).toBe('REJECTED');
    await submitApplication(owner);
    expect(await stateOf()).toBe('SUBMITTED');
  });

  it('decides on nothing that changed since they read it', async () => {
    const version = await submitted();
    await answerApplication(admin, owner.client.id, 'ASKED', { version, note: 'Which bank?' });
    await saveApplication(owner, draft({ ...whole, account: { ...account, account_number: '99999999' } }));
    await submitApplication(owner);
    await expect(proposeApplication(other, owner.client.id, { version })).rejects.toMatchObject(
      code('INVALID_STATE'),
    );
    const answer = { version, note: 'No longer so' };
    await expect(answerApplication(other, owner.client.id, 'REJECTED', answer)).rejects.toMatchObject(
      code('INVALID_STATE'),
    );
    expect(await stateOf()).toBe('SUBMITTED');
  });

  it.each(['support', 'owner', 'accountant', 'developer', 'cashier', 'viewer'] as const)(
    'is no %s, whatever calls the verb',
    async (role) => {
      const version = await submitted();
      const somebody = role === 'support' ? staffContext(role) : memberContext(owner.client, { role });
      const answer = { version, note: 'A question' };
      for (const tried of [
        () => answerApplication(somebody, owner.client.id, 'ASKED', answer),
        () => proposeApplication(somebody, owner.client.id, { version }),
        () =>
          proposeApplication(
            { ...somebody, user: { ...somebody.user, role: 'admin' }, isConfirmed: false },
            owner.client.id,
            { version },
          ),
      ]) {
        await expect(tried()).rejects.toMatchObject(code('FORBIDDEN'));
      }
    },
  );
});

describe('approving', () => {
  it('takes two operators: the second one’s yes tells the owner and adds the account for live settlements', async () => {
    const id = await proposed();
    expect(await stateOf()).toBe('PROPOSED');
    const found = await findApplication(owner.client.id);
    expect(found && presentApplication(found).status, 'the client hears nothing of it').toBe('SUBMITTED');
    await expect(approve(admin, id)).rejects.toMatchObject(code('FORBIDDEN'));
    expect(await approve(other, id)).toMatchObject({ status: 'DONE', decided_by: other.user.name });
    expect(await stateOf()).toBe('APPROVED');
    expect(await listAccounts({ ...owner, environment: 'LIVE' })).toMatchObject([
      {
        bank: 'Trust Bank',
        accountNumber: '0011223344',
        addedBy: owner.user.id,
        approvedByName: other.user.name,
      },
    ]);
    expect((await mailTo(owner.user.email)).at(-1)).toMatchObject({ facts: { outcome: 'APPROVED' } });
    expect((await linesOf()).slice(-2)).toMatchObject([
      {
        action: 'approval.requested',
        user_id: admin.user.id,
        after: { kind: 'application', tin: '1234567' },
      },
      { action: 'approval.approved', user_id: other.user.id, after: { kind: 'application', tin: '1234567' } },
    ]);
    await expect(saveApplication(owner, draft())).rejects.toMatchObject(code('INVALID_STATE'));
  });

  it('is proposed once, and decided once, by many at the same time', async () => {
    const version = await submitted();
    const proposals = await Promise.allSettled(
      Array.from({ length: 8 }, () => proposeApplication(admin, owner.client.id, { version })),
    );
    const made = proposals.filter((each) => each.status === 'fulfilled');
    expect(made).toHaveLength(1);
    const id = made[0]?.value.id ?? '';
    const decisions = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) => (n % 2 ? approve(other, id) : reject(other, id, 'not yet'))),
    );
    expect(decisions.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const accounts = await listAccounts({ ...owner, environment: 'LIVE' });
    expect(accounts).toHaveLength((await stateOf()) === 'APPROVED' ? 1 : 0);
  });

  it('is not agreed to: it is read once more, and the client hears nothing', async () => {
    const id = await proposed();
    const before = await mailTo(owner.user.email);
    await reject(other, id, 'The certificate is another one’s.');
    expect(await stateOf()).toBe('SUBMITTED');
    expect(await mailTo(owner.user.email)).toEqual(before);
    const { data } = await listClientAuditLog({ client: owner.client, seesPapers: true }, { limit: 50 });
    expect(data.map(({ action }) => action)).toEqual([
      ...['application.submitted', 'application.file_added', 'user.added'],
    ]);
    expect(await getApplicationAsOperator(owner.client.id)).toMatchObject({
      proposal: { status: 'REJECTED', reason: 'The certificate is another one’s.' },
    });
    const version = (await findApplication(owner.client.id))?.version ?? 0;
    expect(await proposeApplication(admin, owner.client.id, { version })).toMatchObject({
      status: 'PENDING',
    });
    // What was not agreed to is not approved by its old name.
    await expect(approve(other, id)).rejects.toMatchObject(code('INVALID_STATE'));
    expect(await stateOf()).toBe('PROPOSED');
  });

  it('is not done by whoever opened the client, and so could have handed the papers in', async () => {
    const { client } = await openClient(other, {
      ...{
        name: 'New Shop',
        business_phone: '+2207000009',
        business_email: 'new@shop.example',
        commission_bps: 150,
      },
      ...{ owner_name: 'Awa', owner_email: `${randomUUID()}@shop.example` },
    });
    const [person] = await sql`select id, email, name, role from users where client_id = ${client.id}`;
    const theirs = memberContext({ id: client.id, name: client.name, commissionBps: 150 });
    const version = await submitted({ ...theirs, user: person as UserContext['user'] });
    const { id } = await proposeApplication(admin, client.id, { version });
    await expect(approve(other, id)).rejects.toMatchObject(code('FORBIDDEN'));
    expect(await stateOf(client.id)).toBe('PROPOSED');
    expect(await approve(await newUser('admin'), id)).toMatchObject({ status: 'DONE' });
  });

  it('is not done by an operator whom the first one let in', async () => {
    await sql`with who as (select id from users where id = ${other.user.id}) ${accessGrant(admin, 'made', sql`from who`)}`;
    const id = await proposed();
    await expect(approve(other, id)).rejects.toMatchObject(code('FORBIDDEN'));
  });

  it('changes nothing of a client that has none', async () => {
    await expect(proposeApplication(admin, owner.client.id, { version: 1 })).rejects.toMatchObject(
      code('NOT_FOUND'),
    );
    await expect(proposeApplication(admin, 'nonsense', { version: 1 })).rejects.toMatchObject(
      code('NOT_FOUND'),
    );
  });
});

it('papers of a suspended client are approved by nobody until it is resumed', async () => {
  const suspend = (status: string) =>
    sql`update clients set status = ${status} where id = ${owner.client.id}`;
  const version = await submitted();
  await suspend('SUSPENDED');
  await expect(proposeApplication(admin, owner.client.id, { version })).rejects.toThrow(
    'This client is suspended, so its papers cannot be approved.',
  );
  await suspend('ACTIVE');
  const { id } = await proposeApplication(admin, owner.client.id, { version });
  await suspend('SUSPENDED');
  await expect(approve(other, id)).rejects.toMatchObject(code('INVALID_STATE'));
  expect([await stateOf(), (await listAccounts({ ...owner, environment: 'LIVE' })).length]).toEqual([
    'PROPOSED',
    0,
  ]);
  await suspend('ACTIVE');
  await approve(other, id);
  expect(await stateOf()).toBe('APPROVED');
});

import type { Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { lockTest, whileOpen } from '#e2e/setup/interleave';
import { newClient, newUser } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { answerApplication, proposeApplication } from '#lib/applications/answer-application';
import { findApplication } from '#lib/applications/application';
import { addPaper, removePaper } from '#lib/applications/papers';
import { draftRequest, saveApplication } from '#lib/applications/save-application';
import { submitApplication } from '#lib/applications/submit-application';
import { approve } from '#lib/approvals/decide-approval';
import type { UserContext } from '#lib/auth/user-context';
import type { Context } from '#lib/context';

// What each lock and version of a business's papers is there for: nobody decides on what they have not seen
// (docs/proof/locks.md).

let database: TestDatabase;
let sql: Sql;
let owner: Context & UserContext;
let admin: UserContext;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
});
beforeEach(async () => {
  owner = await newUser('owner', await newClient());
  admin = await newUser('admin');
});
afterAll(() => database.drop());

const account = { kind: 'bank', holder: 'Bakau Boats Ltd', bank: 'Trust Bank', account_number: '0011223344' };
const whole = {
  ...{
    legal_name: 'Bakau Boats Ltd',
    registration_number: 'C-1042',
    tin: '1234567',
    owners: ['Ebrima Bah'],
    account,
  },
};

async function saved(): Promise<string> {
  await saveApplication(owner, draftRequest.parse(whole));
  const content = Buffer.from('%PDF-1.4\n%a paper\n%%EOF\n').toString('base64');
  return (await addPaper(owner, { name: 'certificate.pdf', content })).id;
}
async function submitted(): Promise<number> {
  await saved();
  return (await submitApplication(owner)).version;
}
const statusOf = async () => (await findApplication(owner.client.id))?.status;
/** As whatever the client writes. */
const write = (session: Sql) =>
  session`update applications set version = version + 1 where client_id = ${owner.client.id}`;

lockTest(
  'papers that are written while they are handed in are handed in once more by whoever has read them',
  async () => {
    await saved();
    const second = await whileOpen(write, () => submitApplication(owner));
    expect(second).toEqual({ waited: true, error: 'INVALID_STATE' });
    expect(await statusOf()).toBe('DRAFT');
  },
);

lockTest('papers that change while they are answered are not answered', async () => {
  const version = await submitted();
  const second = await whileOpen(write, () =>
    answerApplication(admin, owner.client.id, 'ASKED', { version, note: 'Which one?' }),
  );
  expect(second).toEqual({ waited: true, error: 'INVALID_STATE' });
  expect(await statusOf()).toBe('SUBMITTED');
});

lockTest('papers that change while an operator would approve them are not proposed', async () => {
  const version = await submitted();
  const second = await whileOpen(write, () => proposeApplication(admin, owner.client.id, { version }));
  expect(second).toEqual({ waited: true, error: 'INVALID_STATE' });
  expect(await statusOf()).toBe('SUBMITTED');
});

lockTest('papers that change while the second operator approves them are not approved', async () => {
  const { id } = await proposeApplication(admin, owner.client.id, { version: await submitted() });
  const other = await newUser('admin');
  const second = await whileOpen(write, () => approve(other, id));
  expect(second).toEqual({ waited: true, error: 'INVALID_STATE' });
  expect(await statusOf()).toBe('PROPOSED');
});

lockTest('a file of papers that are being handed in is not taken away', async () => {
  const id = await saved();
  const second = await whileOpen(
    (session) => session`
      update applications set status = 'SUBMITTED', submitted_by = ${owner.user.id}, submitted_by_name = 'Awa', submitted_at = now()
      where client_id = ${owner.client.id}`,
    () => removePaper(owner, id),
  );
  expect(second).toEqual({ waited: true, error: 'INVALID_STATE' });
  expect(await sql`select from application_files where id = ${id}`).toHaveLength(1);
});

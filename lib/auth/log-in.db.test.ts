import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';

let database: TestDatabase;
let sql: Sql;
let logIn: typeof import('#lib/auth/log-in').logIn;
let renameAccount: typeof import('#lib/users/rename-account').renameAccount;
let countAttempt: typeof import('#lib/auth/login-throttle').countAttempt;
let createUser: typeof import('#lib/clients/create-user').createUser;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = (await import('#db/client')).sqlClient();
  ({ logIn } = await import('#lib/auth/log-in'));
  ({ countAttempt } = await import('#lib/auth/login-throttle'));
  ({ renameAccount } = await import('#lib/users/rename-account'));
  ({ createUser } = await import('#lib/clients/create-user'));
});
afterAll(() => database.drop());

async function newOperator() {
  const email = `${randomUUID()}@kaira.example`;
  const { id, password } = await createUser({ clientId: null, email, name: 'Awa', role: 'admin' });
  return { id, email, password };
}

const linesOf = async (subject: string, action: string) => {
  const rows =
    await sql`select at from audit_log where subject_id = ${subject} and action = ${action} order by at`;
  return rows.map(({ at }) => new Date(at).getTime());
};

test('log-ins that succeed stand in the audit log, each of them, and cannot fill it', async () => {
  const { id, email, password } = await newOperator();
  const begin = Date.now();
  const tried = [];
  // Those of the last quarter of an hour, but ten.
  for (let index = 0; index < 290; index++) await countAttempt({ session: id });
  for (let index = 0; index < 15; index++) {
    const from = { address: `203.0.113.${index}`, userAgent: null };
    tried.push(
      await logIn('admin', { email, password }, from, new Date(begin + index)).then(
        ({ status }) => status,
        ({ code }) => code,
      ),
    );
  }
  expect(tried).toEqual([...Array(10).fill('success'), ...Array(5).fill('RATE_LIMITED')]);
  expect(await linesOf(id, 'session.started')).toEqual(
    Array.from({ length: 10 }, (_, index) => begin + index),
  );
});

test('so do changes of a name; the same name again is none', async () => {
  const { id, email } = await newOperator();
  const user = { id, email, name: 'Awa', role: 'admin' as const };
  const ctx = {
    user,
    sessionId: randomUUID(),
    clientId: undefined,
    address: undefined,
    userAgent: null,
    isConfirmed: true,
    now: () => new Date(),
  };
  const rename = (name: string) =>
    renameAccount(ctx, name).then(
      () => 'renamed',
      ({ code }) => code,
    );
  for (let index = 0; index < 15; index++) expect(await rename('Awa')).toBe('renamed');
  const tried = [];
  for (let index = 0; index < 32; index++) tried.push(await rename(`Awa ${index}`));
  expect(tried).toEqual([...Array(30).fill('renamed'), 'RATE_LIMITED', 'RATE_LIMITED']);
  expect(await linesOf(id, 'user.renamed')).toHaveLength(30);
});

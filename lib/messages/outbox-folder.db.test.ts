import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'kaira-outbox-'));
  vi.stubEnv('KAIRA_DATA_DIR', folder);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await database.drop();
});

test('a trial without SMTP_URL keeps each message as a file, and shows it with its link to admins alone', async () => {
  const { queueMessage } = await import('#lib/messages/queue-message');
  const { claimMessages, sendMessage } = await import('#lib/messages/send-message');
  const { listOutbox } = await import('#lib/messages/list-outbox');
  const { sqlClient } = await import('#db/client');
  const message = {
    kind: 'password_reset' as const,
    event: 'kept',
    facts: {},
    link: '/invitation/the-token',
  };
  await queueMessage(
    new Date(),
    message,
    sqlClient()`from (values ('awa@kaira.example', 'Awa')) p (email, name)`,
  );
  for (const claimed of await claimMessages(4)) await sendMessage(claimed);
  const files = await readdir(path.join(folder, 'outbox'));
  expect(files).toHaveLength(1);
  const file = path.join(folder, 'outbox', files[0] ?? '');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, 'utf8')).toMatch(
    /^To: awa@kaira.example\nSubject: Choose a new password\n\nHello Awa,/,
  );
  const [own] = (await listOutbox(true)).messages;
  expect(own).toMatchObject({ status: 'SENT', address: 'awa@kaira.example' });
  expect(own?.text).toContain('http://localhost:3000/invitation/the-token');
  const [others] = (await listOutbox(false)).messages;
  expect(others?.text).not.toContain('the-token');
  expect(others?.text).toContain('Hello Awa,');
});

import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type MailServer, startMailServer } from '#e2e/setup/mail-server';
import { newClient, newUser } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import type { Context } from '#lib/context';
import { socketFacts } from '#lib/http/peer';

let database: TestDatabase;
let mail: MailServer;
let client: Context['client'];
let owner: Awaited<ReturnType<typeof newUser>>;
let messages: Awaited<ReturnType<typeof load>>;

async function load() {
  return {
    ...(await import('#lib/messages/queue-message')),
    ...(await import('#lib/messages/recipients')),
    ...(await import('#lib/messages/send-message')),
    ...(await import('#lib/messages/unsubscribe-route')),
    ...(await import('#lib/users/choose-messages')),
    sql: (await import('#db/client')).sqlClient(),
  };
}

beforeAll(async () => {
  database = await createTestDatabase();
  mail = await startMailServer();
  vi.stubEnv('SMTP_URL', `smtp://127.0.0.1:${mail.port}`);
  vi.stubEnv('MAIL_FROM', 'Kaira <no-reply@kaira.example>');
  messages = await load();
});
afterAll(async () => {
  await mail.close();
  await database.drop();
});
beforeEach(async () => {
  mail.taken.length = 0;
  client = await newClient();
  owner = await newUser('owner', client);
});

/** A message of each kind is written and sent. */
async function send(kind: 'endpoint_paused' | 'allowlist_changed') {
  const facts = { host: 'shop.example', environment: 'live', team: 'Shop', allowlist: 'anywhere' };
  const { queueMessage, peopleOf, claimMessages, sendMessage, sql } = messages;
  await queueMessage(
    new Date(),
    { kind, event: `${kind}:${Math.random()}`, facts },
    peopleOf(kind, client.id, sql`true`),
  );
  for (const each of await claimMessages(10)) await sendMessage(each);
  // As a mail program puts lines together.
  return mail.taken.splice(0).map(({ raw }) =>
    raw
      .replace(/=\r\n/g, '')
      .replace(/\r\n[ \t]+/g, ' ')
      .replace(/=3D/g, '='),
  );
}

const visit = async (method: 'GET' | 'POST', path: string) => {
  const route = method === 'GET' ? messages.unsubscribePage : messages.unsubscribeNow;
  const request = new Request(`http://127.0.0.1${path}`, { method });
  const params = Promise.resolve({ token: path.split('/').at(-1) ?? '' });
  const answer = await socketFacts.run({ address: '203.0.113.7', encrypted: false }, () =>
    route(request, { params }),
  );
  return { status: answer.status, text: await answer.text() };
};
const linkIn = (raw = '') => new URL(/List-Unsubscribe: <(\S+)>/.exec(raw)?.[1] ?? '').pathname;

test('a message that may be done without has a link, which stops it by its button and by nothing before', async () => {
  const [raw] = await send('endpoint_paused');
  expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  const path = linkIn(raw);
  expect(raw).toContain('No more messages of this kind');
  expect(path).not.toContain(owner.user.email);
  expect(await visit('GET', path)).toMatchObject({ status: 200, text: expect.stringContaining('<button') });
  expect(await send('endpoint_paused')).toHaveLength(1);
  expect(await visit('POST', path)).toMatchObject({ status: 200 });
  expect(await visit('POST', path)).toMatchObject({ status: 200 });
  expect(await send('endpoint_paused')).toHaveLength(0);
  const [row] = await superuserSql()`select messages_off from users where id = ${owner.user.id}`;
  expect(row?.messages_off).toEqual(['endpoint_paused']);
});

test('that a link stopped something stands in the audit log, once, with from where', async () => {
  const path = linkIn((await send('endpoint_paused'))[0]);
  const lines = () => superuserSql()`
    select user_id, client_id, subject_id, after, address from audit_log where action = 'messages.stopped'
      and subject_id = ${owner.user.id}`;
  await visit('GET', path);
  expect(await lines()).toEqual([]);
  await visit('POST', path);
  await visit('POST', path);
  // Whoever has the message has the link: it is not said that its reader did it.
  expect(await lines()).toEqual([
    {
      user_id: null,
      client_id: client.id,
      subject_id: owner.user.id,
      after: { messages: 'A webhook endpoint has stopped' },
      address: '203.0.113.7',
    },
  ]);
});

test('one about security has none, and goes whatever somebody has chosen', async () => {
  await messages.chooseMessages(owner, ['allowlist_changed', 'endpoint_paused', 'nothing']);
  const [row] = await superuserSql()`select messages_off from users where id = ${owner.user.id}`;
  expect(row?.messages_off).toEqual(['endpoint_paused']);
  const [raw, ...rest] = await send('allowlist_changed');
  expect(rest).toEqual([]);
  expect(raw).not.toContain('nsubscribe');
});

test('a link that we did not make, or that was altered, does nothing', async () => {
  const path = linkIn((await send('endpoint_paused'))[0]);
  for (const each of [`${path.slice(0, -2)}xx`, '/unsubscribe/nothing', `${path}AA`]) {
    expect(await visit('POST', each)).toMatchObject({
      status: 404,
      text: expect.stringContaining('not one of ours'),
    });
  }
  expect(await send('endpoint_paused')).toHaveLength(1);
});

test('what somebody chooses is of their role', async () => {
  const viewer = await newUser('viewer', client);
  const { presentMessages } = messages;
  expect(presentMessages(viewer, [])).toEqual([]);
  const kinds = presentMessages(owner, ['batch_done']).map(({ kind, is_on }) => `${kind} ${is_on}`);
  expect(kinds).toContain('batch_done false');
  expect(kinds).not.toContain('rail_closed true');
  expect(presentMessages(await newUser('admin'), []).map(({ kind }) => kind)).toContain('rail_closed');
});

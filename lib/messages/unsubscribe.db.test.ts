import { setTimeout as sleep } from 'node:timers/promises';
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
  // When it is due is rounded to a millisecond, and so may be half of one away.
  await sleep(2);
  for (const each of await claimMessages(10)) await sendMessage(each);
  // As a mail program puts lines together.
  return mail.taken.splice(0).map(({ raw }) =>
    raw
      .replace(/=\r\n/g, '')
      .replace(/\r\n[ \t]+/g, ' ')
      .replace(/=3D/g, '='),
  );
}

const form = (text: string) => ({
  body: text,
  headers: { 'content-type': 'application/x-www-form-urlencoded' } as Record<string, string>,
});
/** What a mail program sends (RFC 8058), and what our page does. */
const oneClick = form('List-Unsubscribe=One-Click');
const button = form('choice=stop');
const parts = () => {
  const fields = new FormData();
  fields.append('List-Unsubscribe', 'One-Click');
  return { body: fields, headers: {} };
};

const visit = async (method: 'GET' | 'POST', path: string, sent: RequestInit = oneClick) => {
  const route = method === 'GET' ? messages.unsubscribePage : messages.unsubscribeNow;
  const request = new Request(`http://127.0.0.1${path}`, { method, ...(method === 'POST' && sent) });
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

test.each([
  ['nothing', {}],
  ['JSON', { body: '{"List-Unsubscribe":"One-Click"}', headers: { 'content-type': 'application/json' } }],
  ['plain text', { ...oneClick, headers: { 'content-type': 'text/plain' } }],
  ['another word', form('List-Unsubscribe=Yes')],
  ['another field', form('unsubscribe=One-Click')],
  ['parts without an end', { body: '--x', headers: { 'content-type': 'multipart/form-data; boundary=x' } }],
  ['a form that goes on and on', form(`List-Unsubscribe=One-Click&x=${'x'.repeat(5_000)}`)],
  ['our form on another site', { ...button, headers: { ...button.headers, 'sec-fetch-site': 'cross-site' } }],
  ['our form on a sister site', { ...button, headers: { ...button.headers, 'sec-fetch-site': 'same-site' } }],
])('a link with %s stops nothing', async (_what, sent) => {
  const path = linkIn((await send('endpoint_paused'))[0]);
  const { status, text } = await visit('POST', path, sent);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(text).toContain('<h1');
  expect(await send('endpoint_paused')).toHaveLength(1);
});

test.each([
  ['one click of a mail program', () => oneClick],
  ['one click in parts', parts],
  [
    'the button of the page',
    () => ({ ...button, headers: { ...button.headers, 'sec-fetch-site': 'same-origin' } }),
  ],
  ['the button in a browser that does not say where it stands', () => button],
])('a link with %s stops its kind', async (_what, sent) => {
  const path = linkIn((await send('endpoint_paused'))[0]);
  expect(await visit('POST', path, sent())).toMatchObject({ status: 200 });
  expect(await send('endpoint_paused')).toHaveLength(0);
});

test('its person is shown which kind a link stopped, when and from where, until they have chosen', async () => {
  const { chooseMessages, listMessages, sql } = messages;
  const stopped = async () =>
    (await listMessages(owner))
      .filter((each) => each.stopped)
      .map(({ kind, stopped: by }) => ({ kind, ...by }));
  await chooseMessages(owner, ['batch_done']);
  expect(await stopped()).toEqual([]);
  await visit('POST', linkIn((await send('endpoint_paused'))[0]));
  const [line] =
    await sql`select at from audit_log where action = 'messages.stopped' and subject_id = ${owner.user.id}`;
  expect(await stopped()).toEqual([
    { kind: 'endpoint_paused', at: new Date(line?.at).toISOString(), address: '203.0.113.7' },
  ]);
  expect(await listMessages(await newUser('owner', await newClient()))).not.toContainEqual(
    expect.objectContaining({ is_on: false }),
  );
  const left = { ...owner, now: () => new Date(Date.now() + 5) };
  await chooseMessages(left, ['batch_done', 'endpoint_paused']);
  expect(await stopped()).toEqual([]);
  expect(await send('endpoint_paused')).toHaveLength(0);
  await chooseMessages(left, []);
  expect(await send('endpoint_paused')).toHaveLength(1);
  const lines =
    await sql`select after from audit_log where action = 'messages.chosen' and user_id = ${owner.user.id} order by id`;
  expect(lines.map(({ after }) => after)).toEqual([
    { off: ['batch_done'] },
    { off: ['batch_done', 'endpoint_paused'] },
    { off: [] },
  ]);
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
  // The last letters of a signature have bits that say nothing.
  const altered = path.slice(0, -5) + (path.at(-5) === 'x' ? 'y' : 'x') + path.slice(-4);
  for (const each of [altered, '/unsubscribe/nothing', `${path}AA`]) {
    expect(await visit('POST', each)).toMatchObject({
      status: 404,
      text: expect.stringContaining('not one of ours'),
    });
  }
  expect(await send('endpoint_paused')).toHaveLength(1);
});

test('what somebody chooses is of their role', async () => {
  const { listMessages, chooseMessages } = messages;
  expect(await listMessages(await newUser('viewer', client))).toEqual([]);
  await chooseMessages(owner, ['batch_done']);
  const kinds = (await listMessages(owner)).map(({ kind, is_on }) => `${kind} ${is_on}`);
  expect(kinds).toContain('batch_done false');
  expect(kinds).not.toContain('rail_closed true');
  expect((await listMessages(await newUser('admin'))).map(({ kind }) => kind)).toContain('rail_closed');
});

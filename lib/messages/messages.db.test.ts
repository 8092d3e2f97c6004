import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type MailServer, startMailServer } from '#e2e/setup/mail-server';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';

let database: TestDatabase;
let mail: MailServer;
let messages: typeof import('#lib/messages/queue-message') &
  typeof import('#lib/messages/send-message') &
  typeof import('#lib/messages/list-outbox');
let sql: import('postgres').Sql;
let createUser: typeof import('#lib/clients/create-user').createUser;

beforeAll(async () => {
  database = await createTestDatabase();
  mail = await startMailServer();
  vi.stubEnv('SMTP_URL', `smtp://127.0.0.1:${mail.port}`);
  vi.stubEnv('MAIL_FROM', 'Kaira <no-reply@kaira.example>');
  messages = {
    ...(await import('#lib/messages/queue-message')),
    ...(await import('#lib/messages/send-message')),
    ...(await import('#lib/messages/list-outbox')),
  };
  ({ createUser } = await import('#lib/clients/create-user'));
  sql = (await import('#db/client')).sqlClient();
});
afterAll(async () => {
  await mail.close();
  await database.drop();
});
beforeEach(async () => {
  mail.taken.length = 0;
  mail.faults.length = 0;
  await superuserSql()`delete from messages`;
});

const link = '/invitation/the-token-of-this-link';

function queue(event: string, addresses: string[], now = new Date()) {
  const people = sql`from unnest(${addresses}::text[]) as person (email) cross join (values ('Awa & <b>Ceesay</b>')) n (name)`;
  return messages.queueMessage(now, { kind: 'password_reset', event, facts: {}, link }, people);
}

/** A worker's turn: what it finds due. */
async function work() {
  const claimed = await messages.claimMessages(4);
  await Promise.all(claimed.map(messages.sendMessage));
  return claimed.length;
}

/** As if its time had come. */
const comeDue = () =>
  superuserSql()`update messages set run_at = now() - interval '1 s' where run_at is not null`;
const states = () => sql`select address, status, attempts, fault, link_sealed from messages order by address`;

test('a message is sent once to each address, though the event is told twice and many workers look', async () => {
  const addresses = Array.from({ length: 12 }, (_, index) => `p${index}@kaira.example`);
  await Promise.all([queue('same', addresses), queue('same', addresses), queue('same', addresses.slice(3))]);
  await Promise.all(Array.from({ length: 8 }, work));
  while ((await work()) > 0);
  await comeDue();
  expect(await work()).toBe(0);
  expect(mail.taken.map(({ to }) => to.join()).toSorted()).toEqual(addresses.toSorted());
  expect(new Set((await states()).map(({ status }) => status))).toEqual(new Set(['SENT']));
});

test('a statement that is undone tells nobody', async () => {
  const email = `${randomUUID()}@kaira.example`;
  await createUser({ clientId: null, email, name: 'Awa', role: 'admin' });
  const told = messages.queueMessage(
    new Date(),
    { kind: 'password_reset', event: 'undone', facts: {} },
    sql`from changed`,
  );
  await expect(sql`
    with changed as (update users set role = 'owner' where email = ${email} returning email, name), told as (${told})
    select 1`).rejects.toMatchObject({ constraint_name: 'users_role_fits_client' });
  expect(await states()).toEqual([]);
  expect(await work()).toBe(0);
  expect(mail.taken).toEqual([]);
});

test('a change that finds no row tells nobody', async () => {
  const told = messages.queueMessage(
    new Date(),
    { kind: 'password_reset', event: 'no row', facts: {} },
    sql`from changed`,
  );
  await sql`
    with changed as (update users set name = name where id = ${randomUUID()} returning email, name), told as (${told})
    select 1`;
  expect(await states()).toEqual([]);
});

test('what is refused for now is sent later, and once', async () => {
  await queue('later', ['awa@kaira.example']);
  mail.faults.push(451, 451);
  await work();
  expect(await states()).toMatchObject([
    { status: 'WAITING', attempts: 1, fault: 'the server of the mail said 451' },
  ]);
  expect(await work()).toBe(0);
  await comeDue();
  await work();
  await comeDue();
  await work();
  await comeDue();
  await work();
  expect(mail.taken).toHaveLength(1);
  expect(await states()).toMatchObject([{ status: 'SENT', attempts: 3, fault: null, link_sealed: null }]);
});

test('what is refused for good is given up', async () => {
  await queue('refused', ['awa@kaira.example']);
  mail.faults.push(550);
  await work();
  expect(await states()).toMatchObject([{ status: 'GIVEN_UP', link_sealed: null }]);
});

test('what may have been taken is not sent again', async () => {
  await queue('cut', ['awa@kaira.example']);
  mail.faults.push('cut');
  await work();
  await comeDue();
  await work();
  expect(mail.taken).toHaveLength(1);
  expect(await states()).toMatchObject([{ status: 'IN_DOUBT', link_sealed: null }]);
});

test('what a worker that died had in hand is in doubt, and not sent again', async () => {
  await queue('died', ['awa@kaira.example']);
  expect(await messages.claimMessages(4)).toHaveLength(1);
  await comeDue();
  expect(await work()).toBe(0);
  expect(await states()).toMatchObject([{ status: 'IN_DOUBT', link_sealed: null }]);
  expect(mail.taken).toEqual([]);
});

test('a worker whose lease was taken from it writes nothing', async () => {
  await queue('lost', ['awa@kaira.example']);
  const [claimed] = await messages.claimMessages(4);
  await comeDue();
  await messages.claimMessages(4);
  if (claimed) await messages.sendMessage(claimed);
  expect(await states()).toMatchObject([{ status: 'IN_DOUBT' }]);
});

test('what is of no use any more is given up', async () => {
  await queue('late', ['awa@kaira.example'], new Date(Date.now() - 25 * 60 * 60 * 1000));
  expect(await work()).toBe(0);
  expect(await states()).toMatchObject([{ status: 'GIVEN_UP', link_sealed: null }]);
  expect(mail.taken).toEqual([]);
});

test('plain text and HTML say the same, with the link, and a name is no markup', async () => {
  await queue('text', ['awa@kaira.example']);
  // A connection that a busy machine refuses is tried again, as a worker would.
  const isTaken = async () => {
    await comeDue();
    await work();
    return mail.taken.length;
  };
  await expect.poll(isTaken).toBe(1);
  const [{ raw = '' } = {}] = mail.taken;
  const content = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  const [head = '', plain = '', rich = ''] = content.split('Content-Type: text/');
  expect(head).toMatch(/^From: Kaira <no-reply@kaira.example>\r$/m);
  expect(head).toMatch(/^Subject: Choose a new password\r$/m);
  expect(head).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(plain).toContain('Hello Awa & <b>Ceesay</b>,');
  expect(plain).toContain(`http://localhost:3000${link}`);
  expect(rich).toContain('Hello Awa &amp; &lt;b&gt;Ceesay&lt;/b&gt;,');
  expect(rich).toContain(`href="http://localhost:3000${link}"`);
});

test('no token stands in the row, the outbox or the log', async () => {
  const written: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    written.push(String(chunk));
    return true;
  });
  const { log } = await import('#lib/log');
  const told = ['info', 'warn', 'error'] as const;
  const calls = told.map((level) => vi.spyOn(log, level));
  mail.faults.push(451, 'cut');
  await queue('secret', ['awa@kaira.example']);
  await work();
  const [row] = await sql`select m::text as text from messages m`;
  await comeDue();
  await work();
  write.mockRestore();
  const logged = JSON.stringify(calls.flatMap(({ mock }) => mock.calls));
  expect(logged).toContain('password_reset');
  const outbox = await messages.listOutbox(true);
  expect(outbox.messages).toHaveLength(1);
  for (const text of [row?.text, JSON.stringify(outbox), logged, written.join('')]) {
    expect(text).not.toContain('the-token');
    expect(text).not.toContain(Buffer.from('the-token').toString('hex'));
  }
  for (const text of [logged, written.join('')]) expect(text).not.toContain('awa@kaira.example');
});

test('a message is in the language that its reader chose, with all its letters, and in English where none did', async () => {
  const [french, english] = ['fr', null].map((language) => ({
    language,
    email: `${randomUUID()}@kaira.example`,
  }));
  for (const { email, language } of [french!, english!]) {
    await createUser({ clientId: null, email, name: 'Awa Sène', role: 'admin' });
    await superuserSql()`update users set language = ${language} where email = ${email}`;
  }
  await messages.queueMessage(
    new Date(),
    { kind: 'float_low', event: 'low', facts: floatFacts },
    sql`from users where email in (${french!.email}, ${english!.email})`,
  );
  await work();
  const sentTo = (email: string) => {
    const { raw = '' } = mail.taken.find(({ to }) => to[0] === email) ?? {};
    const [head = '', plain = ''] = raw.split('Content-Type: text/');
    // RFC 2047 and quoted-printable, as a program for mail reads them.
    const bytes = (text: string) =>
      Buffer.from(
        text
          .replaceAll(/=\r\n/g, '')
          .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      ).toString();
    const [, subject = ''] = /^Subject: ((?:.|\r\n )+)\r$/m.exec(head) ?? [];
    const words = subject.replaceAll(/=\?UTF-8\?Q\?(.*?)\?=(\r\n )?/g, (_, word: string) =>
      word.replaceAll('_', ' '),
    );
    return { subject: bytes(words), text: bytes(plain) };
  };
  const toFrench = sentTo(french!.email);
  expect(toFrench.subject).toBe('La réserve chez WAVE est basse\u00a0: 1\u00a0234,50\u00a0GMD');
  expect(toFrench.text).toContain('Bonjour Awa Sène,');
  expect(toFrench.text).toContain('90\u00a0000,00\u00a0GMD y ont été versés');
  const toEnglish = sentTo(english!.email);
  expect(toEnglish.subject).toBe('The float at WAVE runs low: GMD 1,234.50');
  expect(toEnglish.text).toContain('Hello Awa Sène,');
  expect(toEnglish.text).toContain('GMD 90,000.00 was paid out there.');
  const { messages: shown } = await messages.listOutbox(true);
  expect(shown.map(({ subject }) => subject).toSorted()).toEqual(
    [toFrench.subject, toEnglish.subject].toSorted(),
  );
});

const floatFacts = { provider: 'WAVE', left: 'GMD 1,234.50', day: 'GMD 90,000.00' };

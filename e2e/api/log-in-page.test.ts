import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { auditLines, Browser, codeOf, enrolled, newPerson, proxiedServer } from './people.ts';
import type { Reply } from './support.ts';

/** The log-in pages, as a browser without a script uses them. */

const server = proxiedServer();

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const cookieOf = (reply: Reply) => reply.headers.get('set-cookie');

function post(
  page: string,
  fields: Record<string, string>,
  headers: Record<string, string | undefined> = {},
) {
  const mine = new Browser(server.baseUrl);
  return mine.send('POST', page, new URLSearchParams(fields).toString(), { ...form, ...headers });
}

describe.each([
  ['owner', '/login', '/dashboard/live/transactions?status=PENDING'],
  ['admin', '/admin/login', '/admin/clients'],
] as const)('an %s at %s', (role, page, next) => {
  test('is led on with a session of the same kind as by /auth', async () => {
    const person = await newPerson(role);
    const { email, password } = person;
    const reply = await post(page, { email, password, next });
    expect([reply.status, reply.headers.get('location')]).toEqual([303, next]);
    expect(cookieOf(reply)).toMatch(/^session_token=[^;]+; Path=\/; HttpOnly; SameSite=Lax; .*Secure$/);
    expect((await auditLines(person.id)).map((line) => line.action)).toEqual([
      'user.added',
      'session.started',
    ]);
  });

  test('with a wrong password, or at the other door, is told so and keeps what was typed but for the password', async () => {
    const { email, password } = await newPerson(role);
    const other = page === '/login' ? '/admin/login' : '/login';
    const wrong = await post(page, { email, password: `${password}?`, next });
    const elsewhere = await post(other, { email, password, next });
    for (const reply of [wrong, elsewhere]) {
      expect([reply.status, cookieOf(reply)]).toEqual([401, null]);
      expect(reply.text).toContain('role="alert">The e-mail or the password is wrong.<');
      expect(reply.text).toContain(`value="${email}"`);
      expect(reply.text).not.toContain(password);
    }
    expect(wrong.text).toContain(`name="next" value="${next}"`);
  });
});

test('the second factor is asked for, in either form, and nothing before it is a session', async () => {
  const person = await newPerson('developer');
  const { secret, recoveryCodes } = await enrolled(server.baseUrl, person);
  const { email, password } = person;
  const first = await post('/login', { email, password });
  expect([first.status, cookieOf(first)]).toEqual([200, null]);
  const [, challenge_token = ''] = /name="challenge_token" value="([^"]+)"/.exec(first.text) ?? [];
  expect(first.text).toContain('name="code"');
  const other = await post('/login', { challenge_token, code: '', other: '1' });
  expect(other.text).toContain('name="recovery_code"');
  const back = await post('/login', { challenge_token, recovery_code: '', other: '1' });
  expect(back.text).toContain('name="code"');
  const wrong = await post('/login', { challenge_token, recovery_code: 'AAAA-AAAA-AAAA-AAAA' });
  expect([wrong.status, cookieOf(wrong)]).toEqual([401, null]);
  expect(wrong.text).toContain('name="recovery_code"');
  expect(wrong.text).toContain(`value="${challenge_token}"`);
  for (const given of [{ recovery_code: recoveryCodes[0] ?? '' }, { code: await codeOf(secret) }]) {
    const right = await post('/login', { challenge_token, ...given });
    expect([right.status, right.headers.get('location')], right.text).toEqual([303, '/dashboard']);
    expect(cookieOf(right)).toMatch(/^session_token=[^;]+;/);
  }
});

test.each([
  ['another site', { origin: 'https://evil.example' }],
  ['a page that does not say where it is', { origin: 'null' }],
  ['another site, as the browser says', { 'sec-fetch-site': 'cross-site' }],
])('a form of %s signs nobody in', async (_what, headers) => {
  const { email, password } = await newPerson('owner');
  const reply = await post('/login', { email, password }, headers);
  expect([reply.status, cookieOf(reply)]).toEqual([403, null]);
});

test('what is typed is shown as text, and leads nowhere else', async () => {
  const reply = await post('/login', {
    email: '"><script>alert(1)</script>',
    password: 'x',
    next: 'https://evil.example/',
  });
  expect(reply.status).toBe(401);
  expect(reply.text).not.toContain('<script');
  expect(reply.text).not.toContain('evil.example');
});

test.each(['/login', '/admin/login'])('%s has no script, and its policy lets none run', async (page) => {
  const reply = await new Browser(server.baseUrl).send('GET', page);
  expect(reply.status).toBe(200);
  expect(reply.text).not.toMatch(/<script|\son\w+=/i);
  const policy = reply.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/^default-src 'none';/);
  expect(policy).not.toContain('script-src');
  expect(policy).toContain("frame-ancestors 'none'");
});

test.each([
  ['JSON', '{"email":"a@b.example","password":"x"}', 'application/json', 415],
  ['nothing', '', 'application/x-www-form-urlencoded', 400],
  ['a form without end', `email=${'a'.repeat(20_000)}`, 'application/x-www-form-urlencoded', 413],
])('%s is refused on the page', async (_what, body, type, status) => {
  const reply = await new Browser(server.baseUrl).send('POST', '/login', body, { 'content-type': type });
  expect(reply.status).toBe(status);
  expect(reply.text).toContain('role="alert"');
});

test('too many guesses are refused on the page, also with the right password', async () => {
  const { email, password } = await newPerson('owner');
  for (let guess = 0; guess < 5; guess++) await post('/login', { email, password: 'wrong' });
  const reply = await post('/login', { email, password });
  expect([reply.status, cookieOf(reply)]).toEqual([429, null]);
  expect(reply.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(reply.text).toContain('role="alert"');
});

test('forms that never arrive hold no place of those who sign in from the same address', async () => {
  const { hostname, port } = new URL(server.baseUrl);
  const person = await newPerson('owner');
  const mine = new Browser(server.baseUrl);
  const head = [
    'POST /login HTTP/1.1',
    'host: x',
    'x-forwarded-proto: https',
    `x-forwarded-for: ${mine.address}`,
    'content-type: application/x-www-form-urlencoded',
    'content-length: 9',
  ];
  const stalled = Array.from({ length: 64 }, () => connect(Number(port), hostname));
  try {
    for (const socket of stalled) socket.on('error', () => {});
    const begun = `${head.join('\r\n')}\r\n\r\nab`;
    await Promise.all(stalled.map((socket) => new Promise((sent) => socket.write(begun, sent))));
    // What was sent is read in its order, so whoever is answered now came after all of them.
    await mine.send('GET', '/healthz');
    const from = performance.now();
    const body = new URLSearchParams({ email: person.email, password: person.password }).toString();
    const reply = await mine.send('POST', '/login', body, form);
    expect(reply.status).toBe(303);
    expect(performance.now() - from).toBeLessThan(5_000);
  } finally {
    for (const socket of stalled) socket.destroy();
  }
});

test('whoever forgot the password is told the same, by the page and by /auth, whether there is an account or not', async () => {
  const { email } = await newPerson('owner');
  const page = await new Browser(server.baseUrl).send('GET', '/login');
  expect(page.text).toContain('href="/password-reset?door=client"');
  const form = await new Browser(server.baseUrl).send('GET', '/password-reset?door=admin');
  expect(form.text).toContain('name="door" value="admin"');
  expect(form.text).toContain('href="/admin/login"');
  const nobody = `nobody-${Date.now()}@kaira.example`;
  const said = [];
  for (const each of [email, nobody]) {
    const reply = await post('/password-reset', { email: each, door: 'client' });
    said.push([reply.status, reply.text.replaceAll(each, 'that address')]);
  }
  expect(said[0]).toEqual(said[1]);
  expect(said[0]).toEqual([200, expect.stringContaining('a link is on its way to that address')]);
  for (const each of [email, nobody]) {
    const reply = await new Browser(server.baseUrl).post('/auth/password-reset', { email: each });
    expect([reply.status, reply.text]).toEqual([200, '{"status":"success"}']);
  }
  const empty = await post('/password-reset', { door: 'client' });
  expect(empty.status).toBe(400);
  expect(empty.text).toContain('role="alert"');
});

import { createHmac, randomUUID } from 'node:crypto';
import { encode } from 'next-auth/jwt';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { sqlClient } from '#db/client';
import {
  auditLines,
  Browser,
  enrolled,
  goodPassword,
  newAddress,
  newPerson,
  type Person,
  proxiedServer,
  signedIn,
  startProxiedServer,
  tokenSet,
} from './people.ts';
import { fieldPaths, isError, isRefused, type Reply, send, shape } from './support.ts';

/** safety.md §3, cases 56 and 59 to 66: who is signed in, and until when. */

const server = proxiedServer();

const browser = (address?: string) => new Browser(server.baseUrl, address);

describe('log-in', () => {
  test.each(['owner', 'developer', 'viewer', 'admin', 'support'] as const)(
    '%s: signs in at the right door, is told who they are, and signs out',
    async (role) => {
      const person = await newPerson(role);
      const mine = browser();
      const reply = await mine.logIn(person);
      expect(reply.status, reply.text).toBe(200);
      const { id, email } = person;
      const data = { user: { id, email, name: `Some ${role}`, role }, expires_at: shape.time };
      expect(reply.body).toStrictEqual({ status: 'success', data });
      const left = Date.parse(reply.body.data.expires_at) - Date.now();
      expect(Math.abs(left - 24 * 3_600_000)).toBeLessThan(60_000);
      expect((await mine.session(person)).body).toStrictEqual({ status: 'success', data });
      const out = await mine.post('/auth/logout');
      expect(out).toMatchObject({ status: 200, body: { status: 'success' } });
      expect(out.body).toStrictEqual({ status: 'success' });
      isRefused(await mine.session(person), 401);
      expect((await auditLines(id)).map((line) => line.action)).toEqual(['user.added', 'session.started']);
    },
  );

  test('logging out without a session, twice, or with a token that stands for nothing is 200 as well', async () => {
    for (const cookie of [undefined, '', 'nonsense', 'a.b.c.d.e']) {
      const mine = browser();
      mine.cookie = cookie;
      expect((await mine.post('/auth/logout')).body).toStrictEqual({ status: 'success' });
    }
    expect(
      (await browser().send('POST', '/auth/logout', undefined, { 'content-type': undefined })).status,
    ).toBe(200);
  });

  test('the e-mail is taken in any case and with spaces around it', async () => {
    const person = await newPerson('owner');
    expect((await browser().logIn(person, { email: `  ${person.email.toUpperCase()} ` })).status).toBe(200);
  });

  test('[64] an unknown e-mail, a wrong password, the other door, a disabled user and one without a password are one answer', async () => {
    const person = await newPerson('owner');
    const [disabled, invited] = [await newPerson('owner'), await newPerson('owner')];
    await sqlClient()`update users set disabled_at = now() where id = ${disabled.id}`;
    await sqlClient()`update users set password_hash = null where id = ${invited.id}`;
    const replies = [
      await browser().logIn(person, { email: `nobody-${randomUUID()}@people.example` }),
      await browser().logIn(person, { password: 'wrong' }),
      await browser().logIn({ ...person, door: 'admin' }),
      await browser().logIn(disabled),
      await browser().logIn(invited),
    ];
    for (const reply of replies) {
      isRefused(reply, 401);
      expect(reply.body).toEqual(replies[0]?.body);
      expect(reply.headers.has('set-cookie')).toBe(false);
    }
    const refused = (await auditLines(person.id)).filter((line) => line.action === 'session.refused');
    expect(refused).toHaveLength(2);
    expect(refused[0]).toMatchObject({ user_id: null, client_id: person.clientId });
  });

  test('[64] an unknown e-mail takes as long as a wrong password', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => newPerson('owner')));
    const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
    for (let round = 0; round < 24; round++) {
      const person = people[round % people.length] as Person;
      for (const kind of ['known', 'unknown'] as const) {
        const email = kind === 'known' ? person.email : `nobody-${randomUUID()}@people.example`;
        const startedAt = performance.now();
        isRefused(await browser().logIn(person, { email, password: 'wrong' }), 401);
        times[kind].push(performance.now() - startedAt);
      }
    }
    const median = (list: number[]) => list.toSorted((a, b) => a - b)[list.length / 2] as number;
    const ratio = median(times.unknown) / median(times.known);
    expect(ratio, `${median(times.unknown)} ms to ${median(times.known)} ms`).toBeGreaterThan(0.6);
    expect(ratio, `${median(times.unknown)} ms to ${median(times.known)} ms`).toBeLessThan(1.6);
  });

  test.each([
    ['longer than 72 bytes', 'é'.repeat(200), 401],
    ['unicode', 'Straße 🐟 ١٢٣', 401],
    ['empty', '', 401],
    ['NUL', 'pass\0word', 400],
    ['a lone surrogate', '"\\ud800"', 400],
    ['over 1,024', 'x'.repeat(1_025), 400],
    ['a number', 12345, 400],
    ['null', null, 400],
    ['an array', ['x'], 400],
    ['an object', { $ne: '' }, 400],
  ])('[66] a password that is %s is refused and never a 500', async (_name, password, status) => {
    const person = await newPerson('owner');
    const body =
      password === '"\\ud800"' ? `{"email":${JSON.stringify(person.email)},"password":"\\ud800"}` : undefined;
    const reply = body
      ? await browser().send('POST', '/auth/client/login', body)
      : await browser().logIn(person, { password });
    if (status === 401) return isRefused(reply, 401);
    isError(reply, 400, 'VALIDATION_ERROR');
    expect(fieldPaths(reply)).toEqual(['password']);
  });

  test('[66] a megabyte of password is 413, and a body that is no JSON 400 or 415', async () => {
    const person = await newPerson('owner');
    isError(await browser().logIn(person, { password: 'x'.repeat(1_000_000) }), 413, 'PAYLOAD_TOO_LARGE');
    isError(await browser().send('POST', '/auth/client/login', '{"email":'), 400, 'MALFORMED_JSON');
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    isError(
      await browser().send('POST', '/auth/client/login', 'email=a', form),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    );
    isError(await browser().post('/auth/client/login'), 400, 'VALIDATION_ERROR');
  });
});

describe('guessing', () => {
  test('[65] the sixth try at an account is 429 wherever it comes from and however right, through a restart, and nobody else’s', async () => {
    const [person, other] = [await newPerson('owner'), await newPerson('owner')];
    for (let tries = 0; tries < 5; tries++)
      isRefused(await browser().logIn(person, { password: 'wrong' }), 401);
    const isLocked = async (baseUrl: string) => {
      const reply = await new Browser(baseUrl).logIn(person);
      isError(reply, 429, 'RATE_LIMITED');
      const wait = Number(reply.headers.get('retry-after'));
      expect(wait).toBeGreaterThan(14 * 60);
      expect(wait).toBeLessThanOrEqual(15 * 60);
    };
    await isLocked(server.baseUrl);
    const restarted = await startProxiedServer();
    try {
      await isLocked(restarted.baseUrl);
      expect((await new Browser(restarted.baseUrl).logIn(other)).status).toBe(200);
    } finally {
      await restarted.stop();
    }
  });

  test('[65] fifty wrong passwords at once from fifty addresses: five are looked at', async () => {
    const person = await newPerson('owner');
    const guess = () => browser().logIn(person, { password: 'wrong' });
    const statuses = (await Promise.all(Array.from({ length: 50 }, guess))).map((reply) => reply.status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(45);
  });

  test('[65] an unknown e-mail is locked like a known one', async () => {
    const nobody = { ...(await newPerson('owner')), email: `nobody-${randomUUID()}@people.example` };
    for (let tries = 0; tries < 5; tries++) isRefused(await browser().logIn(nobody), 401);
    isError(await browser().logIn(nobody), 429, 'RATE_LIMITED');
  });

  test('[65] one address that tries many accounts is stopped at twenty failures, and others go on', async () => {
    const person = await newPerson('owner');
    const attacker = browser();
    const statuses: number[] = [];
    for (let tries = 0; tries < 22; tries++) {
      const email = `nobody-${randomUUID()}@people.example`;
      statuses.push((await attacker.logIn(person, { email })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 401), 429, 429]);
    // What is not even looked at does not lock the account that it is about.
    for (let tries = 0; tries < 6; tries++) isError(await attacker.logIn(person), 429, 'RATE_LIMITED');
    expect((await browser().logIn(person)).status).toBe(200);
  });

  test('[65] an address in front of the proxy’s own is not believed', async () => {
    const person = await newPerson('owner');
    const real = newAddress();
    const statuses: number[] = [];
    for (let tries = 0; tries < 21; tries++) {
      const email = `nobody-${randomUUID()}@people.example`;
      const forwarded = { 'x-forwarded-for': `${newAddress()}, ${real}` };
      const body = { email, password: 'wrong' };
      statuses.push((await browser().send('POST', '/auth/client/login', body, forwarded)).status);
    }
    expect(statuses.at(-1)).toBe(429);
    expect((await browser().logIn(person)).status).toBe(200);
  });

  test('a right password forgives the wrong ones before it', async () => {
    const person = await newPerson('owner');
    for (let round = 0; round < 3; round++) {
      for (let tries = 0; tries < 4; tries++) await browser().logIn(person, { password: 'wrong' });
      expect((await browser().logIn(person)).status).toBe(200);
    }
  });

  test('a password guessed in a session is limited as well', async () => {
    const person = await newPerson('owner');
    const mine = await signedIn(server.baseUrl, person);
    const change = (current: string) =>
      mine.post('/api/dashboard/account/password', { current_password: current, password: goodPassword() });
    for (let tries = 0; tries < 5; tries++) isRefused(await change('wrong'), 403);
    isError(await change(person.password), 429, 'RATE_LIMITED');
  });
});

describe('messages', () => {
  const kinds = (reply: Reply) =>
    reply.body.data.messages.map(({ kind, is_on }: { kind: string; is_on: boolean }) => [kind, is_on]);

  test.each(['owner', 'admin'] as const)('%s: chooses which to do without', async (role) => {
    const person = await newPerson(role);
    const mine = await signedIn(server.baseUrl, person);
    const path = `/api/${role === 'owner' ? 'dashboard' : 'admin'}/account`;
    const before = kinds(await mine.get(path));
    expect(before).toContainEqual(['approval_waiting', true]);
    const choose = (off: unknown) => mine.send('PATCH', `${path}/messages`, { off });
    isError(await choose('all'), 400, 'VALIDATION_ERROR');
    expect(kinds(await choose(['approval_waiting', 'key_revealed']))).toContainEqual([
      'approval_waiting',
      false,
    ]);
    expect(kinds(await mine.get(path)).filter(([, isOn]: [string, boolean]) => !isOn)).toEqual([
      ['approval_waiting', false],
    ]);
    await choose([]);
    expect(kinds(await mine.get(path))).toEqual(before);
  });

  test('a link that stops messages is a page for whoever has it, and nothing for another one', async () => {
    for (const method of ['GET', 'POST']) {
      const reply = await browser().send(method, '/unsubscribe/none', undefined, {
        origin: 'https://mail.example',
      });
      expect(reply.status).toBe(404);
      expect(reply.text).toContain('This link is not one of ours');
    }
  });
});

describe('the token', () => {
  const forged = {
    'alg none': () => unsigned({ alg: 'none' }, {}),
    'alg none, with a capital': () => unsigned({ alg: 'None' }, {}),
    'HS256 with an empty key': () => signed({ alg: 'HS256' }, ''),
    'HS256 with the server’s secret': () => signed({ alg: 'HS256' }, inject('kairaSecret')),
    'a key from a path': () => signed({ alg: 'HS256', kid: '../../../../dev/null' }, ''),
    'a key that it brings itself': () =>
      signed({ alg: 'HS256', jwk: { kty: 'oct', k: Buffer.from('mine').toString('base64url') } }, 'mine'),
    'another secret': (sid: string, sub: string) =>
      encode({ token: { sid, sub }, secret: 'x'.repeat(43), salt: 'session', maxAge: 600 }),
    'the right secret without a purpose': (sid: string, sub: string) =>
      encode({ token: { sid, sub }, secret: inject('kairaSecret'), maxAge: 600 }),
    'the right secret for another purpose': (sid: string, sub: string) =>
      encode({
        token: { sid, sub },
        secret: inject('kairaSecret'),
        salt: 'two-factor challenge',
        maxAge: 600,
      }),
    'run out': (sid: string, sub: string) =>
      encode({ token: { sid, sub }, secret: inject('kairaSecret'), salt: 'session', maxAge: -60 }),
    'without the session': (_sid: string, sub: string) =>
      encode({ token: { sub }, secret: inject('kairaSecret'), salt: 'session', maxAge: 600 }),
    'of a session that never was': (_sid: string, sub: string) =>
      encode({
        token: { sid: randomUUID(), sub },
        secret: inject('kairaSecret'),
        salt: 'session',
        maxAge: 600,
      }),
  };
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  let claims: object;
  const unsigned = (header: object, more: object) =>
    `${part({ typ: 'JWT', ...header })}.${part({ ...claims, ...more })}.`;
  const signed = (header: object, key: string) => {
    const text = unsigned(header, {}).slice(0, -1);
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
  };
  let person: Person;
  let mine: Browser;
  let sid: string;

  beforeAll(async () => {
    person = await newPerson('admin');
    mine = await signedIn(server.baseUrl, person);
    const [row] = await sqlClient()`select id from sessions where user_id = ${person.id}`;
    sid = row?.id;
    claims = { sub: person.id, sid, exp: Math.floor(Date.now() / 1000) + 600, iat: 1 };
  });

  test('[59] made as the server makes it, it counts: so what is refused below is refused for its fault alone', async () => {
    const token = { sid, sub: person.id };
    const thief = browser();
    thief.cookie = await encode({ token, secret: inject('kairaSecret'), salt: 'session', maxAge: 600 });
    expect((await thief.session(person)).status).toBe(200);
  });

  test.each(Object.entries(forged))('[59] %s is no session', async (_name, forge) => {
    const thief = browser();
    thief.cookie = await forge(sid, person.id);
    isRefused(await thief.session(person), 401);
    expect((await mine.session(person)).status).toBe(200);
  });

  test('[59] truncated, extended or with any part changed it is no session', async () => {
    const token = mine.cookie ?? '';
    const parts = token.split('.');
    const altered = [
      token.slice(0, -1),
      token.slice(0, token.length / 2),
      `${token}A`,
      `${token}.A`,
      parts.slice(0, 4).join('.'),
      [...parts.slice(0, 4), ''].join('.'),
      ...parts.map((each, index) => {
        const flipped = each.startsWith('A') ? `B${each.slice(1)}` : `A${each.slice(1)}`;
        return parts.map((one, at) => (at === index ? flipped : one)).join('.');
      }),
      token.toLowerCase(),
      'x'.repeat(8_000),
      '.'.repeat(500),
      '%00',
      'null',
    ];
    for (const cookie of altered) {
      const thief = browser();
      thief.cookie = cookie;
      isRefused(await thief.session(person), 401);
    }
  });

  test('[59] a token whose header asks for ten million rounds of key derivation is refused at once', async () => {
    const header = {
      alg: 'PBES2-HS512+A256KW',
      enc: 'A256GCM',
      p2s: 'AAAAAAAAAAAAAAAAAAAAAA',
      p2c: 10_000_000,
    };
    const thief = browser();
    thief.cookie = `${part(header)}.${'A'.repeat(54)}.${'A'.repeat(16)}.AAAA.${'A'.repeat(22)}`;
    const startedAt = performance.now();
    isRefused(await thief.session(person), 401);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  test('[59] a token in a header or a query is none', async () => {
    const path = `/api/admin/session?session_token=${mine.cookie}`;
    const headers = { authorization: `Bearer ${mine.cookie}` };
    isRefused(await browser().send('GET', path, undefined, headers), 401);
  });

  test('[59] [73] the challenge of a second factor is no session, and a session no challenge', async () => {
    const careful = await newPerson('admin');
    const { browser: theirs } = await enrolled(server.baseUrl, careful);
    const begun = await browser().logIn(careful);
    expect(begun.body).toStrictEqual({
      status: 'two_factor_required',
      data: { challenge_token: shape.text, expires_at: shape.time },
    });
    expect(begun.headers.has('set-cookie')).toBe(false);
    const thief = browser();
    thief.cookie = begun.body.data.challenge_token;
    isRefused(await thief.session(careful), 401);
    isRefused(
      await browser().post('/auth/two-factor', { challenge_token: theirs.cookie, code: '123456' }),
      401,
    );
  });
});

describe('the end of a session', () => {
  test.each(['owner', 'admin'] as const)(
    '[60] the token of a %s is dead on the server after the log-out',
    async (role) => {
      const person = await newPerson(role);
      const mine = await signedIn(server.baseUrl, person);
      const copy = browser();
      copy.cookie = mine.cookie;
      expect((await copy.session(person)).status).toBe(200);
      await mine.post('/auth/logout');
      isRefused(await copy.session(person), 401);
    },
  );

  test('[60] a second log-in ends the first', async () => {
    const person = await newPerson('owner');
    const first = await signedIn(server.baseUrl, person);
    const second = await signedIn(server.baseUrl, person);
    isRefused(await first.session(person), 401);
    expect((await second.session(person)).status).toBe(200);
    expect(await sqlClient()`select 1 from sessions where user_id = ${person.id}`).toHaveLength(1);
  });

  test('[60] of twenty log-ins at once one session remains', async () => {
    const person = await newPerson('owner');
    const all = Array.from({ length: 20 }, () => browser());
    const replies = await Promise.all(all.map((each) => each.logIn(person)));
    const inside = all.filter((_each, index) => replies[index]?.status === 200);
    const living = await Promise.all(inside.map(async (each) => (await each.session(person)).status));
    expect(living.filter((status) => status === 200)).toHaveLength(1);
  });

  test('[60] a changed password ends every token of before, and the browser that changed it goes on', async () => {
    const person = await newPerson('owner');
    const mine = await signedIn(server.baseUrl, person);
    const copy = browser();
    copy.cookie = mine.cookie;
    const password = goodPassword();
    const reply = await mine.post('/api/dashboard/account/password', {
      current_password: person.password,
      password,
    });
    expect(reply, reply.text).toMatchObject({ status: 200, body: { data: { expires_at: shape.time } } });
    isRefused(await copy.session(person), 401);
    expect((await mine.session(person)).status).toBe(200);
    isRefused(await browser().logIn(person), 401);
    expect((await browser().logIn({ ...person, password })).status).toBe(200);
  });

  test('a password is changed only with the present one, and to one that is good', async () => {
    const person = await newPerson('owner');
    const mine = await signedIn(server.baseUrl, person);
    const change = (current_password: string, password: string) =>
      mine.post('/api/dashboard/account/password', { current_password, password });
    isRefused(await change('wrong', goodPassword()), 403);
    for (const bad of ['short', 'passwordpassword', person.email, 'long enough \0 but not']) {
      const reply = await change(person.password, bad);
      isError(reply, 400, 'VALIDATION_ERROR');
      expect(fieldPaths(reply)).toEqual(['password']);
    }
    expect((await browser().logIn(person)).status).toBe(200);
  });

  test('[60] a disabled user’s session ends, and a new log-in is refused', async () => {
    const owner = await newPerson('owner');
    const person = await newPerson('developer', owner.clientId ?? '');
    const mine = await signedIn(server.baseUrl, person);
    const theirs = await signedIn(server.baseUrl, owner);
    const path = `/api/dashboard/team/${person.id}`;
    expect((await theirs.send('PATCH', path, { disabled: true })).status).toBe(200);
    isRefused(await mine.session(person), 401);
    isRefused(await browser().logIn(person), 401);
    await theirs.send('PATCH', path, { disabled: false });
    isRefused(await mine.session(person), 401);
    expect((await mine.logIn(person)).status).toBe(200);
    // Also when somebody who has the database does it, and leaves the session.
    await sqlClient()`update users set disabled_at = now() where id = ${person.id}`;
    isRefused(await mine.session(person), 401);
  });

  test('[60] 24 hours without a request end a session, and a request prolongs it', async () => {
    const person = await newPerson('owner');
    const mine = await signedIn(server.baseUrl, person);
    const idle = (interval: string) =>
      sqlClient()`update sessions set last_seen_at = now() - ${interval}::interval where user_id = ${person.id}`;
    await idle('23 hours 59 minutes');
    expect((await mine.session(person)).status).toBe(200);
    const [row] =
      await sqlClient()`select now() - last_seen_at < interval '1 minute' as noted from sessions where user_id = ${person.id}`;
    expect(row?.noted).toBe(true);
    await idle('24 hours 1 second');
    isRefused(await mine.session(person), 401);
    isRefused(await mine.session(person), 401);
  });

  test('30 days after the log-in it ends in any case', async () => {
    const person = await newPerson('owner');
    const mine = await signedIn(server.baseUrl, person);
    await sqlClient()`update sessions set created_at = now() - interval '30 days' where user_id = ${person.id}`;
    isRefused(await mine.session(person), 401);
  });

  test('a role that is taken away is gone with the next request', async () => {
    const person = await newPerson('owner');
    const mine = await signedIn(server.baseUrl, person);
    await sqlClient()`update users set role = 'viewer' where id = ${person.id}`;
    expect((await mine.session(person)).body.data.user.role).toBe('viewer');
    isRefused(await mine.post('/api/dashboard/team'), 403);
  });
});

describe('the cookie', () => {
  const attributes = (reply: Reply) =>
    (reply.headers.get('set-cookie') ?? '')
      .split('; ')
      .slice(1)
      .sort()
      .map((each) => each.replace(/=\d+$/, ''));

  test('[62] over https it is HttpOnly, Secure and SameSite=Lax, for the whole site and no other', async () => {
    const mine = browser();
    expect(attributes(await mine.logIn(await newPerson('owner')))).toEqual([
      'HttpOnly',
      'Max-Age',
      'Path=/',
      'SameSite=Lax',
      'Secure',
    ]);
    const out = await mine.post('/auth/logout');
    expect(attributes(out)).toEqual(['HttpOnly', 'Max-Age', 'Path=/', 'SameSite=Lax', 'Secure']);
    expect(out.headers.get('set-cookie')).toMatch(/^session_token=;.*Max-Age=0/);
  });

  test('[62] over loopback without TLS it is not Secure', async () => {
    const { email, password } = await newPerson('owner');
    const reply = await send('POST', `${inject('baseUrl')}/auth/client/login`, { body: { email, password } });
    expect(reply.status, reply.text).toBe(200);
    expect(attributes(reply)).toEqual(['HttpOnly', 'Max-Age', 'Path=/', 'SameSite=Lax']);
  });

  test('[54] [62] behind a proxy a log-in over plain HTTP is refused', async () => {
    const { email, password } = await newPerson('owner');
    for (const proto of ['http', undefined]) {
      const plain = { 'x-forwarded-proto': proto };
      isRefused(
        await browser().send('POST', '/auth/client/login', { email, password }, plain),
        403,
        'HTTPS_REQUIRED',
      );
    }
  });

  test('[61] a value that was there before the log-in is never adopted', async () => {
    const person = await newPerson('owner');
    const attacker = await newPerson('owner');
    const theirs = await signedIn(server.baseUrl, attacker);
    for (const planted of [randomUUID(), theirs.cookie]) {
      const mine = browser();
      mine.cookie = planted;
      const reply = await mine.logIn(person);
      expect(tokenSet(reply)).toBeTruthy();
      expect(tokenSet(reply)).not.toBe(planted);
      expect((await mine.session(person)).body.data.user.id).toBe(person.id);
      const old = browser();
      old.cookie = planted;
      const seen = await old.session(person);
      if (seen.status === 200) expect(seen.body.data.user.id).toBe(attacker.id);
      else isRefused(seen, 401);
    }
  });

  test('[61] two cookies of the name are no session: one of them was planted', async () => {
    const person = await newPerson('owner');
    const mine = await signedIn(server.baseUrl, person);
    const theirs = await signedIn(server.baseUrl, await newPerson('owner'));
    for (const pair of [
      [mine.cookie, theirs.cookie],
      [theirs.cookie, mine.cookie],
      [mine.cookie, ''],
    ]) {
      const cookie = pair.map((each) => `session_token=${each}`).join('; ');
      isRefused(await browser().send('GET', '/api/dashboard/session', undefined, { cookie }), 401);
    }
    const twice = `a=b; session_token=${mine.cookie};session_token=${mine.cookie}; xsession_token=1`;
    expect((await browser().send('GET', '/api/dashboard/session', undefined, { cookie: twice })).status).toBe(
      200,
    );
  });
});

describe('another site’s page', () => {
  const own = () => new Browser(server.baseUrl).origin;
  const foreign: [string, Record<string, string | undefined>][] = [
    ['no Origin and no Sec-Fetch-Site', { origin: undefined, 'sec-fetch-site': undefined }],
    ['Origin: null', { origin: 'null', 'sec-fetch-site': undefined }],
    ['Origin: null from a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['another origin', { origin: 'https://evil.example', 'sec-fetch-site': undefined }],
    ['another origin that says same-origin', { origin: 'https://evil.example' }],
    ['a sibling subdomain', { origin: 'https://shop.127.0.0.1', 'sec-fetch-site': 'same-site' }],
    ['another port', { origin: 'https://127.0.0.1:1', 'sec-fetch-site': 'same-site' }],
    ['this site over plain HTTP', { origin: 'http://HOST', 'sec-fetch-site': undefined }],
    ['this origin with Sec-Fetch-Site: same-site', { 'sec-fetch-site': 'same-site' }],
    ['this origin with Sec-Fetch-Site: cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['this origin with a path', { origin: 'https://evil.example/HOST', 'sec-fetch-site': undefined }],
    ['this origin as user information', { origin: 'https://HOST@evil.example', 'sec-fetch-site': undefined }],
    ['no Origin, cross-site', { origin: undefined, 'sec-fetch-site': 'cross-site' }],
    ['no Origin, typed by hand', { origin: undefined, 'sec-fetch-site': 'none' }],
    ['a form’s content type', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['text/plain with JSON in it', { 'content-type': 'text/plain' }],
    ['application/json in a parameter', { 'content-type': 'text/plain; a=application/json' }],
    ['an empty content type', { 'content-type': '' }],
  ];
  const named = (headers: Record<string, string | undefined>) =>
    Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        value?.replace('HOST', new URL(server.baseUrl).host),
      ]),
    );

  test.each(foreign)('[63] with a session, %s changes nothing', async (_name, headers) => {
    const person = await newPerson('admin');
    const mine = await signedIn(server.baseUrl, person);
    // Bytes have no content type of their own.
    const body = new TextEncoder().encode('{"name":"Changed"}');
    isRefused(await mine.send('PATCH', '/api/admin/account', body, named(headers)), 403);
    expect((await mine.session(person)).body.data.user.name).toBe('Some admin');
  });

  test.each([
    ['Origin and Sec-Fetch-Site', {}],
    ['Origin alone', { 'sec-fetch-site': undefined }],
    ['Sec-Fetch-Site alone', { origin: undefined }],
    ['a charset', { 'content-type': 'application/json; charset=utf-8' }],
  ])('[63] a page of this site, with %s, may', async (_name, headers) => {
    const mine = await signedIn(server.baseUrl, await newPerson('admin'));
    const reply = await mine.send('PATCH', '/api/admin/account', { name: 'Changed' }, headers);
    expect(reply.body, reply.text).toMatchObject({ data: { user: { name: 'Changed' } } });
  });

  test('[63] reading works without an Origin, and no answer lets another site read it', async () => {
    const mine = await signedIn(server.baseUrl, await newPerson('admin'));
    const reply = await mine.send('GET', '/api/admin/session', undefined, { origin: 'https://evil.example' });
    expect(reply.headers.has('access-control-allow-origin')).toBe(false);
    expect(reply.headers.get('cache-control')).toBe('no-store');
  });

  test.each([
    '/auth/client/login',
    '/auth/admin/login',
    '/auth/two-factor',
    '/auth/logout',
    '/auth/invitation',
    '/auth/password-reset',
  ])('[63] %s refuses another site and works when both headers are missing', async (path) => {
    for (const [, headers] of foreign.filter(
      ([, each]) => !('content-type' in each) && Object.values(each).some(Boolean),
    )) {
      isRefused(await browser().send('POST', path, {}, named(headers)), 403);
    }
    const silent = { origin: undefined, 'sec-fetch-site': undefined };
    expect([200, 400]).toContain((await browser().send('POST', path, {}, silent)).status);
    expect([200, 400]).toContain((await browser().send('POST', path, {}, { origin: own() })).status);
  });

  test('[63] another site cannot sign a browser out', async () => {
    const person = await newPerson('owner');
    const mine = await signedIn(server.baseUrl, person);
    isRefused(await mine.send('POST', '/auth/logout', undefined, { origin: 'https://evil.example' }), 403);
    expect((await mine.session(person)).status).toBe(200);
  });
});

import { createHash } from 'node:crypto';
import { encode } from 'next-auth/jwt';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { sqlClient } from '#db/client';
import {
  Browser,
  codeOf,
  enrolled,
  forgetStep,
  newPerson,
  type Person,
  proxiedServer,
  signedIn,
  startProxiedServer,
  wrongCode,
} from './people.ts';
import { fieldPaths, isError, isRefused, type Reply, shape } from './support.ts';

/** safety.md §3, cases 68 to 75: the second factor. */

const server = proxiedServer();

const account = ({ door }: Person) => `/api/${door === 'client' ? 'dashboard' : 'admin'}/account`;

/** The first step, by a browser of its own, and what its second step answers. */
async function challenged(person: Person, baseUrl = server.baseUrl) {
  const browser = new Browser(baseUrl);
  const reply = await browser.logIn(person);
  expect(reply.body, reply.text).toMatchObject({ status: 'two_factor_required' });
  const { challenge_token } = reply.body.data;
  return {
    browser,
    challenge_token,
    answer: (proof: object) => browser.post('/auth/two-factor', { challenge_token, ...proof }),
  };
}

describe.each(['owner', 'support'] as const)('a %s', (role) => {
  test('switches the second factor on, signs in with it, renews the recovery codes, and switches it off', async () => {
    const person = await newPerson(role);
    const mine = await signedIn(server.baseUrl, person);
    const before = await mine.get(account(person));
    expect(before.body).toStrictEqual({
      status: 'success',
      data: {
        user: { id: person.id, email: person.email, name: `Some ${role}`, role },
        two_factor: false,
        recovery_codes_left: 0,
        language: null,
        // Which of them is for whom: lib/messages.
        messages: expect.any(Array),
        session: {
          created_at: shape.time,
          last_seen_at: shape.time,
          address: mine.address,
          user_agent: shape.text,
        },
      },
    });

    const begun = await mine.post(`${account(person)}/two-factor/begin`, { password: person.password });
    const { secret, uri, qr_svg } = begun.body.data;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new URL(uri)).toMatchObject({ protocol: 'otpauth:', host: 'totp' });
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    expect(decodeURIComponent(uri)).toContain(person.email);
    expect(qr_svg).toMatch(/^<svg [^>]*viewBox/);
    expect(qr_svg).not.toMatch(/<script|onload|href=/i);
    // Until it is confirmed nothing is asked for.
    expect((await mine.get(account(person))).body.data.two_factor).toBe(false);
    const copy = new Browser(server.baseUrl);
    copy.cookie = mine.cookie;
    const confirmed = await mine.post(`${account(person)}/two-factor/confirm`, {
      code: await codeOf(secret),
    });
    const codes: string[] = confirmed.body.data.recovery_codes;
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    isRefused(await copy.session(person), 401);
    expect((await mine.get(account(person))).body.data).toMatchObject({
      two_factor: true,
      recovery_codes_left: 10,
    });

    await forgetStep(person);
    const second = await challenged(person);
    const inside = await second.answer({ code: await codeOf(secret) });
    expect(inside.body, inside.text).toStrictEqual({
      status: 'success',
      data: {
        user: { id: person.id, email: person.email, name: `Some ${role}`, role },
        expires_at: shape.time,
      },
    });
    isRefused(await mine.session(person), 401);

    const { browser } = second;
    await forgetStep(person);
    const renewed = await browser.post(`${account(person)}/two-factor/recovery-codes`, {
      password: person.password,
      code: await codeOf(secret),
    });
    const newCodes: string[] = renewed.body.data.recovery_codes;
    expect(new Set([...codes, ...newCodes]).size).toBe(20);
    isRefused(await (await challenged(person)).answer({ recovery_code: codes[0] }), 401);
    const third = await challenged(person);
    expect(
      (await third.answer({ recovery_code: newCodes[0]?.toLowerCase().replaceAll('-', ' ') })).status,
    ).toBe(200);
    expect((await third.browser.get(account(person))).body.data.recovery_codes_left).toBe(9);

    const other = new Browser(server.baseUrl);
    other.cookie = third.browser.cookie;
    const off = await third.browser.post(`${account(person)}/two-factor/disable`, {
      password: person.password,
      recovery_code: newCodes[1],
    });
    expect(off.body, off.text).toStrictEqual({ status: 'success', data: { expires_at: shape.time } });
    isRefused(await other.session(person), 401);
    expect((await third.browser.get(account(person))).body.data).toMatchObject({
      two_factor: false,
      recovery_codes_left: 0,
    });
    expect((await new Browser(server.baseUrl).logIn(person)).body.status).toBe('success');
  });
});

test('[68] a code signs in once, also when fifty log-ins give it at the same time', async () => {
  const person = await newPerson('owner');
  const { secret } = await enrolled(server.baseUrl, person);
  const all = await Promise.all(Array.from({ length: 5 }, () => challenged(person)));
  const code = await codeOf(secret);
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, index) => all[index % all.length]?.answer({ code }) as Promise<Reply>),
  );
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
  for (const reply of replies.filter(({ status }) => status !== 200))
    expect([401, 429]).toContain(reply.status);
});

test('[75] a recovery code signs in once, also when fifty log-ins give it at the same time, and nobody else', async () => {
  const [person, other] = [await newPerson('owner'), await newPerson('owner')];
  const { recoveryCodes } = await enrolled(server.baseUrl, person);
  const theirs = await enrolled(server.baseUrl, other);
  const { answer } = await challenged(person);
  isRefused(await answer({ recovery_code: theirs.recoveryCodes[0] }), 401);
  const [code] = recoveryCodes;
  const replies = await Promise.all(Array.from({ length: 50 }, () => answer({ recovery_code: code })));
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
  expect((await (await challenged(other)).answer({ recovery_code: theirs.recoveryCodes[0] })).status).toBe(
    200,
  );
});

test('[69] [70] a code from before the last one, from the future and from more than one step ago is refused', async () => {
  const person = await newPerson('owner');
  const { secret } = await enrolled(server.baseUrl, person);
  const { answer } = await challenged(person);
  // Two steps off, so that the test may cross into the next one.
  for (const steps of [2, -3]) isRefused(await answer({ code: await codeOf(secret, steps) }), 401);
  expect((await answer({ code: await codeOf(secret) })).status).toBe(200);
  isRefused(await (await challenged(person)).answer({ code: await codeOf(secret, -1) }), 401);
});

describe('[71] a code that is none', () => {
  let person: Person;
  beforeAll(async () => {
    person = await newPerson('owner');
    await enrolled(server.baseUrl, person);
  });

  test.each([
    ['empty', '', 401],
    ['five digits', '12345', 401],
    ['seven digits', '1234567', 401],
    ['full-width digits', '１２３４５６', 401],
    ['Arabic digits', '١٢٣٤٥٦', 401],
    ['with a line after it', '123456\n', 401],
    ['with a sign', '+12345', 401],
    ['hexadecimal', '0x1234', 401],
    ['an exponent', '1234e2', 401],
    ['NUL', '123\u0000456', 400],
    ['10,000 digits', '1'.repeat(10_000), 400],
    ['null', null, 400],
    ['a number', 123456, 400],
    ['true', true, 400],
    ['an array', ['123456'], 400],
    ['an object', { length: 6 }, 400],
  ])('%s', async (_name, code, status) => {
    await sqlClient()`delete from login_throttles where key like 'secondFactor:%'`;
    const { answer } = await challenged(person);
    for (const proof of [{ code }, { recovery_code: code }]) {
      const reply = await answer(proof);
      if (status === 401) isRefused(reply, 401);
      else isError(reply, 400, 'VALIDATION_ERROR');
    }
  });

  test('neither or both of code and recovery_code', async () => {
    const { answer } = await challenged(person);
    for (const proof of [{}, { code: '123456', recovery_code: 'X' }]) {
      const reply = await answer(proof);
      isError(reply, 400, 'VALIDATION_ERROR');
      expect(fieldPaths(reply)).toEqual(['code']);
    }
  });
});

test('[72] five wrong codes lock, through a restart and from everywhere; other accounts go on', async () => {
  const [person, other] = [await newPerson('owner'), await newPerson('owner')];
  const { secret, recoveryCodes } = await enrolled(server.baseUrl, person);
  const theirs = await enrolled(server.baseUrl, other);
  const { answer } = await challenged(person);
  const wrong = await wrongCode(secret);
  const replies = await Promise.all(Array.from({ length: 30 }, () => answer({ code: wrong })));
  expect(replies.filter((reply) => reply.status === 401)).toHaveLength(5);
  expect(replies.filter((reply) => reply.status === 429)).toHaveLength(25);
  const isLocked = async (baseUrl: string) => {
    for (const proof of [{ code: await codeOf(secret) }, { recovery_code: recoveryCodes[0] }]) {
      const reply = await (await challenged(person, baseUrl)).answer(proof);
      isError(reply, 429, 'RATE_LIMITED');
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(14 * 60);
    }
  };
  await isLocked(server.baseUrl);
  const restarted = await startProxiedServer();
  try {
    await isLocked(restarted.baseUrl);
  } finally {
    await restarted.stop();
  }
  expect((await (await challenged(other)).answer({ code: await codeOf(theirs.secret) })).status).toBe(200);
  // Of the thirty that were refused, only those that were looked at are in the audit log.
  const lines =
    await sqlClient()`select 1 from audit_log where subject_id = ${person.id} and action = 'session.refused'`;
  expect(lines).toHaveLength(5);
});

test('[73] the password alone gives no cookie, and its challenge opens nothing', async () => {
  const person = await newPerson('owner');
  await enrolled(server.baseUrl, person);
  const { browser, challenge_token } = await challenged(person);
  expect(browser.cookie).toBeUndefined();
  isRefused(await browser.session(person), 401);
  const asBearer = { authorization: `Bearer ${challenge_token}` };
  isRefused(await browser.send('GET', '/api/dashboard/session', undefined, asBearer), 401);
});

test('[73] a challenge ends with the password that began it and with its user', async () => {
  const person = await newPerson('owner');
  const { browser, secret } = await enrolled(server.baseUrl, person);
  const changed = await challenged(person);
  const password = `${person.password}-and-more`;
  await browser.post(`${account(person)}/password`, { current_password: person.password, password });
  isRefused(await changed.answer({ code: await codeOf(secret) }), 401);
  const disabled = await challenged({ ...person, password });
  await sqlClient()`update users set disabled_at = now() where id = ${person.id}`;
  isRefused(await disabled.answer({ code: await codeOf(secret) }), 401);
  for (const challenge_token of ['', 'x', `${disabled.challenge_token}x`]) {
    isRefused(await disabled.answer({ challenge_token, code: await codeOf(secret) }), 401);
  }
});

test('[73] a challenge ends with its time', async () => {
  const person = await newPerson('owner');
  const { secret } = await enrolled(server.baseUrl, person);
  const [row] = await sqlClient()`select password_hash from users where id = ${person.id}`;
  const password = createHash('sha256').update(row?.password_hash).digest('base64url');
  const answer = async (maxAge: number) => {
    const token = { sub: person.id, door: 'client', password };
    const secretOf = inject('kairaSecret');
    const challenge_token = await encode({ token, secret: secretOf, salt: 'two-factor challenge', maxAge });
    return new Browser(server.baseUrl).post('/auth/two-factor', {
      challenge_token,
      code: await codeOf(secret),
    });
  };
  isRefused(await answer(-16), 401);
  expect((await answer(60)).status).toBe(200);
});

describe('[74] without the password', () => {
  let person: Person;
  let browser: Browser;
  let secret: string;
  beforeAll(async () => {
    person = await newPerson('owner');
    ({ browser, secret } = await enrolled(server.baseUrl, person));
  });
  const isStillOn = async () =>
    expect((await browser.get(account(person))).body.data).toMatchObject({
      two_factor: true,
      recovery_codes_left: 10,
    });

  test('nothing is switched off, renewed or shown', async () => {
    const code = await codeOf(secret);
    for (const [path, body] of [
      ['disable', { code }],
      ['recovery-codes', { code }],
      ['begin', {}],
    ] as const) {
      isError(await browser.post(`${account(person)}/two-factor/${path}`, body), 400, 'VALIDATION_ERROR');
      const guessed = { ...body, password: 'wrong' };
      isRefused(await browser.post(`${account(person)}/two-factor/${path}`, guessed), 403);
    }
    await isStillOn();
  });

  test('with the password and without a right code nothing is switched off or renewed', async () => {
    const { password } = person;
    await sqlClient()`delete from login_throttles where key like 'password:%'`;
    const wrong = await wrongCode(secret);
    for (const path of ['disable', 'recovery-codes']) {
      const reply = await browser.post(`${account(person)}/two-factor/${path}`, { password, code: wrong });
      isError(reply, 422, 'INVALID_OTP');
      isError(
        await browser.post(`${account(person)}/two-factor/${path}`, { password }),
        400,
        'VALIDATION_ERROR',
      );
    }
    await isStillOn();
  });

  test('a secret that is on is never shown again and never replaced', async () => {
    const { password } = person;
    isError(await browser.post(`${account(person)}/two-factor/begin`, { password }), 422, 'INVALID_STATE');
    for (const path of [
      account(person),
      '/api/dashboard/session',
      '/api/dashboard/team',
      '/api/dashboard/audit-log',
    ]) {
      expect((await browser.get(path)).text).not.toMatch(new RegExp(`${secret}|argon2|hash|sealed`));
    }
    await isStillOn();
  });
});

test('the secret and the recovery codes are not in the database in clear', async () => {
  const person = await newPerson('owner');
  const { secret, recoveryCodes } = await enrolled(server.baseUrl, person);
  const rows = await sqlClient()`
    select u::text as row from users u where id = ${person.id}
    union all select r::text from recovery_codes r where user_id = ${person.id}
    union all select a::text from audit_log a where subject_id = ${person.id}`;
  const text = rows.map(({ row }) => row).join('\n');
  const hex = (value: string) => Buffer.from(value).toString('hex');
  for (const clear of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))]) {
    expect(text).not.toContain(clear);
    expect(text).not.toContain(hex(clear));
  }
});

import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { generate } from 'otplib';
import { expect, inject } from 'vitest';
import { sqlClient } from '#db/client';
import { behindProxy, startTestServer, type TestServer } from '#e2e/setup/server';
import type { Role } from '#lib/auth/sessions';
import { createClient } from '#lib/clients/create-client';
import { createUser } from '#lib/clients/create-user';
import { type Json, type Reply, send } from './support.ts';

/** People who sign in, and the browsers that they do it with. */

export interface Person {
  id: string;
  clientId: string | null;
  email: string;
  password: string;
  role: Role;
  door: 'client' | 'admin';
}

/** A user with a password; a client's user of a new client unless one is named. */
export async function newPerson(role: Role, clientId?: string): Promise<Person> {
  const isStaff = role === 'admin' || role === 'support';
  const client = isStaff ? null : (clientId ?? (await newClientId()));
  const email = `${role}-${randomUUID()}@people.example`;
  const { id, password } = await createUser({ clientId: client, email, name: `Some ${role}`, role });
  return { id, clientId: client, email, password, role, door: isStaff ? 'admin' : 'client' };
}

export function newClientId(): Promise<string> {
  return createClient({ name: 'Shop', businessPhone: '+2207000002', businessEmail: 'shop@people.example' });
}

/**
 * The server that the files share, behind a proxy with TLS: so each caller can have an address of its own, and the failures
 * of one test lock nobody else.
 */
export function proxiedServer(): { baseUrl: string } {
  return { baseUrl: inject('proxiedUrl') };
}

/** Another such server on their database, as after a restart. */
export function startProxiedServer(): Promise<TestServer> {
  const shared = { DATABASE_URL: inject('databaseUrl'), KAIRA_SECRET: inject('kairaSecret') };
  return startTestServer(inject('postgresUrl'), { ...behindProxy, ...shared });
}

export function newAddress(): string {
  return [10, randomInt(256), randomInt(256), randomInt(1, 255)].join('.');
}

/** A browser at one address, with its cookie: it says where a request was made, as browsers do. */
export class Browser {
  cookie: string | undefined;
  readonly baseUrl: string;
  readonly origin: string;
  readonly address: string;

  constructor(baseUrl: string, address = newAddress()) {
    this.baseUrl = baseUrl;
    this.origin = baseUrl.replace(/^http:/, 'https:');
    this.address = address;
  }

  /** A header that is `undefined` is left out. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string | undefined> = {},
  ): Promise<Reply> {
    const changes = method !== 'GET' && method !== 'HEAD';
    const given = {
      'x-forwarded-for': this.address,
      'x-forwarded-proto': 'https',
      ...(changes && {
        origin: this.origin,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
      }),
      ...(this.cookie !== undefined && { cookie: `session_token=${this.cookie}` }),
      ...headers,
    };
    const kept = Object.entries(given).filter((each): each is [string, string] => each[1] !== undefined);
    const reply = await send(method, this.baseUrl + path, { body, headers: Object.fromEntries(kept) });
    const set = tokenSet(reply);
    if (set !== undefined) this.cookie = set === '' ? undefined : set;
    return reply;
  }

  get(path: string): Promise<Reply> {
    return this.send('GET', path);
  }

  post(path: string, body: unknown = {}): Promise<Reply> {
    return this.send('POST', path, body);
  }

  /** The first step of a log-in; without a second factor the whole of it. */
  logIn({ door, email, password }: Person, changes: object = {}): Promise<Reply> {
    return this.post(`/auth/${door}/login`, { email, password, ...changes });
  }

  /** Of the dashboard that a person belongs to: 200 as long as the session lives. */
  session({ door }: Person): Promise<Reply> {
    return this.get(`/api/${door === 'client' ? 'dashboard' : 'admin'}/session`);
  }
}

/** The token that an answer sets; the empty text when it clears the cookie. */
export function tokenSet(reply: Reply): string | undefined {
  return /^session_token=([^;]*);/.exec(reply.headers.get('set-cookie') ?? '')?.[1];
}

export async function signedIn(baseUrl: string, person: Person): Promise<Browser> {
  const browser = new Browser(baseUrl);
  const reply = await browser.logIn(person);
  expect(reply, reply.text).toMatchObject({ status: 200, body: { status: 'success' } });
  return browser;
}

export interface Enrolled {
  browser: Browser;
  secret: string;
  recoveryCodes: string[];
}

/** Signs in and switches the second factor on. */
export async function enrolled(baseUrl: string, person: Person): Promise<Enrolled> {
  const browser = await signedIn(baseUrl, person);
  const account = `/api/${person.door === 'client' ? 'dashboard' : 'admin'}/account`;
  const begun = await browser.post(`${account}/two-factor/begin`, { password: person.password });
  expect(begun, begun.text).toMatchObject({ status: 200 });
  const { secret } = begun.body.data;
  const confirmed = await browser.post(`${account}/two-factor/confirm`, { code: await codeOf(secret) });
  expect(confirmed, confirmed.text).toMatchObject({ status: 200 });
  await forgetStep(person);
  return { browser, secret, recoveryCodes: confirmed.body.data.recovery_codes };
}

/** The code of the time step that is `steps` from now. */
export function codeOf(secret: string, steps = 0): Promise<string> {
  return generate({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * steps });
}

/** Six digits that are no code of this secret about now. */
export async function wrongCode(secret: string): Promise<string> {
  const near = await Promise.all([-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps)));
  for (;;) {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    if (!near.includes(code)) return code;
  }
}

/** As if the codes that were taken so far were long ago, so that no test waits for the next one. */
export async function forgetStep({ id }: Person): Promise<void> {
  await sqlClient()`update users set totp_last_step = null where id = ${id}`;
}

export function auditLines(subjectId: string): Promise<Json[]> {
  return sqlClient()`select * from audit_log where subject_id = ${subjectId} order by at`;
}

export function goodPassword(): string {
  return randomBytes(12).toString('base64url');
}

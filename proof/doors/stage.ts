/** Who plays: the product, two clients of its demo data, two operators of the command line, and people made on the way. */
import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { MockRails } from '../adversary/mock-rails.ts';
import { type Answer, type Any, type Send, send } from './http.ts';
import type { Product } from './product.ts';

export type Kind = 'admin' | 'client';
export type Stage = {
  product: Product;
  base: string;
  mock: MockRails;
  silent: Silent;
  /** The greedy one and the one who suffers. */
  greedy: { id: string; keys: { test: string; live: string } };
  victim: { id: string; keys: { test: string; live: string } };
  /** Operators of the command line: nobody made them, nobody has to confirm them. */
  operators: Person[];
  /** The owners of the two clients, from the demo data. */
  owners: Person[];
};

let addresses = 0;
/** A local address that nobody else has. */
export const nextAddress = () => {
  addresses += 1;
  return `127.${1 + Math.floor(addresses / 60_000)}.${1 + (Math.floor(addresses / 250) % 250)}.${1 + (addresses % 250)}`;
};
export const strong = () => `Zq-${randomBytes(12).toString('base64url')}-7`;
export const unique = (word: string) => `${word}.${randomBytes(5).toString('hex')}@doors.example`;

/** Somebody who signs in to a dashboard, from an address of their own. */
export class Person {
  cookie = '';
  readonly from = nextAddress();
  readonly base: string;
  readonly kind: Kind;
  readonly email: string;
  password: string;
  id: string;

  constructor(base: string, kind: Kind, email: string, password: string, id = '') {
    this.base = base;
    this.kind = kind;
    this.email = email;
    this.password = password;
    this.id = id;
  }

  async signIn(password = this.password): Promise<Answer> {
    const answer = await send(this.base, `/auth/${this.kind}/login`, {
      method: 'POST',
      body: { email: this.email, password },
      headers: { host: host(this.base), origin: this.base },
      from: this.from,
    });
    if (answer.status === 200 && answer.headers['set-cookie']) {
      this.cookie = cookieOf(answer);
      this.id = answer.json.data?.user?.id ?? this.id;
    }
    return answer;
  }

  /** A request of the dashboard's own: `/x` is `/api/admin/x` or `/api/dashboard/x`; other paths stand as they are. */
  async call(method: string, path: string, body?: unknown, more: Send = {}): Promise<Answer> {
    const whole = /^\/(api|auth|dashboard|admin|docs)\b/.test(path) ? path : `${this.root()}${path}`;
    return send(this.base, whole, {
      method,
      ...(body === undefined ? {} : { body }),
      from: this.from,
      ...more,
      headers: { host: host(this.base), origin: this.base, cookie: this.cookie, ...more.headers },
    });
  }

  get = (path: string, more: Send = {}) => this.call('GET', path, undefined, more);
  post = (path: string, body: unknown = {}, more: Send = {}) => this.call('POST', path, body, more);

  private root() {
    return this.kind === 'admin' ? '/api/admin' : '/api/dashboard';
  }
}

export const host = (base: string) => new URL(base).host;
export const cookieOf = (answer: Answer) =>
  (answer.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');

/** A call by key. */
export function byKey(
  base: string,
  key: string,
  method: string,
  path: string,
  body?: unknown,
  more: Send = {},
) {
  return send(base, path, {
    method,
    ...(body === undefined ? {} : { body }),
    ...more,
    headers: { authorization: `Bearer ${key}`, ...more.headers },
  });
}

/** Somebody's server that takes every request and never answers. */
export class Silent {
  taken = 0;
  private sockets = new Set<Socket>();
  private server: Server = createServer(() => {
    this.taken += 1;
  });

  listen(port: number) {
    this.server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
    });
    return new Promise<void>((done) => this.server.listen(port, '127.0.0.1', done));
  }

  /** Hangs up on everybody who waits. */
  hangUp() {
    for (const socket of this.sockets) {
      socket.destroy();
    }
  }

  close() {
    this.hangUp();
    this.server.close();
  }
}

/** Every text in an answer, however deep. */
export function texts(value: Any): string[] {
  if (typeof value === 'string') {
    return [value];
  }
  return value && typeof value === 'object' ? Object.values(value).flatMap(texts) : [];
}

export const linkIn = (answer: Answer) =>
  texts(answer.json).find(
    (text) => /https?:\/\/\S+|^\/\S+/.test(text) && /invit|password|reset|token|welcome/i.test(text),
  );

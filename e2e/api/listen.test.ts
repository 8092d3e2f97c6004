import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { sqlClient } from '#db/client';
import { longTest } from '#e2e/setup/long-test';
import { freePort, startTestServer } from '#e2e/setup/server';
import { type Account, type Hook, isSigned, newAccount, newEndpoint, settle, until } from './support.ts';

const root = path.resolve(import.meta.dirname, '../..');
const cleanUps: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

interface Listening {
  child: ChildProcess;
  output(): string;
  says(text: string): Promise<void>;
  /** The exit code after a signal, or after its own end. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

function dataFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'kaira-listen-'));
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** `npm run listen`, as npm runs it. */
function startListening(words: string[], environment: Record<string, string>): Listening {
  const script = ['--import', './scripts/load-environment.js', 'scripts/listen.ts'];
  const child = spawn(process.execPath, [...script, ...words], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, TZ: 'UTC', ...environment } as unknown as NodeJS.ProcessEnv,
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  const closed = once(child, 'close');
  cleanUps.push(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  return {
    child,
    output: () => stripVTControlCharacters(text),
    async says(wanted) {
      await until(`"${wanted}"`, () => text.includes(wanted) || child.exitCode !== null || undefined, 15_000);
      expect(text).toContain(wanted);
    },
    async end(signal) {
      if (signal) child.kill(signal);
      await closed;
      return child.exitCode;
    },
  };
}

/** Listens for an account; `url` where the hooks go. */
function listenFor(
  account: Account,
  url: string,
  data: string,
  words: string[] = [],
  gateway = inject('baseUrl'),
) {
  return startListening(['--forward', url, ...words], {
    KAIRA_DATA_DIR: data,
    KAIRA_API_KEY: account.key,
    KAIRA_URL: gateway,
  });
}

interface Target {
  url: string;
  hooks: Hook[];
  ids(): string[];
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A developer's server, which may be down and up again at one address. */
async function newTarget(statusOf: (hook: Hook) => number = () => 200): Promise<Target> {
  const port = await freePort();
  const hooks: Hook[] = [];
  let server: Server | undefined;
  const stop = async () => {
    const running = server;
    server = undefined;
    if (running === undefined) return;
    running.close();
    running.closeAllConnections();
    await once(running, 'close');
  };
  cleanUps.push(stop);
  return {
    url: `http://127.0.0.1:${port}/hook`,
    hooks,
    ids: () => hooks.map((hook) => String(hook.headers['x-gw-event-id'])),
    async start() {
      server = createServer(async (incoming, outgoing) => {
        const chunks: Buffer[] = [];
        for await (const chunk of incoming) chunks.push(chunk);
        const bytes = Buffer.concat(chunks);
        const body = JSON.parse(bytes.toString() || 'null');
        const hook = { path: incoming.url ?? '', headers: incoming.headers, bytes, body, at: Date.now() };
        hooks.push(hook);
        outgoing.writeHead(statusOf(hook), { location: '/elsewhere' }).end('no signature matches\nat line 1');
      }).listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    stop,
  };
}

async function eventIds(account: Account): Promise<string[]> {
  const rows = await sqlClient()`
    select id from events where client_id = ${account.clientId} order by position, id`;
  return rows.map((row) => row.id);
}

const allOf = (account: Account, target: Target, withinMs = 20_000) =>
  until(
    'every event at the receiver',
    async () => {
      const ids = await eventIds(account);
      return ids.length > 0 && ids.every((id) => target.ids().includes(id)) ? ids : undefined;
    },
    withinMs,
  );

describe('an event', () => {
  test('is forwarded with the bytes and the headers of a webhook, and told of in one line', async () => {
    const account = await newAccount();
    const target = await newTarget();
    await target.start();
    const data = dataFolder();
    const listening = listenFor(account, target.url, data);
    await listening.says('Signing secret');
    const secret = /Signing secret {2}(whsec_\S+)/.exec(listening.output())?.[1] ?? '';
    const paid = await settle(account, '25.00');
    await allOf(account, target);
    const [hook] = target.hooks as [Hook];
    isSigned(hook, secret);
    expect(hook.body.data.id).toBe(paid.transaction_id);
    expect(hook.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Kaira-Webhooks/1',
      'x-gw-event': 'payment.succeeded',
      'x-gw-attempt': '1',
      host: new URL(target.url).host,
    });
    await listening.says(' ms\n');
    expect(listening.output()).toMatch(
      new RegExp(
        `\\d\\d:\\d\\d:\\d\\d {2}payment\\.succeeded {2}${paid.client_reference} {2}GMD 25\\.00 {2}200 {2}\\d+ ms\n`,
      ),
    );
    expect(await listening.end('SIGINT')).toBe(0);
    expect(listening.output()).toMatch(/Stopped\. 1 event forwarded\.\n$/);
    const [file = ''] = readdirSync(path.join(data, 'listen'));
    expect(JSON.parse(readFileSync(path.join(data, 'listen', file), 'utf8'))).toEqual({
      cursor: expect.any(String),
    });
  });

  test('of an endpoint is signed with its secret, in its form; the demo data has the key', async () => {
    const account = await newAccount();
    const target = await newTarget();
    await target.start();
    const endpoint = await newEndpoint(account, 'http://127.0.0.1:1024/', {
      payload_form: 'legacy',
      events: ['payment.succeeded'],
    });
    const data = dataFolder();
    const demo = { base_url: inject('baseUrl'), clients: [{ keys: { test: account.key } }] };
    writeFileSync(path.join(data, 'demo.json'), JSON.stringify(demo));
    const words = ['--forward', target.url, '--endpoint', endpoint.id];
    const listening = startListening(words, { KAIRA_DATA_DIR: data });
    await listening.says('that of the endpoint');
    const paid = await settle(account, '25.00');
    await allOf(account, target);
    isSigned(target.hooks[0] as Hook, endpoint.secret);
    await listening.says(`payment.succeeded  ${paid.client_reference}  GMD 25`);
    expect(target.hooks[0]?.body.event).toBe('transaction.completed');
  });

  test('waits for a receiver that is down, which is said once', async () => {
    const account = await newAccount();
    const target = await newTarget();
    const listening = listenFor(account, target.url, dataFolder());
    await listening.says('Signing secret');
    await settle(account, '25.00');
    await settle(account, '26.00');
    await listening.says('cannot be reached (ECONNREFUSED)');
    await sleep(1_000);
    await target.start();
    const ids = await allOf(account, target);
    expect(target.ids()).toEqual(ids);
    await target.stop();
    await settle(account, '27.00');
    const saidTwice = () => listening.output().match(/cannot be reached/g)?.length === 2 || undefined;
    await until('it is said again', saidTwice);
    await sleep(1_000);
    await target.start();
    const later = await allOf(account, target);
    expect(target.ids()).toEqual(later);
    expect(listening.output().match(/cannot be reached/g)).toHaveLength(2);
  });

  test('that is refused is said with the first line of the answer, and which secret signed it', async () => {
    const account = await newAccount();
    const target = await newTarget(() => 400);
    await target.start();
    const listening = listenFor(account, target.url, dataFolder());
    await listening.says('Signing secret');
    await settle(account, '25.00');
    await listening.says('It said: no signature matches\n');
    await listening.says('the one printed above, or give --endpoint');
    await until('it is tried again', () => target.hooks.length > 1 || undefined);
    expect(listening.output().match(/the one printed above/g)).toHaveLength(1);
  });

  longTest('that is refused five times is left behind, and no redirect is followed', async () => {
    const account = await newAccount();
    const target = await newTarget((hook) => (hook.body.data.amount === '25.00' ? 307 : 200));
    await target.start();
    const listening = listenFor(account, target.url, dataFolder());
    await listening.says('Signing secret');
    await settle(account, '25.00');
    await settle(account, '26.00');
    const [refused, taken] = await allOf(account, target);
    expect(target.ids()).toEqual([refused, refused, refused, refused, refused, taken]);
    expect(target.hooks.every((hook) => hook.path === '/hook')).toBe(true);
    await listening.says('was refused 5 times; going on without it.');
  });

  test('whose signature grew old is fetched again and sent with a fresh one', async () => {
    const account = await newAccount();
    const target = await newTarget();
    await target.start();
    const gateway = await startClockedGateway([180_000, 0]);
    const listening = listenFor(account, target.url, dataFolder(), [], gateway.url);
    await listening.says('Signing secret');
    await settle(account, '25.00');
    await allOf(account, target);
    expect(target.hooks).toHaveLength(1);
    expect(gateway.requests).toHaveLength(2);
    expect(gateway.requests[1]?.['last-event-id']).toEqual(expect.any(String));
  });
});

/** In front of the gateway; its clock is ahead by so much at each answer in turn. */
async function startClockedGateway(
  aheadMs: number[],
): Promise<{ url: string; requests: IncomingHttpHeaders[] }> {
  const requests: IncomingHttpHeaders[] = [];
  const server = createServer((incoming, outgoing) => {
    requests.push(incoming.headers);
    const date = new Date(Date.now() + (aheadMs.shift() ?? 0)).toUTCString();
    const onward = request(inject('baseUrl') + incoming.url, { headers: incoming.headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, { ...response.headers, date });
      response.pipe(outgoing);
    });
    outgoing.once('close', () => onward.destroy());
    onward.on('error', () => outgoing.destroy());
    onward.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUps.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

describe('nothing is missed', () => {
  longTest('when the gateway is restarted in the middle', { timeout: 60_000 }, async () => {
    const account = await newAccount();
    const target = await newTarget();
    await target.start();
    const port = await freePort();
    const environment = {
      PORT: String(port),
      DATABASE_URL: inject('databaseUrl'),
      KAIRA_SECRET: inject('kairaSecret'),
      KAIRA_WORKER: 'off',
    };
    const first = await startTestServer(inject('postgresUrl'), environment);
    const listening = listenFor(account, target.url, dataFolder(), [], `http://127.0.0.1:${port}`);
    await listening.says('Signing secret');
    await settle(account, '25.00');
    await allOf(account, target);
    await first.stop();
    await settle(account, '26.00');
    await listening.says('does not answer (ECONNREFUSED)');
    const second = await startTestServer(inject('postgresUrl'), environment);
    cleanUps.push(second.stop);
    await settle(account, '27.00');
    const ids = await allOf(account, target);
    expect(target.ids()).toEqual(ids);
    await listening.says('The gateway answers again.');
    expect(listening.output().match(/Signing secret/g)).toHaveLength(1);
  });

  longTest(
    'when it is killed again and again; what was in flight may come twice',
    {
      timeout: 60_000,
    },
    async () => {
      const account = await newAccount();
      const target = await newTarget();
      await target.start();
      const data = dataFolder();
      const first = listenFor(account, target.url, data);
      await first.says('Signing secret');
      await first.end('SIGKILL');
      let isMaking = true;
      const making = (async () => {
        for (let count = 0; count < 150; count++) {
          await settle(account, '25.00');
          await sleep(20);
        }
        isMaking = false;
      })();
      let kills = 0;
      for (; isMaking || kills < 4; kills++) {
        const seen = target.hooks.length;
        const listening = listenFor(account, target.url, data);
        await listening.says('from where this command stopped on');
        const wanted = seen + 1 + Math.floor(Math.random() * 20);
        await until('some more', () => target.hooks.length >= wanted || !isMaking || undefined, 20_000);
        await listening.end('SIGKILL');
      }
      await making;
      listenFor(account, target.url, data);
      const ids = await allOf(account, target);
      const seen = target.ids();
      expect([...new Set(seen)]).toEqual(ids);
      expect(seen.length - ids.length).toBeLessThanOrEqual(kills);
    },
  );

  test('of what it was told to begin with: a time, or now', async () => {
    const account = await newAccount();
    const target = await newTarget();
    await target.start();
    const data = dataFolder();
    await settle(account, '25.00');
    const all = listenFor(account, target.url, data, ['--since', '1970-01-01T00:00:00Z']);
    const ids = await allOf(account, target);
    await all.end('SIGINT');
    expect(target.ids()).toEqual(ids);
    await settle(account, '26.00');
    // Of another database of the cluster, a transaction may hold it back for a moment: then it is not yet past.
    await until('it is past', async () => {
      const [row] = await sqlClient()`
        select exists (select from events where client_id = ${account.clientId} and position >= event_horizon()) as any`;
      return row?.any ? undefined : true;
    });
    const fresh = listenFor(account, target.url, data, ['--since', 'now']);
    await fresh.says('Signing secret');
    const last = await settle(account, '27.00');
    await until(
      'the last',
      () => target.hooks.some((hook) => hook.body.data.id === last.transaction_id) || undefined,
    );
    expect(target.hooks).toHaveLength(2);
  });
});

describe('one sentence and exit code 1', () => {
  test.each([
    ['an unknown key', { key: `sk_test_${'0'.repeat(43)}` }, /refused: This is not an API key of Kaira/],
    [
      'an unknown endpoint',
      { words: ['--endpoint', 'x'] },
      /refused: This key's account and environment have no webhook endpoint/,
    ],
    [
      'an unknown event',
      { words: ['--events', 'x'] },
      /refused: .* Each event must be one of payment\.succeeded/,
    ],
    [
      'a time that is none',
      { words: ['--since', 'yesterday'] },
      /refused: .* This must be a time with its zone/,
    ],
    ['another server', { gateway: 'target' }, /answered 404, and not as Kaira does/],
    [
      'an address that is none',
      { forward: 'file:///etc/passwd' },
      /^--forward must be an http or https address/,
    ],
    ['no key', { key: '' }, /^No API key: /],
    ['an option that is none', { words: ['--forwards', 'x'] }, /^Unknown option '--forwards'/],
  ])('for %s', async (_, { words = [], key, gateway, forward }: Fault, sentence) => {
    const account = await newAccount();
    const target = await newTarget(() => 404);
    await target.start();
    const listening = startListening(['--forward', forward ?? target.url, ...words], {
      KAIRA_DATA_DIR: dataFolder(),
      KAIRA_API_KEY: key ?? account.key,
      KAIRA_URL: gateway === undefined ? inject('baseUrl') : new URL(target.url).origin,
    });
    expect(await listening.end()).toBe(1);
    expect(listening.output()).toMatch(sentence);
    expect(listening.output()).not.toContain('    at ');
  });
});

interface Fault {
  words?: string[];
  key?: string;
  gateway?: string;
  forward?: string;
}

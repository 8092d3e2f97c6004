import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { type AddressInfo, connect as connectTo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { GET as getStatement } from '#app/api/v1/client/statement/route';
import { closeDatabase, isDatabaseAway, sqlClient } from '#db/client';
import { migrate } from '#db/migrate';
import { newClient } from '#e2e/setup/people';
import { createApiKey } from '#lib/clients/create-client';
import { banjulDay } from '#lib/clock';
import { readStatement } from '#lib/ledger/statement';
import { settings } from '#lib/settings';
import { type Pair, signalAll, startPair } from '#proof/chaos/failover-pair';
import { readApart, readingPlace, readingSql } from './read-apart.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let folder: string;
let pair: Pair;
let primary: Sql;
let standby: Sql;
let relay: Awaited<ReturnType<typeof openRelay>>;
const shared = globalThis as { kairaLeftAlone?: Map<string, unknown>; kairaMark?: { process: string } };

beforeAll(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'kaira-standby-')));
  await chmod(folder, 0o755);
  pair = await startPair(folder, true, false);
  process.env.DATABASE_URL = pair.primary.url;
  relay = await openRelay(pair.standby.port);
  // Both, as one names all machines of which one leads.
  process.env.DATABASE_STANDBY_URL = pair.url.replace(`:${pair.standby.port}`, `:${relay.port}`);
  process.env.KAIRA_SECRET = 'a secret of this test alone, long enough';
  process.env.ALLOW_INSECURE_HTTP = '1';
  await migrate(pair.primary.url);
  const open = (url: string) => postgres(url, { max: 1, onnotice: () => {} });
  [primary, standby] = [open(pair.primary.url), open(pair.standby.url)];
});

beforeEach(() => {
  shared.kairaLeftAlone?.clear();
  relay.lead(pair.standby.port);
});

/** An address that leads to whatever server it is told, or to none. */
async function openRelay(to: number) {
  const open = new Set<Socket>();
  let target = to;
  const server = createServer((inner) => {
    const outer = connectTo(target, '127.0.0.1');
    for (const [socket, other] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      open.add(socket);
      socket.on('error', () => other.destroy()).on('close', () => other.destroy());
      socket.pipe(other);
    }
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const reset = () => {
    for (const socket of open) socket.resetAndDestroy();
    open.clear();
  };
  return {
    port,
    lead: (next: number) => {
      target = next;
    },
    reset,
    /** Nobody listens there. */
    refuse: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      reset();
      await closed;
      return () => listen(port);
    },
    /** What is sent arrives nowhere any more. */
    freeze: () => {
      for (const socket of open) socket.unpipe().pause();
      target = 9;
    },
    close: () => {
      reset();
      server.close();
    },
  };
}

afterAll(async () => {
  relay?.close();
  await Promise.all([closeDatabase(), ...[primary, standby].map((each) => each?.end({ timeout: 1 }))]);
  await pair?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const portOf = async (sql: Sql): Promise<number> =>
  (await sql`select current_setting('port')::int as port`)[0]?.port;
const portApart = () => readApart('whole', () => portOf(readingSql()));

test('what reads apart reads at the standby, and all else of the same work at the primary', async () => {
  const before = Date.now();
  const { result, asOf } = await readApart('whole', async () => ({
    apart: await portOf(readingSql()),
    url: readingPlace().url,
    else: await portOf(sqlClient()),
  }));
  const url = pair.standby.url.replace(`:${pair.standby.port}`, `:${relay.port}`);
  expect(result).toEqual({ apart: pair.standby.port, url, else: pair.primary.port });
  expect(Math.abs((asOf?.getTime() ?? 0) - before)).toBeLessThan(10_000);
  expect(await portOf(readingSql())).toBe(pair.primary.port);
  expect(readingPlace().url).toBe(pair.primary.url);
});

test('what was committed before is there, however soon it is asked for', async () => {
  await primary`create table counted (n int)`;
  for (let n = 1; n <= 50; n++) {
    await primary`insert into counted values (${n})`;
    const { result } = await readApart('whole', () => readingSql()`select count(*)::int as n from counted`);
    expect(result[0]?.n).toBe(n);
  }
});

test('of a standby that is behind a page says as of when it is, and a file is read at the primary', async () => {
  await primary`create table late (n int)`;
  await portApart();
  await standby`select pg_wal_replay_pause()`;
  const [before] = await primary`select clock_timestamp() as at`;
  await primary`insert into late values (1)`;
  const count = async () => (await readingSql()`select count(*)::int as n from late`)[0]?.n;
  const page = await readApart('recent', count);
  expect(page.result).toBe(0);
  expect(page.asOf?.getTime()).toBeLessThanOrEqual(before?.at.getTime());
  expect(await readApart('whole', count)).toEqual({ result: 1 });

  // Older than a minute it is for nobody.
  await standby`select pg_wal_replay_resume()`;
  await portApart();
  await primary`update standby_marks set at = at - interval '61 seconds'`;
  await expect.poll(async () => (await standby`select from late`).length).toBe(1);
  shared.kairaLeftAlone?.clear();
  expect(await readApart('recent', count)).toEqual({ result: 1 });
});

test('work that writes is done at the primary, and a later part of it too', async () => {
  const { result, asOf } = await readApart('whole', async (further) => {
    await readingSql()`insert into counted values (0)`;
    return further(() => portOf(readingSql()));
  });
  expect([result, asOf]).toEqual([pair.primary.port, undefined]);
});

test('a later part that fails at the standby is read at the primary, and so is the rest', async () => {
  const ports = await readApart('whole', async (further) => {
    const first = await portOf(readingSql());
    const broken = await further(async () => {
      await readingSql()`select pg_terminate_backend(pg_backend_pid()) where pg_is_in_recovery()`;
      return portOf(readingSql());
    });
    return [first, broken, await further(() => portOf(readingSql()))];
  });
  // What is a part of the work at one place fails with it, and all of it is done once more.
  expect(ports.result).toEqual([pair.primary.port, pair.primary.port, pair.primary.port]);
});

/** A file's parts: the first is read before the answer begins, the others while it is taken. */
async function readInParts() {
  let rest: (() => Promise<number>) | undefined;
  const { result, asOf } = await readApart('whole', async (further) => {
    rest = () => further(() => portOf(readingSql()));
    return portOf(readingSql());
  });
  return { first: result, asOf, next: rest as () => Promise<number> };
}

test('each part of a file is read at the standby while that is there, and where it goes away at the primary', async () => {
  const file = await readInParts();
  expect([file.first, await file.next()]).toEqual([pair.standby.port, pair.standby.port]);
  const listenAgain = await relay.refuse();
  expect([await file.next(), await file.next()]).toEqual([pair.primary.port, pair.primary.port]);
  await listenAgain();
});

test('one that freezes within a file is waited for a moment', async () => {
  const file = await readInParts();
  expect(file.first).toBe(pair.standby.port);
  relay.freeze();
  const begun = performance.now();
  expect(await file.next()).toBe(pair.primary.port);
  expect(performance.now() - begun).toBeLessThan(15_000);
  relay.reset();
  relay.lead(pair.standby.port);
  const again = async () => {
    shared.kairaLeftAlone?.clear();
    return (await portApart()).result;
  };
  await expect.poll(again).toBe(pair.standby.port);
});

test('an address that leads to another server in the middle of a part is read at the primary', async () => {
  const file = await readInParts();
  expect(file.first).toBe(pair.standby.port);
  const { result, asOf } = await readApart('whole', async () => {
    const ports = [await portOf(readingSql())];
    if (ports[0] === pair.standby.port) {
      // It would answer, with what this process has written as well.
      relay.lead(pair.primary.port);
      relay.reset();
      await sleep(200);
    }
    return [...ports, await portOf(readingSql())];
  });
  expect([result, asOf]).toEqual([[pair.primary.port, pair.primary.port], undefined]);
});

test('another database of its server, also a copy of ours, is none', async () => {
  const own = settings();
  const before = own.DATABASE_STANDBY_URL;
  await portApart();
  const name = new URL(pair.primary.url).pathname.slice(1);
  await closeDatabase();
  await primary.end();
  primary = postgres(pair.primary.url, { max: 1, onnotice: () => {} });
  const alone = postgres(pair.primary.url.replace(`/${name}`, '/postgres'), { max: 1, onnotice: () => {} });
  await expect
    .poll(() => alone`create database a_copy template ${alone(name)}`.then(() => 'made', String), {
      timeout: 20_000,
    })
    .toBe('made');
  await alone.end();
  own.DATABASE_STANDBY_URL = pair.standby.url.replace(`/${name}`, '/a_copy');
  // For as long as a page may be old, the copy is what was there.
  if (shared.kairaMark) Object.assign(shared.kairaMark, { process: randomUUID(), writtenAt: -1e9 });
  try {
    for (const freshness of ['whole', 'recent'] as const) {
      shared.kairaLeftAlone?.clear();
      await expect.poll(() => standby`select from pg_database where datname = 'a_copy'`).toHaveLength(1);
      const read = await readApart(freshness, () => readingSql()`select current_database() as name`);
      expect(read.result[0]?.name).toBe(name);
    }
  } finally {
    own.DATABASE_STANDBY_URL = before;
  }
});

test('one that has another schema for a while is passed over', async () => {
  await primary`create table renamed (a int)`;
  await portApart();
  await standby`select pg_wal_replay_pause()`;
  await primary`alter table renamed rename a to b`;
  const read = () => readingSql()`select b from renamed`;
  expect((await readApart('recent', read)).asOf).toBeUndefined();
  await standby`select pg_wal_replay_resume()`;
});

test('what is refused at the standby for its own sake is not tried again', async () => {
  let tries = 0;
  const read = readApart('whole', async () => {
    tries++;
    await readingSql()`select 1 / 0`;
  });
  await expect(read).rejects.toThrow('division by zero');
  expect(tries).toBe(1);
});

test('a statement says as of when it was read', async () => {
  const key = await createApiKey((await newClient()).id, 'SANDBOX');
  const ask = async (days: string) => {
    const url = `http://localhost/api/v1/client/statement?${days}`;
    const request = new Request(url, { headers: { authorization: `Bearer ${key}` } });
    const answer = await getStatement(request, { params: Promise.resolve({}) });
    return { status: answer.status, asOf: answer.headers.get('x-gw-as-of'), body: await answer.json() };
  };
  const told = await ask('from=2026-01-01&to=2026-01-31');
  expect(told).toMatchObject({ status: 200, body: { data: { lines: [] } } });
  expect(told.asOf).toMatch(/^\d{4}-\d\d-\d\dT/);
});

test('of a day that is not over the primary is read: more may come, and a standby does not know what is under way', async () => {
  const client = await newClient();
  const ctx = { client, environment: 'SANDBOX', actor: { type: 'system' }, now: () => new Date() } as const;
  const today = banjulDay(new Date());
  const snapshotOf = async (day: string) =>
    (await readApart('recent', () => readStatement(ctx, { from: day, to: day }))).result.snapshot;
  await portApart();
  await standby`select pg_wal_replay_pause()`;
  await primary`insert into counted values (1)`;
  const [present] = await primary`select pg_snapshot_xmax(pg_current_snapshot())::text as at`;
  expect((await snapshotOf(today)).nextXid).toBe(Number(present?.at));
  expect((await snapshotOf('2026-01-31')).nextXid).toBeLessThan(Number(present?.at));
  await standby`select pg_wal_replay_resume()`;
});

test('a standby that is gone costs one read a moment, and the others nothing', async () => {
  signalAll(pair.standby.pid, 'SIGSTOP');
  const begun = performance.now();
  expect(await portApart()).toEqual({ result: pair.primary.port });
  expect(performance.now() - begun).toBeLessThan(15_000);
  const again = performance.now();
  expect(await portApart()).toEqual({ result: pair.primary.port });
  expect(performance.now() - again).toBeLessThan(1_000);
  signalAll(pair.standby.pid, 'SIGCONT');
});

test('one that was promoted is no standby any more', async () => {
  await pair.promote();
  expect(await portApart()).toEqual({ result: pair.primary.port });
});

test('a primary that is away is told as such, and no standby is left alone for it', async () => {
  pair.signalPrimary('SIGKILL');
  const refused = await portApart().catch((error: unknown) => error);
  expect(isDatabaseAway(refused)).toBe(true);
  expect(shared.kairaLeftAlone?.size).toBe(0);
});

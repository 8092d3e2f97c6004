import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { GET as getStatement } from '#app/api/v1/client/statement/route';
import { closeDatabase, isDatabaseAway, sqlClient } from '#db/client';
import { migrate } from '#db/migrate';
import { newClient } from '#e2e/setup/people';
import { createApiKey } from '#lib/clients/create-client';
import { banjulDay } from '#lib/clock';
import { readStatement } from '#lib/ledger/statement';
import { type Pair, signalAll, startPair } from '#proof/chaos/failover-pair';
import { readApart, readingSql, readingUrl } from './read-apart.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let folder: string;
let pair: Pair;
let primary: Sql;
let standby: Sql;
const shared = globalThis as { kairaLeftAlone?: Map<string, unknown> };

beforeAll(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'kaira-standby-')));
  await chmod(folder, 0o755);
  pair = await startPair(folder, true, false);
  process.env.DATABASE_URL = pair.primary.url;
  // Both, as one names all machines of which one leads.
  process.env.DATABASE_STANDBY_URL = pair.url;
  process.env.KAIRA_SECRET = 'a secret of this test alone, long enough';
  process.env.ALLOW_INSECURE_HTTP = '1';
  await migrate(pair.primary.url);
  const open = (url: string) => postgres(url, { max: 1, onnotice: () => {} });
  [primary, standby] = [open(pair.primary.url), open(pair.standby.url)];
});

beforeEach(() => {
  shared.kairaLeftAlone?.clear();
});

afterAll(async () => {
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
    url: readingUrl(),
    else: await portOf(sqlClient()),
  }));
  expect(result).toEqual({ apart: pair.standby.port, url: pair.standby.url, else: pair.primary.port });
  expect(Math.abs((asOf?.getTime() ?? 0) - before)).toBeLessThan(10_000);
  expect(await portOf(readingSql())).toBe(pair.primary.port);
  expect(readingUrl()).toBe(pair.primary.url);
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
  const real = Date.parse;
  vi.spyOn(Date, 'parse').mockImplementation((text) => real(text) + 61_000);
  expect(await readApart('recent', count)).toEqual({ result: 1 });
  vi.restoreAllMocks();
  await standby`select pg_wal_replay_resume()`;
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
  expect(ports.result).toEqual([pair.standby.port, pair.primary.port, pair.primary.port]);
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

test('a standby of another history is none', async () => {
  await primary`update event_position_base set books_id = gen_random_uuid()`;
  // The standby follows, so that both are changed; a standby that does not is of the books before.
  await portApart();
  await standby`select pg_wal_replay_pause()`;
  await primary`update event_position_base set books_id = gen_random_uuid()`;
  expect((await readApart('recent', () => portOf(readingSql()))).result).toBe(pair.primary.port);
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

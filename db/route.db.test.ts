import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { EmbeddedPostgres } from '#db/embedded';
import { longTest } from '#e2e/setup/long-test';
import { type Pair, signalAll, startPair } from '#proof/chaos/failover-pair';
import { connect, isDatabaseAway, openPool, sqlState } from './client.ts';
import { parseDatabaseUrl } from './hosts.ts';
import { createPulse } from './pulse.ts';
import { routeTo } from './route.ts';

// One pair of servers, through the stages of a failover in their order.

vi.setConfig({ testTimeout: 60_000 });

let folder: string;
let pair: Pair;
let sql: Sql;
let standbyFirst: Sql;
let old: EmbeddedPostgres;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'kaira-pair-')));
  await chmod(folder, 0o755);
  pair = await startPair(folder, true);
  sql = connect(pair.url, 4);
  const [primary, standby] = [pair.primary.port, pair.standby.port];
  standbyFirst = connect(
    pair.url.replace(`${primary},127.0.0.1:${standby}`, `${standby},127.0.0.1:${primary}`),
    4,
  );
});

afterAll(async () => {
  await Promise.all([sql, standbyFirst].map((each) => each?.end({ timeout: 1 })));
  await pair?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const portOf = async (of: Sql): Promise<number> =>
  (await of`select current_setting('port')::int as port`)[0]?.port;

/** The port, as soon as a query succeeds; each failure on the way is one that callers are told to wait for. */
async function portSoon(of: Sql): Promise<number> {
  for (const deadline = Date.now() + 20_000; ; ) {
    try {
      return await portOf(of);
    } catch (error) {
      if (!isDatabaseAway(error) || Date.now() > deadline) throw error;
    }
  }
}

test('a connection goes to the server that takes writes, wherever it stands in the address', async () => {
  const ports = await Promise.all([sql, standbyFirst, sql, standbyFirst].map(portOf));
  expect(ports).toEqual(Array(4).fill(pair.primary.port));
  await sql`create table kept (id int primary key)`;
  await sql`insert into kept values (1)`;
});

test('a wrong password is told as what it is', async () => {
  const sql = connect(pair.url.replace(/:[^:@/]*@/, ':wrong@'), 1);
  const error: unknown = await sql`select 1`.catch((fault) => fault);
  expect(sqlState(error)).toBe('28P01');
  await sql.end({ timeout: 1 });
});

test('a server that says nothing is not waited for', async () => {
  const address = parseDatabaseUrl(pair.url)!;
  const route = routeTo(address);
  const pulse = createPulse({ lookFor: route.lookFor, silentMs: 300 });
  const socket = { socket: route.open(pulse) };
  const impatient = postgres(address.url, { max: 1, onnotice: () => {}, ...socket });
  await expect(impatient`select pg_sleep(30)`).rejects.toSatisfy(isDatabaseAway);
  expect(await portSoon(impatient)).toBe(pair.primary.port);
  await impatient.end();
});

longTest(
  'a server whose commits wait for a standby that is gone counts as silent, and is back with it',
  async () => {
    const { sql: pool, pulse } = openPool(pair.url, 4);
    const write = (id: number) => pool`insert into kept values (${id})`.then(() => 'done', sqlState);
    try {
      expect(await write(10)).toBe('done');
      signalAll(pair.standby.pid, 'SIGSTOP');
      const startedAt = performance.now();
      const told = await Promise.all([11, 12, 13].map(write));
      expect(told).toEqual(Array(3).fill('CONNECTION_SILENT'));
      expect(performance.now() - startedAt).toBeLessThan(4_500);
      // Not one by one: nothing is begun while it is so, and no more sessions wait there.
      expect(() => pulse.requireBeat()).toThrow();
      signalAll(pair.standby.pid, 'SIGCONT');
      await vi.waitFor(() => pulse.requireBeat(), 5_000);
      expect(await write(14)).toBe('done');
      // What nobody was told of is there as well: it had only not been acknowledged.
      expect(await pool`select id from kept where id between 11 and 13`).toHaveLength(3);
    } finally {
      signalAll(pair.standby.pid, 'SIGCONT');
      await pool.end({ timeout: 1 });
    }
  },
);

test('a server that stops taking writes is left, and with none a query fails soon instead of waiting', async () => {
  await sql.unsafe('alter system set default_transaction_read_only = on');
  await sql`select pg_reload_conf()`;
  const seen = new Set<string | undefined>();
  // In PostgreSQL's words, or in ours where the connection is left before the end of its answer has come.
  const leaves = ['25006', 'CONNECTION_READ_ONLY'];
  const isOver = () => leaves.some((each) => seen.has(each)) && seen.has('CONNECTION_NO_PRIMARY');
  // The setting reaches each connection a moment later, and a new one may be made before those that are open know it.
  for (let id = -1; !isOver() && id > -1_000; id--) {
    const error: unknown = await sql`insert into kept values (${id})`.then(
      () => undefined,
      (fault) => fault,
    );
    if (error !== undefined) expect(error).toSatisfy(isDatabaseAway);
    seen.add(sqlState(error));
  }
  expect(isOver(), [...seen].join()).toBe(true);
});

test('who waits behind others is told as soon that no server takes writes, also while one says nothing', async () => {
  pair.signalPrimary('SIGSTOP');
  const few = connect(pair.url, 2);
  try {
    const startedAt = performance.now();
    const told = await Promise.allSettled(Array.from({ length: 16 }, () => portOf(few)));
    expect(performance.now() - startedAt).toBeLessThan(3_500);
    expect(told.map((each) => each.status === 'rejected' && sqlState(each.reason))).toEqual(
      Array(16).fill('CONNECTION_NO_PRIMARY'),
    );
  } finally {
    pair.signalPrimary('SIGCONT');
    await few.end({ timeout: 1 });
  }
});

test('clients that were open follow to the standby once it is promoted, and what was committed is there', async () => {
  const heard: string[] = [];
  let subscribed = 0;
  const listening = standbyFirst.listen(
    'news',
    (text) => void heard.push(text),
    () => void subscribed++,
  );
  listening.catch(() => {});
  pair.signalPrimary('SIGKILL');
  await expect(portOf(sql)).rejects.toSatisfy(isDatabaseAway);
  await pair.promote();
  expect(await portSoon(sql)).toBe(pair.standby.port);
  expect(await portSoon(standbyFirst)).toBe(pair.standby.port);
  expect(await sql`select id from kept where id = 1`).toHaveLength(1);
  await sql`insert into kept values (2)`;
  await vi.waitFor(() => expect(subscribed).toBeGreaterThan(0), 10_000);
  await vi.waitFor(async () => {
    await sql`select pg_notify('news', 'here')`;
    expect(heard).toContain('here');
  }, 10_000);
});

test('nobody goes back to an old primary that runs again', async () => {
  old = await pair.reviveOldPrimary();
  const writable = postgres(old.url, { max: 1, onnotice: () => {} });
  await writable.unsafe('alter system reset default_transaction_read_only');
  await writable`select pg_reload_conf()`;
  const killer = connect(pair.standby.url, 1, 'witness');
  await killer`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kaira'`;
  await killer.end();
  expect(await portSoon(sql)).toBe(pair.standby.port);
  // One that never saw the promotion finds two that take writes, and takes the one that was promoted last.
  const fresh = connect(pair.url, 1);
  expect(await portSoon(fresh)).toBe(pair.standby.port);
  await Promise.all([fresh.end(), writable.end()]);
});

test('one of several that has frozen is not waited for', async () => {
  signalAll(old.pid, 'SIGSTOP');
  const fresh = connect(pair.url, 1);
  try {
    const startedAt = performance.now();
    expect(await portOf(fresh)).toBe(pair.standby.port);
    expect(performance.now() - startedAt).toBeLessThan(1_500);
  } finally {
    signalAll(old.pid, 'SIGCONT');
    await fresh.end();
  }
});

longTest(
  'long work that was begun right before its server froze ends once another takes the writes',
  async () => {
    // For one who never saw it, the old primary is the only one.
    signalAll(pair.standby.pid, 'SIGSTOP');
    const own = connect(pair.url, 1);
    try {
      await own`set statement_timeout = 0`;
      expect(await portOf(own)).toBe(old.port);
      const told = own`select pg_sleep(60)`.catch((error: unknown) => error);
      await sleep(100);
      signalAll(old.pid, 'SIGSTOP');
      signalAll(pair.standby.pid, 'SIGCONT');
      const error = await Promise.race([told, sleep(12_000, 'waits still', { ref: false })]);
      expect(error).toSatisfy(isDatabaseAway);
      expect(await portSoon(own)).toBe(pair.standby.port);
    } finally {
      for (const { pid } of [pair.standby, old]) signalAll(pid, 'SIGCONT');
      await own.end({ timeout: 1 });
    }
  },
);

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { hasPgBouncer, startPgBouncer } from '#e2e/setup/pgbouncer';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { connect } from './client.ts';
import {
  DatabaseUnusableError,
  onceReachable,
  requireFit,
  requireFitForApplication,
  sharesTransactions,
} from './fitness.ts';
import { migrate } from './migrate.ts';
import { applicationUrl } from './roles.ts';

const production = { DATABASE_POOL: 16, KAIRA_MODE: 'production' };
let database: TestDatabase;
let application: string;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  application = applicationUrl(database.url);
  sql = superuserSql();
});

afterAll(() => database.drop());

/** A role for this test alone, and an address for it. */
async function withRole<T>(rights: string, work: (url: string, role: string) => Promise<T>): Promise<T> {
  const role = `kaira_fit_${randomBytes(6).toString('hex')}`;
  await sql.unsafe(`create role ${role} login password 'of a test' ${rights}`);
  const url = new URL(database.url);
  url.username = role;
  url.password = 'of%20a%20test';
  try {
    return await work(url.href, role);
  } finally {
    await sql.unsafe(`drop owned by ${role}; drop role ${role}`);
  }
}

test('what the tests work with is fit for production', async () => {
  expect(await requireFit(database.url, 'DATABASE_OWNER_URL')).toEqual([]);
  expect(await requireFitForApplication(application, production, 2)).toEqual([]);
});

describe('the clock of this machine, beside that of the database', () => {
  const isRight = Date.now;
  const set = (aheadMs: number) =>
    vi.spyOn(Date, 'now').mockImplementation(() => isRight.call(Date) + aheadMs);
  afterEach(() => vi.restoreAllMocks());

  test.each([
    [200_000, /^The clock of this machine is (199|200) s ahead of that of the database/],
    [-200_000, /^The clock of this machine is (199|200) s behind that of the database/],
  ])('is refused when it is %i ms ahead', async (aheadMs, sentence) => {
    set(aheadMs);
    await expect(requireFit(database.url, 'DATABASE_URL')).rejects.toThrow(sentence);
  });

  test.each([
    [10_000, /(9|10) s ahead of/],
    [-10_000, /(9|10) s behind/],
  ])('is doubted when it is %i ms ahead', async (aheadMs, sentence) => {
    set(aheadMs);
    expect(await requireFit(database.url, 'DATABASE_URL')).toEqual([expect.stringMatching(sentence)]);
  });
});

test('a server that says that it is PostgreSQL 14 is refused', () =>
  withRole('', async (url, role) => {
    // Its own `current_setting` stands before that of the server.
    await sql.unsafe(`
      create schema ${role} authorization ${role};
      create function ${role}.current_setting(name text) returns text language sql as
        $$ select case when name = 'server_version_num' then '140023' else pg_catalog.current_setting(name) end $$;
      grant execute on function ${role}.current_setting to ${role};
      alter function ${role}.current_setting owner to ${role};
      alter role ${role} set search_path = ${role}, pg_catalog`);
    const sentence = 'DATABASE_URL points to PostgreSQL 14; Kaira needs 15 or newer.';
    await expect(requireFit(url, 'DATABASE_URL')).rejects.toThrow(sentence);
  }));

test('a database in LATIN1 is refused before the migration has begun, whatever its name', async () => {
  const name = `kaira fit/50% ${randomBytes(6).toString('hex')}`;
  const administrator = connect(inject('postgresUrl'), 1);
  const url = new URL(database.url);
  url.pathname = `/${encodeURIComponent(name)}`;
  try {
    await administrator`create database ${administrator(name)} encoding 'LATIN1' locale 'C' template template0`;
    const work = migrate(url.href, applicationUrl(url.href));
    await expect(work).rejects.toThrow(`The database ${name} at DATABASE_OWNER_URL is encoded in LATIN1`);
    const there = connect(url.href, 1);
    expect(await there`select from pg_class where relnamespace = 'public'::regnamespace`).toHaveLength(0);
    await there.end();
  } finally {
    await administrator`drop database if exists ${administrator(name)} with (force)`;
    await administrator.end();
  }
});

describe('the role of the application', () => {
  test.each([
    ['superuser', 'is a superuser'],
    ['createrole', 'may make roles'],
    ['in role kaira_owner', 'owns the books'],
    ['in role pg_write_all_data', 'may change the books without the functions'],
  ])('%s: is refused in production, and warned of elsewhere', (rights, power) =>
    withRole(`${rights}`, async (url, role) => {
      if (rights.includes('pg_write_all_data')) await sql.unsafe(`grant kaira_app to ${role}`);
      const sentence = `The role ${role} of DATABASE_URL ${power}`;
      await expect(requireFitForApplication(url, production, 1)).rejects.toThrow(sentence);
      if (rights === 'createrole') await sql.unsafe(`grant kaira_app to ${role}`);
      const doubts = await requireFitForApplication(url, { ...production, KAIRA_MODE: 'local' }, 1);
      expect(doubts).toEqual([expect.stringContaining(sentence)]);
    }),
  );

  test('one that was granted nothing is told what it may not read', () =>
    withRole('', async (url, role) => {
      const work = requireFitForApplication(url, production, 1);
      await expect(work).rejects.toThrow(`The role ${role} of DATABASE_URL may not read access_grants, `);
      await expect(work).rejects.toBeInstanceOf(DatabaseUnusableError);
    }));

  test('one with too few connections is told how many it wants', () =>
    withRole('connection limit 20 in role kaira_app', async (url) => {
      const work = requireFitForApplication(url, production, 2);
      await expect(work).rejects.toThrow('may have 20 connections, and this start takes up to 37');
      expect(await requireFitForApplication(url, production, 1)).toEqual([]);
    }));

  test('one without a connection left for the look is told so', () =>
    withRole('connection limit 1 in role kaira_app', async (url) => {
      const work = requireFitForApplication(url, production, 1);
      await expect(work).rejects.toThrow(
        /^The database at DATABASE_URL .* refused us: too many connections for role/,
      );
    }));
});

test('a start that waits for a database that says nothing tells for what', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as { port: number };
  const url = Object.assign(new URL(database.url), { host: `127.0.0.1:${port}` }).href;
  const told: string[] = [];
  const work = requireFit(url, 'DATABASE_OWNER_URL', (sentence) => told.push(sentence));
  await expect(work).rejects.toThrow('The database at DATABASE_OWNER_URL could not be reached');
  expect(told[0]).toMatch(/^Waiting for the database at DATABASE_OWNER_URL to answer, for 1 s\.$/);
  // And no longer than the wait.
  const { length } = told;
  await sleep(1_500);
  expect(told).toHaveLength(length);
  silent.close();
});

test('a database that is away is waited for, with a word each time', async () => {
  const told: string[] = [];
  const nowhere = 'postgres://kaira@127.0.0.1:1/kaira';
  let tries = 0;
  const work = () => requireFit(++tries < 3 ? nowhere : database.url, 'DATABASE_URL');
  expect(await onceReachable(work, { everyMs: 1, tell: (sentence) => told.push(sentence) })).toEqual([]);
  const sentence = expect.stringMatching(/^The database at DATABASE_URL could not be reached .*ECONNREFUSED/);
  expect(told).toEqual([sentence, sentence]);
  const wrong = new URL(database.url);
  wrong.password = 'wrong';
  const refused = onceReachable(() => requireFit(wrong.href, 'DATABASE_URL'), { everyMs: 1, tell: () => {} });
  await expect(refused).rejects.toThrow('password authentication failed');
});

test('a migration that waits for a lock says who holds it, and ends when it is told to', async () => {
  const holder = await sql.reserve();
  const [held] = await holder`select pg_backend_pid() as pid, pg_advisory_lock(hashtext('kaira migrate'))`;
  const stopping = new AbortController();
  const reason = new Error('of the test');
  try {
    const told = await new Promise<string>((tell, fail) => {
      migrate(database.url, application, { tell, tellEveryMs: 200, signal: stopping.signal }).then(
        fail,
        fail,
      );
    });
    expect(told).toMatch(
      new RegExp(
        `^Waiting for \\d+ s for a lock of the database that is held by process ${held?.pid} \\(kaira superuser`,
      ),
    );
    const ended = migrate(database.url, application, { signal: stopping.signal });
    setTimeout(() => stopping.abort(reason), 200);
    await expect(ended).rejects.toBe(reason);
  } finally {
    await holder`select pg_advisory_unlock_all()`;
    holder.release();
  }
});

describe.skipIf(!hasPgBouncer)('PgBouncer in front (skipped where it is not installed)', () => {
  test.each([
    ['transaction', {}],
    ['transaction', { server_round_robin: '1', min_pool_size: '4' }],
    ['transaction', { default_pool_size: '1' }],
    ['statement', {}],
  ] as const)('in %s mode, %o, it is refused', async (pool_mode, settings) => {
    const pooler = await startPgBouncer(application, { pool_mode, ...settings });
    try {
      const sentence = 'DATABASE_URL leads through a pooler in transaction mode';
      await expect(requireFitForApplication(pooler.url, production, 1)).rejects.toThrow(sentence);
      await expect(migrate(pooler.url)).rejects.toThrow(sentence);
      expect(await sharesTransactions(pooler.url)).toBe(true);
    } finally {
      await pooler.stop();
    }
  });

  test('in transaction mode it is refused while others use it, too', async () => {
    const pooler = await startPgBouncer(application, { pool_mode: 'transaction', default_pool_size: '8' });
    const others = connect(pooler.url, 8);
    let isOver = false;
    const busy = Array.from({ length: 8 }, async () => {
      while (!isOver) await others.unsafe('select pg_sleep(random() * 0.005)');
    });
    try {
      for (let look = 0; look < 5; look++) expect(await sharesTransactions(pooler.url)).toBe(true);
    } finally {
      isOver = true;
      await Promise.all(busy);
      await others.end();
      await pooler.stop();
    }
  });

  test('in session mode it is fit once statements have a deadline, and says so before', async () => {
    const pooler = await startPgBouncer(application, { pool_mode: 'session' });
    try {
      const work = requireFitForApplication(pooler.url, production, 1);
      await expect(work).rejects.toThrow("alter role kaira_app set statement_timeout = '10s'");
      expect(await requireFit(pooler.url, 'DATABASE_URL')).toEqual([]);
    } finally {
      await pooler.stop();
    }
  });

  test('one with a single session to give is told what it lacks', async () => {
    const pooler = await startPgBouncer(application, { pool_mode: 'session', default_pool_size: '1' });
    try {
      await expect(requireFit(pooler.url, 'DATABASE_URL')).rejects.toThrow('raise its default_pool_size');
    } finally {
      await pooler.stop();
    }
  });

  test('without the settings that it has to ignore, its refusal is told as its own', async () => {
    const pooler = await startPgBouncer(application, { pool_mode: 'session', ignore_startup_parameters: '' });
    try {
      await expect(requireFit(pooler.url, 'DATABASE_URL')).rejects.toThrow(
        /^A pooler at DATABASE_URL refuses what/,
      );
    } finally {
      await pooler.stop();
    }
  });
});

import fc from 'fast-check';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '#db/client';
import { daily } from '#e2e/setup/long-test';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { take, takeOfShared } from '#lib/http/shared-rate';
import { newId } from '#lib/ids';
import { forgetNotes } from '#lib/jobs/retention';

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
});
afterAll(() => database?.drop());

const rate = { ratePerSecond: 100, burst: 200 };
/** As if so many seconds had passed since the key was used. */
const pass = (key: string, seconds: number) =>
  sql`update rate_buckets set at = at - make_interval(secs => ${seconds}) where key_id = ${key}`;
/** So slow that nothing comes back while a test runs. */
const still = { ratePerSecond: 0.000_001, burst: 200 };

test('a burst goes through, then nothing but what comes back; what is left and when to come again is told', async () => {
  const key = newId();
  const first = await take(key, rate);
  expect(first).toEqual({ allowed: true, remaining: 199, limit: 200, retryAfterSeconds: 0, resetSeconds: 1 });
  const all = await Promise.all(Array.from({ length: 300 }, () => take(key, { ...still, burst: 200 })));
  const allowed = all.filter((each) => each?.allowed);
  expect(allowed).toHaveLength(199);
  // Whoever asked first has it first.
  expect(all.slice(0, 199)).toEqual(allowed);
  expect(new Set(allowed.map((each) => each?.remaining)).size).toBe(199);
  expect(all.at(-1)).toMatchObject({ allowed: false, remaining: 0 });
  await pass(key, 0.025);
  const soon = await Promise.all(Array.from({ length: 9 }, () => take(key, rate)));
  expect(soon.filter((each) => each?.allowed).length).toBeGreaterThanOrEqual(2);
  const refused = { allowed: false, remaining: 0, limit: 200, retryAfterSeconds: 1, resetSeconds: 2 };
  await sql`update rate_buckets set tokens = 0.25, at = now() + interval '1 hour' where key_id = ${key}`;
  // A clock that went back gives nothing, and takes nothing.
  expect(await take(key, rate)).toEqual(refused);
});

test('several servers at once give a key no more than one would, and another key its own', async () => {
  const servers = Array.from({ length: 4 }, () => connect(database.url, 2));
  const [key, other] = [newId(), newId()];
  const takeOf = (server: Sql, keys: string[]) => server<{ key_id: string; taken: number }[]>`
    select key_id, taken from take_of_rates(${keys}::uuid[], ${keys.map(() => 7)}::int[], ${keys.map(() => 0)}::double precision[],
      ${keys.map(() => 200)}::int[])`;
  try {
    const takes = await Promise.all(
      servers.flatMap((server, index) =>
        // In either order: none waits for the other in a circle.
        Array.from({ length: 20 }, () => takeOf(server, index % 2 === 0 ? [key, other] : [other, key])),
      ),
    );
    for (const each of [key, other]) {
      const taken = takes.flat().filter((row) => row.key_id === each);
      expect(taken).toHaveLength(80);
      expect(taken.reduce((sum, row) => sum + row.taken, 0)).toBe(200);
    }
  } finally {
    await Promise.all(servers.map((server) => server.end()));
  }
});

describe('of any history', () => {
  test('a key has at most its burst and what its rate brought, and all of that', async () => {
    const step = fc.record({ seconds: fc.nat({ max: 90 }), want: fc.integer({ min: 1, max: 30 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const key = newId();
        let level = 20;
        for (const { seconds, want } of steps) {
          await pass(key, seconds);
          level = Math.min(20, level + seconds);
          const [row] =
            await sql`select taken from take_of_rates(array[${key}]::uuid[], array[${want}]::int[], array[1], array[20])`;
          // The test takes some time itself, in which the bucket fills by less than one.
          expect(row?.taken).toBeGreaterThanOrEqual(Math.min(want, Math.floor(level)));
          expect(row?.taken).toBeLessThanOrEqual(Math.min(want, Math.floor(level) + 1));
          const [left] = await sql`select tokens from rate_buckets where key_id = ${key}`;
          level = left?.tokens;
        }
      }),
      { numRuns: daily(20) },
    );
  });
});

test('a database that is slow says nothing, and nobody waits for it', async () => {
  const key = newId();
  await take(key, rate);
  await sql.begin(async (tx) => {
    await tx`select from rate_buckets where key_id = ${key} for update`;
    const before = performance.now();
    expect(await takeOfShared(key, rate)).toBeUndefined();
    expect(performance.now() - before).toBeLessThan(2_000);
  });
});

test('nothing of it waits for the disk, and what was not used for a day is forgotten', async () => {
  const [table] = await sql`select relpersistence from pg_class where oid = 'rate_buckets'::regclass`;
  expect(table).toEqual({ relpersistence: 'u' });
  const [old, young] = [newId(), newId()];
  for (const key of [old, young]) await take(key, rate);
  await pass(old, 25 * 3600);
  await forgetNotes();
  const rows = await sql`select key_id from rate_buckets where key_id in (${old}, ${young})`;
  expect(rows).toEqual([{ key_id: young }]);
});

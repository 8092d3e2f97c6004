import type { ReservedSql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sqlClient } from '#db/client';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { refreshStatistics } from '#lib/jobs/refresh-statistics';

let database: TestDatabase;
let session: ReservedSql;

beforeAll(async () => {
  database = await createTestDatabase();
  // Else it may come first, once a minute.
  await superuserSql()`alter table idempotency_keys set (autovacuum_enabled = false)`;
  session = await sqlClient().reserve();
});

afterAll(async () => {
  session?.release();
  await database?.drop();
});

test('a table that has doubled is looked at anew, and sessions give up the plans of its youth', async () => {
  const client = '01900000-0000-7000-8000-000000000001';
  await session`set plan_cache_mode = force_generic_plan`;
  await session`prepare plan (uuid, text) as
    select * from idempotency_keys where client_id = $1 and environment = 'SANDBOX' and key = $2 and fingerprint <> ''`;
  const plan = async () => JSON.stringify(await session.unsafe(`explain execute plan ('${client}', 'k1')`));
  await addKeys(client, 1, 40);
  expect(await refreshStatistics()).not.toContain('idempotency_keys');
  await superuserSql()`analyze idempotency_keys`;
  expect(await plan()).toContain('Seq Scan');

  await addKeys(client, 41, 20_000);
  expect(await plan()).toContain('Seq Scan');
  expect(await refreshStatistics()).toContain('idempotency_keys');
  expect(await plan()).toContain('Index Cond: ((client_id = $1)');

  await addKeys(client, 20_001, 24_000);
  expect(await refreshStatistics()).not.toContain('idempotency_keys');
  await addKeys(client, 24_001, 45_000);
  expect(await refreshStatistics()).toContain('idempotency_keys');
  expect(await refreshStatistics()).toEqual([]);
  // Not twice as much, but more than a client may have that is not known.
  await addKeys(client, 45_001, 56_000);
  expect(await refreshStatistics()).toContain('idempotency_keys');
  expect(await refreshStatistics()).toEqual([]);
  // What it takes for itself stays with no connection of the pool.
  const limits = await Promise.all(Array.from({ length: 12 }, () => sqlClient()`show statement_timeout`));
  expect(new Set(limits.map(([row]) => row?.statement_timeout))).toEqual(new Set(['10s']));
});

async function addKeys(client: string, from: number, to: number): Promise<void> {
  await session`
    insert into idempotency_keys (client_id, environment, key, fingerprint, lease_until, created_at)
    select ${client}::uuid, 'SANDBOX', 'k' || n, '\\x00', now(), now() from generate_series(${from}::int, ${to}::int) n`;
  // Else these changes may be counted after the look that they were made for.
  await session`select pg_stat_force_next_flush()`;
}

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { liveContext, newLiveCollection } from '#e2e/setup/live';
import { newClient, newUser, staffContext } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase, withoutGuards } from '#e2e/setup/test-database';
import { ensureAccounts } from '#lib/clients/create-client';
import { getAttention } from '#lib/clients/get-attention';
import { resumeClient, suspendClient } from '#lib/clients/update-client';
import { banjulDay } from '#lib/clock';
import { acceptLoss } from '#lib/history/accept-loss';
import { checkHistory, watchHistory } from '#lib/history/history';
import { fundFloat } from '#lib/ledger/fund-float';
import { listAlarms } from '#lib/overview/alarms';
import { closeDay } from '#lib/reconciliation/close-day';
import { importStatement } from '#lib/reconciliation/import-statement';

// Not covered: that a process notices a loss by itself, which lib/history/history.db.test.ts shows.

let database: TestDatabase;
let client: Awaited<ReturnType<typeof newClient>>;
const none = {
  history_lost: null,
  worker_late_seconds: null,
  suspended_clients: [],
  wallet_differences: [],
  statement_differences: [],
  held_back: [],
  held_back_more: 0,
};
const alarms = (environment: 'LIVE' | 'SANDBOX' = 'LIVE', health: { probed_at: string }[] = []) =>
  listAlarms(environment, health as never, new Date());

beforeAll(async () => {
  database = await createTestDatabase();
  client = await newClient();
  // With the house, which is never anything but suspended.
  await ensureAccounts();
});

afterAll(() => database.drop());

test('an installation in order has no alarm', async () => {
  expect(await alarms()).toEqual(none);
  expect((await getAttention(liveContext(client))).refusal).toBeNull();
});

test('a database that lacks acknowledged payments is told to operators and owners until somebody has decided', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kaira-alarms-'));
  const watch = watchHistory(folder);
  await superuserSql()`
    insert into history_losses (id, found_at, found_by, missing_count, missing)
    values (gen_random_uuid(), now(), 'another machine', 3, '[{"id": "a"}, {"id": "a"}, {"id": "b"}]')`;
  await checkHistory();
  for (const environment of ['LIVE', 'SANDBOX'] as const) {
    expect(await alarms(environment)).toEqual({ ...none, history_lost: { missing: 2 } });
  }
  expect((await getAttention(liveContext(client))).refusal).toBe('HISTORY_LOST');
  await acceptLoss((await newUser('admin')).user, 'compared with the rails');
  await checkHistory();
  expect(await alarms()).toEqual(none);
  await watch.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('jobs that nobody does, or rails that nobody looks after, say that no worker works', async () => {
  const ago = (seconds: number) => [{ probed_at: new Date(Date.now() - seconds * 1000).toISOString() }];
  expect(await alarms('LIVE', ago(60))).toEqual(none);
  expect((await alarms('LIVE', [...ago(600), ...ago(400)])).worker_late_seconds).toBe(400);
  await newLiveCollection(client);
  await withoutGuards((sql) => sql`update rail_operations set run_at = now() - interval '90 seconds'`);
  expect((await alarms()).worker_late_seconds).toBeGreaterThanOrEqual(90);
  await withoutGuards((sql) => sql`update rail_operations set run_at = now() + interval '1 hour'`);
  expect(await alarms()).toEqual(none);
});

test('a suspended client is named, and its people are told', async () => {
  const other = await newClient();
  await suspendClient(staffContext(), other.id, 'Their key is out.');
  expect((await alarms()).suspended_clients).toEqual([{ id: other.id, name: other.name }]);
  expect((await getAttention(liveContext(other))).refusal).toBe('SUSPENDED');
  expect((await getAttention(liveContext(client))).refusal).toBeNull();
  await resumeClient(staffContext(), other.id, 'A new key.');
  expect(await alarms()).toEqual(none);
});

test('a wallet differs once the rail was asked after the books changed, and not before', async () => {
  await fundFloat(liveContext(client), 'PROVIDER_W', 20_00n);
  const sql = superuserSql();
  await sql`insert into rail_wallets (provider, balance_bututs, read_at) values ('PROVIDER_W', 1500, now())`;
  expect(await alarms()).toEqual(none);
  const figures = JSON.stringify({ walletOff: { since: new Date().toISOString(), sign: -1 } });
  await sql`
    insert into rail_health (provider, direction, status, since, figures, updated_at)
    values ('PROVIDER_W', 'collection', 'OPERATIONAL', now(), ${figures}::text::jsonb, now())`;
  expect((await alarms()).wallet_differences).toEqual([{ provider: 'PROVIDER_W', unexplained: '-5.00' }]);
  expect((await alarms('SANDBOX')).wallet_differences).toEqual([]);
  await sql`update rail_wallets set balance_bututs = 2000`;
  expect(await alarms()).toEqual(none);
});

test('a statement’s difference is told until its day is closed, when it has a case', async () => {
  const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000);
  const day = banjulDay(yesterday);
  const line = `T_${randomUUID()},payout,+2207654321,60.00,GMD,${day}T12:00:00.000Z,`;
  const header = 'transaction_id,type,mobile,amount,currency,time,reference';
  await importStatement(staffContext(), 'PROVIDER_A', day, `${header}\n${line}\n`);
  expect((await alarms()).statement_differences).toEqual([{ provider: 'PROVIDER_A', day, count: 1 }]);
  expect((await alarms('SANDBOX')).statement_differences).toEqual([]);
  await closeDay(staffContext(), 'PROVIDER_A', day);
  expect(await alarms()).toEqual(none);
});

import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { GET as getBalance } from '#app/api/v1/client/balance/route';
import { POST as cancel } from '#app/api/v1/collections/[transactionId]/cancel/route';
import { closeDatabase, connect, isDatabaseAway, sqlClient } from '#db/client';
import { keepPast } from '#e2e/setup/past';
import { newClient, newUser } from '#e2e/setup/people';
import { createTestDatabase, superuserSql, type TestDatabase, withoutGuards } from '#e2e/setup/test-database';
import { createApiKey } from '#lib/clients/create-client';
import { initiateCollection } from '#lib/collections/initiate-collection';
import type { Context } from '#lib/context';
import { acceptLoss } from '#lib/history/accept-loss';
import { checkHistory, isHistoryLost, watchHistory } from '#lib/history/history';
import { reportHistory } from '#lib/history/report';
import type { ApiHandler } from '#lib/http/api-route';
import { socketFacts } from '#lib/http/peer';
import { readyz } from '#lib/http/probes';
import { startWorker } from '#lib/jobs/worker';
import { auditLedger } from '#lib/ledger/audit';
import { registry } from '#lib/metrics';
import { noticeRoute } from '#lib/notices/notice-route';

// A database that is put back in time under a process that lives, as by a standby that lagged or a backup.

let database: TestDatabase;
let folder: string;
let watch: ReturnType<typeof watchHistory>;
let ctx: Context;
let operator: { id: string; name: string };

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = {
    client: await newClient(),
    environment: 'SANDBOX',
    actor: { type: 'system' },
    now: () => new Date(),
  };
  operator = (await newUser('admin')).user;
});

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'kaira-history-'));
  watch = watchHistory(folder);
  await collect('before');
});

afterEach(async () => {
  await watch.stop();
  await acceptLoss(operator, 'the test is over');
  await checkHistory();
  rmSync(folder, { recursive: true, force: true });
});

afterAll(() => database.drop());

/** Repeated while the connections break, as callers do. */
async function collect(name: string): Promise<string> {
  const reference = `${name} ${folder}`;
  for (;;) {
    try {
      const { transaction } = await initiateCollection(ctx, {
        amount: 30_00n,
        currency: 'GMD',
        client_reference: reference,
        provider: 'PROVIDER_W',
        metadata: {},
      });
      return transaction.id;
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      await sleep(20);
    }
  }
}

async function countDue(): Promise<number> {
  return (await sqlClient()`select from rail_operations where run_at < now() - interval '30 minutes'`).length;
}

async function isThere(reference: string): Promise<boolean> {
  return (
    (await sqlClient()`select from transactions where client_reference = ${`${reference} ${folder}`}`)
      .length > 0
  );
}

/** As the next look would find it. */
async function looked(): Promise<boolean> {
  for (;;) {
    try {
      await checkHistory();
      return isHistoryLost();
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
    }
  }
}

const refused = { code: 'SERVICE_UNAVAILABLE', headers: { 'retry-after': '60' } };
/** Of this machine, as `server.ts` hands it over. */
function ask(handler: ApiHandler, name: string, init?: RequestInit): Promise<Response> {
  const request = new Request(`http://127.0.0.1${name}`, init);
  return socketFacts.run({ address: '127.0.0.1', encrypted: false }, () =>
    handler(request, { params: Promise.resolve({ rail: 'provider-w' }) }),
  );
}

test('a payment is not committed to a database that lacks the one before, whoever has looked', async () => {
  const past = await keepPast(database.url);
  await watch.stop();
  await collect('lost');
  await past.putBack();
  await expect(collect('after')).rejects.toMatchObject(refused);
  expect(await isThere('after')).toBe(false);
  expect(await isThere('before')).toBe(true);
});

test('the loss is noticed without a request, and nothing is taken up until an operator has decided', async () => {
  const past = await keepPast(database.url);
  const lost = await collect('lost');
  await past.putBack();
  await expect.poll(isHistoryLost, { timeout: 5_000 }).toBe(true);

  const headers = {
    authorization: `Bearer ${await createApiKey(ctx.client.id, 'SANDBOX')}`,
    'content-type': 'application/json',
  };
  const write = await ask(cancel, '/api/v1/collections/some/cancel', { method: 'POST', headers });
  expect([write.status, write.headers.get('retry-after')]).toEqual([503, '60']);
  expect((await write.json()).error.message).toContain('an operator has to decide');
  expect((await ask(getBalance, '/api/v1/client/balance', { headers })).status).toBe(200);
  expect((await ask(noticeRoute, '/rails/provider-w/notify', { method: 'POST', body: '{}' })).status).toBe(
    503,
  );
  const ready = await ask(readyz, '/readyz');
  expect([ready.status, await ready.json()]).toMatchObject([
    503,
    { missing: ['history'], checks: { database: true, history: false } },
  ]);
  expect(await registry.metrics()).toMatch(/^kaira_history_lost 1$/m);
  await superuserSql()`update rail_operations set run_at = now() - interval '1 hour'`;
  const worker = startWorker();
  await sleep(300);
  expect(await countDue()).toBeGreaterThan(0);

  const alone = connect(database.url, 1);
  const line = (await auditLedger(alone)).find((each) => each.invariant === 22);
  await alone.end();
  expect(line).toMatchObject({ violations: 1 });
  const report = await reportHistory(sqlClient(), folder);
  expect(report.missing).toMatchObject([
    {
      id: lost,
      clientReference: `lost ${folder}`,
      amountBututs: '3000',
      type: 'collection',
      status: 'PENDING',
    },
  ]);
  expect(report.losses[0]).toMatchObject({ missing_count: 1, decided_at: null });

  expect(await acceptLoss(operator, 'the old disk is gone')).toBe(true);
  expect(await acceptLoss(operator, 'again')).toBe(false);
  await expect.poll(countDue, { timeout: 10_000 }).toBe(0);
  await worker.stop();
  await collect('after');
  const { missing, losses } = await reportHistory(sqlClient(), folder);
  expect(missing).toEqual([]);
  expect(losses[0]).toMatchObject({ decided_by_name: operator.name, reason: 'the old disk is gone' });
  const [told] =
    await sqlClient()`select user_name, after from audit_log where action = 'history.loss_accepted' order by id desc`;
  expect(told).toMatchObject({
    user_name: operator.name,
    after: { reason: 'the old disk is gone', missing: 1 },
  });
});

test('the next process finds the loss in what the one before has written', async () => {
  const past = await keepPast(database.url);
  const lost = await collect('lost');
  await watch.stop();
  const [books] = await sqlClient()`select books_id from event_position_base`;
  // As a full disk would leave it.
  appendFileSync(path.join(folder, 'acknowledged', `${books?.books_id}.jsonl`), '\n{"clientId":"01');
  await past.putBack();
  // What a process remembers is of its own pool.
  await closeDatabase();
  watch = watchHistory(folder);
  await expect(collect('after')).rejects.toMatchObject(refused);
  expect((await reportHistory(sqlClient(), folder)).missing).toMatchObject([{ id: lost }]);

  await acceptLoss(operator, 'a backup was restored');
  expect(await looked()).toBe(false);
  await collect('after');
  await watch.stop();
  await closeDatabase();
  watch = watchHistory(folder);
  await collect('of the process after');
  expect(isHistoryLost()).toBe(false);
});

test('a process that has acknowledged nothing hears of it from the others', async () => {
  await sqlClient()`
    insert into history_losses (id, found_at, found_by, missing_count, missing)
    values (gen_random_uuid(), now(), 'another machine', 3, '[]')`;
  expect(await looked()).toBe(true);
  await expect(collect('after')).rejects.toMatchObject(refused);
  await acceptLoss(operator, 'compared with the rails');
  expect(await looked()).toBe(false);
});

test('the right database is used again without a word from anybody', async () => {
  const past = await keepPast(database.url);
  await collect('lost');
  const present = await keepPast(database.url);
  await past.putBack();
  expect(await looked()).toBe(true);
  await present.putBack();
  expect(await looked()).toBe(false);
  await collect('after');
});

test('another outcome of the same payment is not the one that was told', async () => {
  await collect('told');
  await withoutGuards(
    (sql) =>
      sql`update transactions set updated_at = updated_at + interval '1 ms' where client_reference = ${`told ${folder}`}`,
  );
  await expect(collect('after')).rejects.toMatchObject(refused);
});

test('a wholly different database has nothing to miss', async () => {
  const past = await keepPast(database.url);
  await collect('elsewhere');
  await watch.stop();
  await past.putBack();
  await withoutGuards((sql) => sql`update event_position_base set books_id = gen_random_uuid()`);
  await collect('in the new one');
  await checkHistory();
  expect(isHistoryLost()).toBe(false);
  expect((await reportHistory(sqlClient(), folder)).missing).toEqual([]);
});

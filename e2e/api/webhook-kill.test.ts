import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { connect } from '#db/client';
import { longTest } from '#e2e/setup/long-test';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';
import { check, type ExpectedArrival, readRows } from '#proof/webhooks/checker';
import { type Killer, startWorkers } from '#proof/webhooks/killer';
import type { Behaviour } from '#proof/webhooks/receiver';
import {
  atRate,
  comesTrue,
  makeShops,
  openPayment,
  pay,
  type Receiver,
  startReceiver,
  strike,
} from '#proof/webhooks/stage';

// The short form of `npm run webhooks:kill`: a database of its own, so that no worker but those of the test delivers.

vi.setConfig({ testTimeout: 90_000 });

const clients = 8;
const events = 200;
const eventsPerSecond = 20;
const kills = 3;

let database: TestDatabase;
let sql: Sql;
let receiver: Receiver;
let killer: Killer;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = connect(database.url, 1);
  receiver = await startReceiver();
  killer = startWorkers(database.url, 2, process.env.KAIRA_SECRET!);
});

afterAll(async () => {
  await killer.end();
  await receiver.stop();
  await strike();
  await sql.end();
  await database.drop();
});

longTest(
  'events arrive, unchanged and signed, though workers are killed in the middle of their deliveries',
  async () => {
    const slow: Behaviour = { kind: 'answers', delayMs: [200, 600], refusesFirst: false };
    const refusesFirst: Behaviour = { kind: 'answers', delayMs: [0, 20], refusesFirst: true };
    const plan = Array.from({ length: clients }, (_, index) => [slow, index === 0 ? refusesFirst : slow]);
    const shops = await makeShops(receiver, plan);
    const clientIds = shops.map((shop) => shop.ctx.client.id);
    const expected: ExpectedArrival[] = [];

    const load = atRate(events, eventsPerSecond, async (index) => {
      const shop = shops[index % clients]!;
      const payment = await openPayment(shop);
      await pay(shop, payment);
      for (const { number, id } of shop.endpoints) {
        expected.push({ transactionId: payment.id, endpoint: number, endpointId: id });
      }
    });
    // A worker that has only just started has nothing to lose.
    expect(await comesTrue(async () => (await receiver.count()) >= 20, 20_000)).toBe(true);
    for (let count = 0; count < kills; count++) {
      await sleep(2_000);
      await killer.kill();
    }
    await load;
    const interruptions = await killer.interruptions();
    const lived = interruptions.findLast((each) => each.leases.length > 0);
    expect(lived).toBeDefined();

    // The leases of one kill end as they do in life; those of the others now, to save the wait.
    for (const { leases } of interruptions.filter((each) => each !== lived)) {
      const rows = await sql<{ id: string; at: number }[]>`
      update deliveries d set run_at = now() - interval '1 second'
      from unnest(${leases.map((each) => each.deliveryId)}::uuid[], ${leases.map((each) => each.endsAt)}::float8[]) l (id, ends_at)
      where d.id = l.id and d.run_at = to_timestamp(l.ends_at / 1000)::timestamptz(3) and d.lease_token is not null
      returning d.id, extract(epoch from d.run_at)::float8 * 1000 as at`;
      for (const { id, at } of rows) leases.find((each) => each.deliveryId === id)!.endsAt = at;
    }
    const isDrained = async () => {
      // So do the retries.
      await sql`update deliveries set run_at = now() - interval '1 second' where status = 'PENDING' and lease_token is null and attempts > 0`;
      const [row] = await sql`select count(*)::int from deliveries where status = 'PENDING'`;
      return row?.count === 0;
    };
    expect(await comesTrue(isDrained, 60_000)).toBe(true);

    const rows = await readRows(sql, clientIds);
    const arrivals = await receiver.log();
    const verdict = check({ ...rows, expected, arrivals, interruptions, areRetriesNatural: false });
    expect(verdict.violations).toEqual([]);
    expect(verdict.undelivered).toBe(0);
    expect(rows.deliveries).toHaveLength(2 * events);
    expect(verdict.repeated).toBeGreaterThan(0);
  },
);

import type { Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { interleave, lockTest, whileOpen } from '#e2e/setup/interleave';
import { newClient } from '#e2e/setup/people';
import { begun, commitRaw, drafted } from '#e2e/setup/raw-changes';
import { createTestDatabase, superuserSql, type TestDatabase } from '#e2e/setup/test-database';
import { type Context, systemContext } from '#lib/context';
import { newId } from '#lib/ids';
import { advanceClock } from '#lib/sandbox/advance-clock';
import { attemptDeliveries } from '#lib/sandbox/clock-deliveries';
import { doSteps } from '#lib/sandbox/clock-steps';
import type { Transaction } from '#lib/transactions/transaction';

// What each lock and lease of the sandbox's clock is there for: without it, the scenario ends otherwise (docs/proof/locks.md).

let database: TestDatabase;
let sql: Sql;
let ctx: Context;
let token: string;
const theirs = newId();

beforeAll(async () => {
  database = await createTestDatabase();
  sql = superuserSql();
});
beforeEach(async () => {
  ctx = systemContext(await newClient(), 'SANDBOX');
  token = newId();
});
afterAll(() => database.drop());

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

async function turnOf(whose: string): Promise<void> {
  await sql`
    insert into sandbox_clocks (client_id, lease_token, lease_until)
    values (${ctx.client.id}, ${whose}, now() + interval '60 seconds')
    on conflict (client_id) do update set lease_token = excluded.lease_token`;
}

async function operation(runAt: string, facts: Record<string, unknown> = {}): Promise<Transaction> {
  const collection = drafted(ctx, { type: 'collection', amountBututs: 1_00n });
  expect(await commitRaw([begun(collection)])).toBe('done');
  const row = { client_id: ctx.client.id, environment: 'SANDBOX', provider: 'PROVIDER_W', kind: 'close' };
  await sql`
    insert into rail_operations ${sql({ ...row, transaction_id: collection.id, run_at: runAt, ...facts } as never)}`;
  return collection;
}

async function delivery(runAt: string, facts: Record<string, unknown> = {}): Promise<string> {
  const [id, endpointId, eventId] = [newId(), newId(), newId()];
  await sql`
    insert into webhook_endpoints (client_id, environment, id, url, secret_sealed, secret_last4, created_at)
    values (${ctx.client.id}, 'SANDBOX', ${endpointId}, 'https://192.0.2.1/', '\\x00', '0000', now())`;
  await sql`
    insert into events (client_id, environment, id, transaction_id, sequence, event, body, position, created_at)
    values (${ctx.client.id}, 'SANDBOX', ${eventId}, ${newId()}, 1, 'payment.succeeded', '{}', 1, now())`;
  const row = {
    ...{ client_id: ctx.client.id, environment: 'SANDBOX', id, event_id: eventId, endpoint_id: endpointId },
    ...{
      transaction_id: newId(),
      event: 'payment.succeeded',
      status: 'PENDING',
      created_at: inSeconds(0),
      run_at: runAt,
    },
    ...facts,
  };
  await sql`insert into deliveries ${sql(row as never)}`;
  return id;
}

const step = async (mostMs = 3_600_000) => {
  const [row] = await sql`select move_sandbox_clock(${ctx.client.id}, ${token}, ${mostMs}, 0) as step`;
  return row?.step;
};
const shift = () => sql`select shift_sandbox(${ctx.client.id}, '1 hour', 3600000)`;
const leaseOf = async (table: string) =>
  (await sql`select lease_token from ${sql(table)} where client_id = ${ctx.client.id}`)[0]?.lease_token;

lockTest('whoever lost the turn to somebody else moves no clock', async () => {
  await turnOf(token);
  const second = await whileOpen(
    (session) =>
      session`update sandbox_clocks set lease_token = ${theirs} where client_id = ${ctx.client.id}`,
    () => step(),
  );
  expect(second).toEqual({ waited: true, value: null });
});

lockTest('a turn is taken when the one before it is over, and given back by its holder alone', async () => {
  await turnOf(theirs);
  const call = new AbortController();
  const asked = advanceClock(ctx, { seconds: 1 }, call.signal).catch(() => 'refused');
  await sql`select pg_sleep(0.3)`;
  expect(await leaseOf('sandbox_clocks')).toBe(theirs);
  call.abort(new Error('The caller has gone.'));
  expect(await asked).toBe('refused');
});

lockTest('a turn that somebody else has taken over is not given back', async () => {
  await operation(inSeconds(30));
  const lost = await whileOpen(
    (session) => session`lock table rail_operations in access exclusive mode`,
    () => advanceClock(ctx, { seconds: 60 }),
    { meanwhile: () => turnOf(theirs) },
  );
  expect(lost.waited).toBe(true);
  const [row] =
    await sql`select lease_until > now() as kept from sandbox_clocks where client_id = ${ctx.client.id}`;
  expect([await leaseOf('sandbox_clocks'), row?.kept]).toEqual([theirs, true]);
});

lockTest('takes what is due of operations but what somebody has locked, and waits for nobody', async () => {
  await turnOf(token);
  const [locked, free] = [await operation(inSeconds(-60)), await operation(inSeconds(-60))];
  const second = await whileOpen(
    (session) => session`select from rail_operations where transaction_id = ${locked.id} for update`,
    async () => (await step()).operations.map((each: { transaction_id: string }) => each.transaction_id),
  );
  expect(second).toEqual({ waited: false, value: [free.id] });
});

lockTest('takes what is due of deliveries but what somebody has locked, and waits for nobody', async () => {
  await turnOf(token);
  const [locked] = [await delivery(inSeconds(-60)), await delivery(inSeconds(-60))];
  const second = await whileOpen(
    (session) => session`select from deliveries where id = ${locked} for update`,
    async () => (await step()).deliveries,
  );
  expect(second).toEqual({ waited: false, value: 1 });
});

lockTest(
  'time locks what it moves in one order, so that nobody waits for it who holds what it wants',
  async () => {
    // Rows that come now stand behind one another.
    await sql`vacuum full transactions`;
    const expiresAt = new Date(Date.now() + 86_400_000);
    const [low, high] = [1_00n, 2_00n].map((amountBututs) =>
      drafted(ctx, { type: 'collection', amountBututs, expiresAt }),
    ) as [Transaction, Transaction];
    for (const each of [high, low]) expect(await commitRaw([begun(each)])).toBe('done');
    const lock = (session: Sql, { id }: Transaction) =>
      session`select from transactions where id = ${id} for update`;
    const alone = await sql.reserve();
    try {
      await alone`set enable_indexscan = off`;
      await alone`set enable_bitmapscan = off`;
      const [second] = await interleave({
        first: (session) => lock(session, low),
        others: [() => alone`select shift_sandbox(${ctx.client.id}, '1 hour', 3600000)`],
        meanwhile: (session) => lock(session, high),
      });
      expect(second).toMatchObject({ waited: true, value: expect.anything() });
    } finally {
      await alone`reset all`;
      alone.release();
    }
  },
);

lockTest('time does not move what an operation’s worker has in hand', async () => {
  await operation(inSeconds(30), { lease_token: theirs });
  await shift();
  const [row] =
    await sql`select run_at > now() as kept from rail_operations where client_id = ${ctx.client.id}`;
  expect(row).toEqual({ kept: true });
});

lockTest('time does not move what a delivery’s worker has in hand', async () => {
  await delivery(inSeconds(30), { lease_token: theirs });
  await shift();
  const [row] = await sql`select run_at > now() as kept from deliveries where client_id = ${ctx.client.id}`;
  expect(row).toEqual({ kept: true });
});

lockTest('attempts what it has taken itself, and gives back nothing else', async () => {
  await delivery(inSeconds(30), { lease_token: theirs });
  const options = { token, endsAt: performance.now() + 5_000, silent: new Set<string>() };
  expect(await attemptDeliveries(ctx, options)).toEqual([]);
  expect(await leaseOf('deliveries')).toBe(theirs);
});

lockTest('an operation that failed is left to whoever has taken it over', async () => {
  await turnOf(token);
  const collection = await operation(inSeconds(-60));
  await whileOpen(
    (session) => session`select from transactions where id = ${collection.id} for update`,
    () => doSteps(ctx, token, 1_000),
    {
      meanwhile: async () => {
        await sql`update rail_operations set lease_token = ${theirs} where client_id = ${ctx.client.id}`;
        await turnOf(theirs);
        await sql`
          select pg_cancel_backend(pid) from pg_stat_activity
          where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
      },
    },
  );
  expect(await leaseOf('rail_operations')).toBe(theirs);
});

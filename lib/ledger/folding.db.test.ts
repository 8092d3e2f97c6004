import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { connect, isDatabaseAway, sqlClient } from '#db/client';
import { requestHashOf } from '#e2e/setup/live';
import { daily, longTest } from '#e2e/setup/long-test';
import { createTestDatabase, type TestDatabase } from '#e2e/setup/test-database';
import { type Context, systemContext } from '#lib/context';
import { newId } from '#lib/ids';
import { auditLedger } from '#lib/ledger/audit';
import { commitChanges } from '#lib/transactions/advance';
import type { CommitOutcome } from '#lib/transactions/commit-together';
import { type Change, decide, type Trigger } from '#lib/transactions/decide';
import { newTransaction } from '#lib/transactions/new-transaction';
import type { Transaction } from '#lib/transactions/transaction';

vi.setConfig({ testTimeout: 120_000 });

// Not covered: a postmaster that dies, and a machine that does.

const CONNECTIONS = 24;
const FOLDERS = 3;
const LOAD_MS = 6_000;
/** A driver whose connection was killed may answer late, or never; what it then did shows in the books. */
const ANSWER_WITHIN_MS = 3_000;

let database: TestDatabase;
let watcher: Sql;

beforeAll(async () => {
  process.env.DATABASE_POOL = String(CONNECTIONS);
  database = await createTestDatabase();
  watcher = connect(database.url, 4, 'kaira watcher');
});

afterAll(async () => {
  await watcher?.end({ timeout: 5 });
  await database?.drop();
});

describe('while folders run', () => {
  test('200 payouts of 1.00 on a balance of 100.00: exactly 100 are accepted', async () => {
    const ctx = await makeClient();
    await collect(ctx, 100_00n);
    await fund(ctx, 1_000_00n);
    const folding = startFolding(FOLDERS);
    const outcomes = await Promise.all(Array.from({ length: 200 }, () => payOut(ctx, 1_00n)));
    expect(await folding.stop()).toEqual([]);
    expect(tally(outcomes)).toEqual({ done: 100, insufficient_balance: 100 });
    expect(await balance(ctx, 'available')).toBe(0n);
    expect(await balance(ctx, 'rail_float:PROVIDER_W')).toBe(900_00n);
    expect(await violations()).toEqual([]);
  });

  test('200 payouts on a float that reaches for 100: the others find it short', async () => {
    const ctx = await makeClient();
    await collect(ctx, 1_000_00n);
    await fund(ctx, 100_00n);
    const folding = startFolding(FOLDERS);
    const outcomes = await Promise.all(Array.from({ length: 200 }, () => payOut(ctx, 1_00n)));
    expect(await folding.stop()).toEqual([]);
    expect(tally(outcomes)).toEqual({ done: 100, float_short: 100 });
    expect(await balance(ctx, 'rail_float:PROVIDER_W')).toBe(0n);
    expect(await balance(ctx, 'available')).toBe(900_00n);
    expect(await violations()).toEqual([]);
  });

  test('payouts that end give their float to those that begin at the same time, and never twice', async () => {
    const ctx = await makeClient();
    await collect(ctx, 1_000_00n);
    await fund(ctx, 100_00n);
    const begun = await Promise.all(Array.from({ length: 100 }, () => accept(ctx, 1_00n)));
    expect(tally(begun.map((each) => each.outcome))).toEqual({ done: 100 });
    const folding = startFolding(FOLDERS);
    const ending = Promise.all(
      begun.map(async ({ change: { after } }, index) => {
        const trigger: Trigger =
          index % 2 === 0
            ? { kind: 'payout_delivered', railReference: `sim_${after.id}` }
            : {
                kind: 'payout_refused',
                failure: { code: 'RECIPIENT_NOT_FOUND', message: 'No such wallet.' },
              };
        return (await commitChanges(ctx, [decided(after, after, trigger)])).outcome;
      }),
    );
    const besides = await Promise.all(Array.from({ length: 100 }, () => payOut(ctx, 1_00n)));
    expect(tally(await ending)).toEqual({ done: 100 });
    const afterwards: string[] = [];
    while (afterwards.at(-1) !== 'float_short') afterwards.push(await payOut(ctx, 1_00n));
    expect(await folding.stop()).toEqual([]);
    expect(tally([...besides, ...afterwards]).done).toBe(50);
    expect(await balance(ctx, 'rail_float:PROVIDER_W')).toBe(0n);
    expect(await balance(ctx, 'available')).toBe(900_00n);
    expect(await violations()).toEqual([]);
    const [row] = await watcher`
      select (select sum(reserved_bututs) from accounts where client_id = ${ctx.client.id})
           + (select coalesce(sum(reserved_bututs), 0) from unfolded_entries where client_id = ${ctx.client.id}) as reserved`;
    expect(Number(row?.reserved)).toBe(0);
  });

  test('one payout repeated 64 times at once moves money once', async () => {
    const ctx = await makeClient();
    await collect(ctx, 100_00n);
    await fund(ctx, 100_00n);
    const outcomes = await Promise.all(
      Array.from({ length: 64 }, () => payOut(ctx, 1_00n, { clientReference: 'one' })),
    );
    expect(tally(outcomes)).toEqual({ done: 1, exists: 63 });
    expect(await balance(ctx, 'available')).toBe(99_00n);
    expect(await violations()).toEqual([]);
  });

  test('credits and debits on the same accounts lose no butut, and every look in between finds whole books', async () => {
    const ctxs = [await makeClient(), await makeClient()];
    const folding = startFolding(FOLDERS);
    const audits: string[][] = [];
    let done = false;
    const auditing = (async () => {
      while (!done) audits.push(await violations());
    })();
    const sums = ctxs.map(() => ({ credited: 0n, debited: 0n, refused: 0 }));
    await fund(ctxs[0]!, 1_000_000_00n);
    await fund(ctxs[1]!, 1_000_000_00n);
    await inParallel(CONNECTIONS, daily(60), async (lane, turn) => {
      const index = lane % ctxs.length;
      const ctx = ctxs[index]!;
      const sum = sums[index]!;
      if ((lane + turn) % 3 === 0) {
        await collect(ctx, 7_77n);
        sum.credited += 7_77n;
      } else {
        const outcome = await payOut(ctx, 3_33n);
        if (outcome === 'done') sum.debited += 3_33n;
        else sum.refused++;
        expect(['done', 'insufficient_balance']).toContain(outcome);
      }
    });
    done = true;
    await auditing;
    expect(await folding.stop()).toEqual([]);
    for (const [index, ctx] of ctxs.entries()) {
      const { credited, debited, refused } = sums[index]!;
      expect(await balance(ctx, 'available')).toBe(credited - debited);
      expect(await balance(ctx, 'held')).toBe(0n);
      expect(await balance(ctx, 'rail_float:PROVIDER_W')).toBe(1_000_000_00n - debited);
      expect(debited).toBeGreaterThan(0n);
      // Credits are outrun on purpose, so that the edge of the balance is met.
      expect(refused).toBeGreaterThan(0);
    }
    expect(audits.length).toBeGreaterThan(0);
    expect(audits.flat()).toEqual([]);
    expect(await violations()).toEqual([]);
  });

  test('folding to the end empties the unfolded sets and changes no balance', async () => {
    const ctx = await makeClient();
    await Promise.all(Array.from({ length: 20 }, () => collect(ctx, 5_00n)));
    const before = await balance(ctx, 'available');
    const folding = startFolding(FOLDERS);
    await expect
      .poll(
        async () => {
          const [row] = await watcher`
            select (select count(*)::int from unfolded_entries) + (select count(*)::int from unfolded_tallies) as rows`;
          return row?.rows;
        },
        { timeout: 15_000 },
      )
      .toBe(0);
    expect(await folding.stop()).toEqual([]);
    const [row] = await watcher`
      select (-balance_bututs)::text as balance from accounts where client_id = ${ctx.client.id} and name = 'available'`;
    expect([before, BigInt(row?.balance)]).toEqual([100_00n, 100_00n]);
  });
});

longTest(
  'backends that are killed in the middle leave whole books, and nothing acknowledged is lost',
  async () => {
    const ctx = await makeClient();
    await fund(ctx, 1_000_000_00n);
    const folding = startFolding(FOLDERS);
    let killed = 0;
    let done = false;
    const killing = (async () => {
      while (!done) {
        const rows = await watcher`
        select pg_terminate_backend(pid) as dead from pg_stat_activity
        where datname = current_database() and application_name in ('kaira', 'kaira folder') and state = 'active'
          and query ~ 'commit_|fold_' and pid <> pg_backend_pid()
        order by random() limit 1`;
        killed += rows.filter((row) => row.dead).length;
        await watcher`select pg_sleep(0.2)`;
      }
    })();
    const acknowledged: string[] = [];
    let lost = 0;
    const until = Date.now() + LOAD_MS;
    const lane = async (number: number) => {
      for (let turn = number; Date.now() < until; turn++) {
        const id = newId();
        try {
          const working = turn % 2 === 0 ? collect(ctx, 7_77n, { id }) : payOut(ctx, 3_33n, { id });
          if ((await answered(working)) === 'done') acknowledged.push(id);
        } catch (error) {
          if (!isDatabaseAway(error)) throw error;
          lost++;
        }
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, (_, number) => lane(number)));
    done = true;
    await killing;
    const errors = await folding.stop();
    expect(errors.filter((error) => !isDatabaseAway(error))).toEqual([]);
    // The kills met something, or this shows nothing.
    expect(killed).toBeGreaterThan(5);
    expect(lost).toBeGreaterThan(0);
    expect(acknowledged.length).toBeGreaterThan(20);
    const [row] = await watcher`
    select count(*)::int as kept from transactions where status = 'SUCCEEDED' and id = any(${acknowledged})`;
    expect(row?.kept).toBe(acknowledged.length);
    expect(await violations()).toEqual([]);
    await watcher`select fold_entries(), fold_tallies()`;
    expect(await violations()).toEqual([]);
  },
);

async function makeClient(): Promise<Context> {
  const id = newId();
  await watcher`
    insert into clients (id, name, business_phone, business_email, commission_bps) values (${id}, 'C', '', '', 0)`;
  const names = ['available', 'held', 'commission', 'float_funding', 'rail_collections:PROVIDER_W'];
  for (const name of [...names, 'rail_float:PROVIDER_W']) {
    await watcher`insert into accounts (client_id, environment, name) values (${id}, 'SANDBOX', ${name})`;
  }
  return systemContext({ id, name: 'C', commissionBps: 0 }, 'SANDBOX');
}

/** Begins a collection and has it paid, in two statements as in life. */
async function collect(ctx: Context, amountBututs: bigint, facts: Partial<Transaction> = {}) {
  const begun = decided(null, draft(ctx, { type: 'collection', amountBututs, ...facts }), {
    kind: 'initiated',
  });
  await commitChanges(ctx, [begun]);
  const { outcome } = await commitChanges(ctx, [
    decided(begun.after, begun.after, { kind: 'rail_succeeded' }),
  ]);
  return outcome;
}

async function accept(ctx: Context, amountBututs: bigint) {
  const change = decided(null, draft(ctx, { type: 'payout', amountBututs }), { kind: 'initiated' });
  return { change, outcome: (await commitChanges(ctx, [change])).outcome };
}

/** Accepts and delivers a payout in one statement. */
async function payOut(
  ctx: Context,
  amountBututs: bigint,
  facts: Partial<Transaction> = {},
): Promise<CommitOutcome['outcome']> {
  const accepted = decided(null, draft(ctx, { type: 'payout', amountBututs, ...facts }), {
    kind: 'initiated',
  });
  const { after } = accepted;
  const delivered = decided(after, after, { kind: 'payout_delivered', railReference: `sim_${after.id}` });
  return (await commitChanges(ctx, [accepted, delivered])).outcome;
}

function draft(
  ctx: Context,
  facts: Partial<Transaction> & Pick<Transaction, 'type' | 'amountBututs'>,
): Transaction {
  const id = newId();
  const asked = { id, clientReference: id, attempt: 1, provider: 'PROVIDER_W', ...facts };
  return newTransaction(ctx, { requestHash: requestHashOf(asked), ...asked }, ctx.now());
}

function decided(before: Transaction | null, transaction: Transaction, trigger: Trigger): Change {
  const change = decide(before, transaction, trigger, transaction.createdAt);
  if ('refused' in change) throw new Error(change.refused);
  return change;
}

async function fund(ctx: Context, bututs: bigint): Promise<void> {
  const leg = (account: string, amount: bigint) => ({
    client_id: ctx.client.id,
    account,
    amount_bututs: amount.toString(),
  });
  const funding = {
    client_id: ctx.client.id,
    environment: ctx.environment,
    now: ctx.now(),
    journal: {
      id: newId(),
      kind: 'float_funded',
      entries: [leg('rail_float:PROVIDER_W', bututs), leg('float_funding', -bututs)],
    },
  };
  await sqlClient()`select fund_float(${JSON.stringify(funding)}::text::jsonb)`;
}

/** The balance as the entries tell it, as people read it. */
async function balance(ctx: Context, account: string): Promise<bigint> {
  const [row] = await watcher`
    select coalesce(sum(amount_bututs), 0)::text as booked from entries
    where client_id = ${ctx.client.id} and environment = ${ctx.environment} and account = ${account}`;
  return account.startsWith('rail_') ? BigInt(row?.booked) : -BigInt(row?.booked);
}

async function violations(): Promise<string[]> {
  const lines = await auditLedger(watcher);
  return lines
    .filter((line) => line.violations > 0)
    .map((line) => `${line.name}: ${line.violations} (${line.examples.join(', ')})`);
}

/** Folds without a pause on as many connections. `stop` returns what went wrong. */
function startFolding(folders: number): { stop(): Promise<unknown[]> } {
  let stopped = false;
  const errors: unknown[] = [];
  const loops = Array.from({ length: folders }, async () => {
    const sql = connect(database.url, 1, 'kaira folder');
    while (!stopped) {
      await answered(sql`select fold_entries() + fold_tallies()`).catch((error) => errors.push(error));
    }
    await sql.end({ timeout: 5 });
  });
  return {
    async stop() {
      stopped = true;
      await Promise.all(loops);
      return errors;
    },
  };
}

/** Rejects as a database that is away would, if there is no answer in time. */
async function answered<T>(asked: PromiseLike<T>): Promise<T> {
  const timeout = new AbortController();
  const silence = sleep(ANSWER_WITHIN_MS, undefined, { signal: timeout.signal }).then(() => {
    throw Object.assign(new Error('no answer'), { code: 'CONNECT_TIMEOUT' });
  });
  silence.catch(() => {});
  try {
    return await Promise.race([asked, silence]);
  } finally {
    timeout.abort();
  }
}

async function inParallel(
  lanes: number,
  turns: number,
  work: (lane: number, turn: number) => Promise<void>,
): Promise<void> {
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (let turn = 0; turn < turns; turn++) await work(lane, turn);
    }),
  );
}

function tally(outcomes: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import postgres, { type Sql } from 'postgres';
import { closeDatabase, connect } from '#db/client';
import type { Transaction } from '#lib/transactions/transaction';
import { runAndClearUp } from '#proof/run-and-clear-up';
import { elapsed, step } from '#scripts/terminal';
import type { Behaviour } from './receiver.ts';
import {
  atRate,
  comesTrue,
  makeShops,
  openPayment,
  pay,
  quantile,
  type Receiver,
  type Shop,
  startDatabase,
  startReceiver,
  startWorker,
  strike,
} from './stage.ts';

// npm run webhooks:backlog [-- --seconds 60 --rate 100 --workers 1,2 --only none,dead-1 --fast --stale --snapshot --explain]
// Fifty clients with one sound endpoint each get their first attempts while others' endpoints have a backlog and are
// dead, slow or failing. Payments are opened before; in the window each is paid by the product's own verb at a fixed
// rate (lib/transactions/advance → commit_changes), whatever the workers manage. The backlog is inserted by SQL while
// the workers run, so that they meet it with plans and statistics of an empty table. Exits with 1 if the 95th
// percentile of the lag from the commit to the receiver's first sight is a second or more.

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    rate: { type: 'string', default: '100' },
    workers: { type: 'string', default: '1,2' },
    only: { type: 'string' },
    fast: { type: 'boolean', default: false },
    /** The planner knows the tables as they were when they were small, and autovacuum does not come. */
    stale: { type: 'boolean', default: false },
    /** A transaction stays open through the window, as a dump does: nothing that is dead can be cleaned up. */
    snapshot: { type: 'boolean', default: false },
    /** Prints the plan of a claim after each variant. */
    explain: { type: 'boolean', default: false },
  },
});

interface Variant {
  name: string;
  what: string;
  /** Of the clients with a backlog: how many endpoints each has, what those do, how many deliveries wait for each. */
  crowd: { endpoints: number[]; behaviour: Behaviour; waiting: number };
}

const dead: Behaviour = { kind: 'dead' };
const drips: Behaviour = { kind: 'drips', forMs: 9_000 };
const fails: Behaviour = { kind: 'fails' };
const sound: Behaviour = { kind: 'answers', delayMs: [0, 0], refusesFirst: false };
/** A client has 20 endpoints at most. */
const fifty = [20, 20, 10];

const variants: Variant[] = [
  { name: 'none', what: 'no backlog', crowd: { endpoints: [], behaviour: dead, waiting: 0 } },
  { name: 'dead-1', what: '1 dead × 100,000', crowd: { endpoints: [1], behaviour: dead, waiting: 100_000 } },
  { name: 'dead-50', what: '50 dead × 5,000', crowd: { endpoints: fifty, behaviour: dead, waiting: 5_000 } },
  {
    name: 'drip-50',
    what: '50 of 9 s × 5,000',
    crowd: { endpoints: fifty, behaviour: drips, waiting: 5_000 },
  },
  {
    name: 'fail-1',
    what: '1 that answers 500 × 100,000',
    crowd: { endpoints: [1], behaviour: fails, waiting: 100_000 },
  },
  {
    name: 'back-1',
    what: '1 that is sound again × 100,000',
    crowd: { endpoints: [1], behaviour: sound, waiting: 100_000 },
  },
  {
    name: 'dead-200',
    what: '200 dead × 500, of 200 clients',
    crowd: { endpoints: Array(200).fill(1), behaviour: dead, waiting: 500 },
  },
  {
    name: 'drip-100',
    what: '100 of 9 s × 1,000, of 5 clients',
    crowd: { endpoints: Array(5).fill(20), behaviour: drips, waiting: 1_000 },
  },
];

const liveClients = 50;
const seconds = Number(options.seconds);
const rate = Number(options.rate);
const payments = seconds * rate;
const mostP95Ms = 1_000;
const arriveWithinMs = 60_000;
/** PostgreSQL plans a statement of a function anew for five calls, which come with each second, then keeps a plan. */
const plannedAfterMs = 8_000;
/** Of the figures over time, the worst of windows this long. */
const windowMs = 5_000;

/** As lib/webhooks/deliver.ts has it. */
const claim = 'select * from claim_deliveries(256, 128, 4, 64, 30, gen_random_uuid())';

const startedAt = performance.now();
await runAndClearUp(run, () => closeDatabase().then(strike));

async function run(): Promise<void> {
  const url = await step('A PostgreSQL of its own', () => startDatabase(options.fast));
  console.log(
    `\nNode ${process.versions.node}, ${availableParallelism()} processors (${cpus()[0]?.model.trim()}), ` +
      `PostgreSQL with ${options.fast ? 'fsync and synchronous_commit off (--fast)' : 'fsync and synchronous_commit on'}${options.stale ? ', its statistics those of small tables, no autovacuum (--stale)' : ''}${options.snapshot ? ', a transaction open all the while (--snapshot)' : ''}; ` +
      `${liveClients} clients with a sound endpoint each, ${rate} events/s for ${seconds} s by the verbs\n`,
  );
  const lines: string[][] = [];
  for (const workers of options.workers.split(',').map(Number)) {
    for (const variant of variants) {
      if (options.only && !options.only.split(',').includes(variant.name)) continue;
      lines.push(await measure(url, variant, workers));
    }
  }
  print(lines);
  console.log(`\nDone in ${elapsed(startedAt)}`);
}

async function measure(url: string, variant: Variant, workerCount: number): Promise<string[]> {
  const { endpoints, behaviour, waiting } = variant.crowd;
  const title = `${variant.what}, ${workerCount} worker${workerCount > 1 ? 's' : ''}`;
  const sql = connect(url, 1, 'kaira trial');
  await sql`set statement_timeout = 0`;
  await sql`truncate deliveries`;
  await sql`update webhook_endpoints set deleted_at = now() where deleted_at is null`;
  const receiver = await startReceiver();
  const live = await makeShops(
    receiver,
    Array.from({ length: liveClients }, () => [sound]),
  );
  const crowd = await makeShops(
    receiver,
    endpoints.map((count) => Array(count).fill(behaviour)),
  );
  const opened = await step(`${title}: opening payments`, () => openPayments(live));
  if (options.stale) await sql`alter table deliveries set (autovacuum_enabled = off)`;
  if (options.stale) await sql`alter table events set (autovacuum_enabled = off)`;
  if (options.stale) await sql`analyze deliveries, events`;
  const workers = Array.from({ length: workerCount }, () => startWorker(url));
  await sleep(plannedAfterMs);
  if (waiting > 0) await step(`${title}: a backlog by SQL`, () => insertBacklog(sql, crowd, waiting));

  await sql`select pg_stat_statements_reset()`;
  const cpu = await startCpuClock(sql, {
    worker: workers.map((each) => each.pid),
    receiver: [receiver.pid],
    load: [process.pid],
  });
  const holder = options.snapshot ? connect(url, 1, 'kaira dump') : undefined;
  await holder?.unsafe(
    'set idle_in_transaction_session_timeout = 0; begin isolation level repeatable read; select count(*) from clients',
  );
  const committedAt = new Map<string, number>();
  const window = `${title}: ${payments} events`;
  await step(window, () =>
    atRate(payments, rate, async (index) => {
      const payment = opened[index]!;
      await pay(live[index % live.length]!, payment);
      committedAt.set(payment.id, Date.now());
    }),
  );
  const used = cpu();
  await holder?.unsafe('commit');
  await holder?.end();
  const claims = await claimStatistics(sql);
  const lags = await lagsOf(sql, receiver, live, committedAt);
  await Promise.all(workers.map((each) => each.stop()));
  const claimAlone = await timeClaims(url);
  if (options.explain) await explainClaim(url);
  const [crowdFacts] = await sql`
    select count(*) filter (where status = 'PENDING')::int as waiting, coalesce(sum(attempts), 0)::int as attempts
    from deliveries where client_id = any (${crowd.map((each) => each.ctx.client.id)}::uuid[])`;
  await sql.end();
  await receiver.stop();

  const p95 = quantile(lags.sinceCommit, 0.95);
  if (!(p95 < mostP95Ms) || lags.missing > 0) process.exitCode = 1;
  const milliseconds = (value: number) => value.toFixed(0);
  return [
    variant.name,
    String(workerCount),
    ...[0.5, 0.95, 0.99, 1].map((share) => milliseconds(quantile(lags.sinceCommit, share))),
    milliseconds(lags.worstP95),
    ...[0.5, 0.95].map((share) => milliseconds(quantile(lags.sinceCreated, share))),
    String(lags.missing),
    claims.perSecond.toFixed(0),
    claims.meanMs.toFixed(2),
    claims.maxMs.toFixed(0),
    claimAlone.toFixed(2),
    ...['worker', 'postgres', 'load', 'receiver'].map((name) =>
      used[name] === undefined ? '–' : `${(used[name] * 100).toFixed(0)}%`,
    ),
    String(crowdFacts?.attempts),
    String(crowdFacts?.waiting),
    p95 < mostP95Ms && lags.missing === 0 ? 'yes' : 'NO',
  ];
}

function print(lines: string[][]): void {
  const heads = [
    'variant',
    'workers',
    'p50',
    'p95',
    'p99',
    'max',
    'worst p95',
    'p50′',
    'p95′',
    'missing',
    'claims/s',
    'mean',
    'max',
    'alone',
    'worker',
    'postgres',
    'load',
    'receiver',
    'tried',
    'waiting',
    'p95 < 1 s',
  ];
  console.log(
    `\nLag in ms from the return of the commit to the first attempt at the receiver; worst p95: of ${windowMs / 1000} s; ′: from the ` +
      `event's created_at.\nClaims: as the workers call it, ms with its wait for the lock, by pg_stat_statements; alone: the median of ` +
      `claims that are rolled back, after the window.\nProcessors in the window; tried, waiting: attempts and rest of the backlog.\n`,
  );
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...lines.map((line) => line[column]!.length)),
  );
  for (const line of [heads, ...lines]) {
    console.log(
      line
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
        .join('  '),
    );
  }
}

async function openPayments(live: Shop[]): Promise<Transaction[]> {
  const opened: Transaction[] = Array(payments);
  let next = 0;
  const lane = async () => {
    while (next < payments) {
      const index = next++;
      opened[index] = await openPayment(live[index % live.length]!);
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  return opened;
}

/** Deliveries that have been due for an hour, each of an event of its own. */
async function insertBacklog(sql: Sql, crowd: Shop[], waiting: number): Promise<void> {
  for (const shop of crowd) {
    const { id: clientId } = shop.ctx.client;
    for (const endpoint of shop.endpoints) {
      await sql`
        with e as (
          insert into events (client_id, environment, id, transaction_id, sequence, event, body, legacy_body, position, created_at)
          select ${clientId}, 'SANDBOX', uuid_v7(at), id, 2, 'payment.succeeded',
                 format('{"event":"payment.succeeded","data":{"id":"%s","type":"collection","reference":"order-%s","amount":"150.00","currency":"GMD","status":"SUCCEEDED","provider":"PROVIDER_A","environment":"SANDBOX"}}', id, i),
                 null, event_position(), at
          from generate_series(1, ${waiting}::int) i
          cross join lateral (select gen_random_uuid() as id, now() - interval '1 hour' + make_interval(secs => i / 1000.0) as at) x
          returning *
        )
        insert into deliveries (client_id, environment, id, event_id, endpoint_id, transaction_id, event, status, run_at, created_at)
        select client_id, environment, uuid_v7(created_at), id, ${endpoint.id}, transaction_id, event, 'PENDING', created_at, created_at
        from e`;
    }
  }
}

async function lagsOf(sql: Sql, receiver: Receiver, live: Shop[], committedAt: Map<string, number>) {
  const clientIds = live.map((each) => each.ctx.client.id);
  await comesTrue(async () => {
    const [row] =
      await sql`select count(*)::int from deliveries where client_id = any (${clientIds}::uuid[]) and attempts = 0`;
    return row?.count === 0;
  }, arriveWithinMs);
  const createdAt = new Map<string, number>();
  for (const row of await sql`
    select transaction_id, extract(epoch from created_at)::float8 * 1000 as at from events
    where client_id = any (${clientIds}::uuid[])`) {
    createdAt.set(row.transaction_id, row.at);
  }
  const firsts = new Map<string, number>();
  for (const { transactionId, arrivedAt } of await receiver.log()) {
    if (committedAt.has(transactionId) && !firsts.has(transactionId)) firsts.set(transactionId, arrivedAt);
  }
  const entries = [...firsts].map(([id, at]) => ({
    at: committedAt.get(id)!,
    lag: at - committedAt.get(id)!,
  }));
  const windows = Map.groupBy(entries, ({ at }) => Math.floor(at / windowMs)).values();
  return {
    sinceCommit: entries.map((each) => each.lag),
    sinceCreated: [...firsts].map(([id, at]) => at - createdAt.get(id)!),
    worstP95: Math.max(
      ...[...windows].map((each) =>
        quantile(
          each.map(({ lag }) => lag),
          0.95,
        ),
      ),
    ),
    missing: payments - firsts.size,
  };
}

async function claimStatistics(sql: Sql): Promise<{ perSecond: number; meanMs: number; maxMs: number }> {
  const [row] = await sql`
    select sum(calls)::float8 as calls, (sum(total_exec_time) / sum(calls))::float8 as mean, max(max_exec_time)::float8 as max
    from pg_stat_statements where toplevel and query like '%from claim_deliveries(%'`;
  return { perSecond: row?.calls / seconds, meanMs: row?.mean, maxMs: row?.max };
}

/** A claim as a worker with free slots makes it, undone: ms, the median of 21. */
async function timeClaims(url: string): Promise<number> {
  const sql = connect(url, 1, 'kaira trial');
  const times: number[] = [];
  for (let turn = 0; turn < 21; turn++) {
    await sql
      .begin(async (tx) => {
        const before = performance.now();
        await tx.unsafe(claim);
        times.push(performance.now() - before);
        await tx`select 1 / 0`;
      })
      .catch(() => {});
  }
  await sql.end();
  return quantile(times, 0.5);
}

async function explainClaim(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: (notice) => console.log(notice.message) });
  await sql.unsafe(`
    load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_analyze = on;
    set auto_explain.log_buffers = on; set auto_explain.log_nested_statements = on; set client_min_messages = log`);
  await sql.unsafe(`begin; ${claim}; rollback`);
  await sql.end();
}

/** Starts counting; what it returns says how many processors each group has used on average since. Linux only. */
async function startCpuClock(
  sql: Sql,
  groups: Record<string, number[]>,
): Promise<() => Record<string, number | undefined>> {
  const [row] = await sql`select pg_backend_pid() as pid`;
  const postmaster = statOf(row?.pid)?.parent;
  const read = () => {
    const all = {
      ...groups,
      postgres: postmaster === undefined ? [] : [postmaster, ...childrenOf(postmaster)],
    };
    return Object.entries(all).map(([name, pids]) => {
      const ticks = pids.map((pid) => statOf(pid)?.ticks);
      return [
        name,
        ticks.includes(undefined) || ticks.length === 0
          ? undefined
          : ticks.reduce((sum = 0, each = 0) => sum + each, 0),
      ] as const;
    });
  };
  const before = Object.fromEntries(read());
  const since = performance.now();
  return () => {
    const ticksEach = (performance.now() - since) / 10;
    return Object.fromEntries(
      read().map(([name, ticks]) => [
        name,
        ticks === undefined || before[name] === undefined ? undefined : (ticks - before[name]) / ticksEach,
      ]),
    );
  };
}

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html; a tick is 10 ms. */
function statOf(pid: number): { parent: number; ticks: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    return { parent: fields[1]!, ticks: fields[11]! + fields[12]! };
  } catch {
    return undefined;
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && statOf(pid)?.parent === parent);
}

import { availableParallelism, cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { closeDatabase, connect } from '#db/client';
import { migrate } from '#db/migrate';
import { dropAttempts } from '#db/partitions';
import { applicationUrl } from '#db/roles';
import { createApiKey, createClient } from '#lib/clients/create-client';
import { initiateCollection } from '#lib/collections/initiate-collection';
import { systemContext } from '#lib/context';
import { forgetAnswers } from '#lib/jobs/retention';
import { auditLedger } from '#lib/ledger/audit';
import { fundFloat } from '#lib/ledger/fund-float';
import { bookCollectionNews } from '#lib/rail-work/book-collection';
import { settings } from '#lib/settings';
import { createEndpoint, newEndpoint } from '#lib/webhooks/endpoints';
import { build } from '#scripts/build';
import { elapsed, step } from '#scripts/terminal';
import { measureCosts, measureIdling } from './cost.ts';
import { FLOOR_CARRIES } from './floor.ts';
import type { Result, Run } from './load.ts';
import { measureSeals } from './seal-cost.ts';
import { fill, loader, median, memoryOf, root, serve, startDatabase, strike, work } from './stage.ts';
import { measureStatements } from './statement-cost.ts';

// npm run bench [-- --quick] [--fast] [--only a,b,c,g,h,i,k,l,m,p,s,w] [--rounds 3] [--profile b] [--baseline <another checkout>] [--statements]
//               [--sizes 1000,1000000]   how many transactions the databases of f have
// Everything on this machine: PostgreSQL, the servers and the load share its processors. Figures of two runs do not
// compare; the ratios of one run do, because its measures take turns. g, a minute of overload, h, settlements of
// one client and of many, i, what idling costs, k, what statements cost by what they carry, l, what a life and what
// idling cost, m, memory, p, server processes, r, what is old goes from f's large database, s, what sealed books cost,
// and w, worker processes, run where they are asked for.

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    fast: { type: 'boolean', default: false },
    only: { type: 'string', default: 'a,b,c,d,e,f' },
    rounds: { type: 'string' },
    baseline: { type: 'string' },
    profile: { type: 'string' },
    sizes: { type: 'string' },
    statements: { type: 'boolean', default: false },
  },
});

const parts = new Set(options.only.split(','));
const rounds = Number(options.rounds ?? 3);
const connections = 16;
/** What the client asks for who is beside a flood. */
const MODEST_PER_SECOND = 20;
/** That r forgets. */
const ANSWERS = options.quick ? 20_000 : 1_000_000;
/** Of the databases that f reads; the first is the small one. */
const sizes = (options.sizes ?? (options.quick ? '1000,10000' : '1000,1000000')).split(',').map(Number);
/** The first run of a measure warms it up; later rounds only wake it. */
const warmUp = { firstMs: options.quick ? 1_500 : 3_000, laterMs: 300 };
const windowMs = options.quick ? 1_500 : 5_000;
const readWindowMs = options.quick ? 500 : 1_500;
const wholeRunMs = (parts.has('m') || Math.max(...sizes) > 1_000_000 ? 60 : 10) * 60_000;

interface Measure {
  name: string;
  what: string;
  load: (run: Run) => Promise<Result>;
  windowMs: number;
  results: Result[];
}

const countedStatements = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'all',
  'pg_stat_statements.track_planning': 'on',
};
const measures = new Map<string, Measure>();
/** More than wait for each other in a second of overload. */
const OPEN_CONNECTIONS = 512;
let open:
  | {
      highest: number;
      calm: Result[];
      flooded: Result;
      overloadMs: number;
      /** Seconds until latency was as before. */
      recoveredAfter: number;
    }
  | undefined;
/** What a client who asks for little feels, by himself and beside a flood. */
const fairness: { what: string; alone: Result; beside: Result }[] = [];
/** The large database of f, where r follows. */
let retained: { databaseUrl: string; origin: string; key: string } | undefined;
let retainedFigures:
  | {
      before: { partitions: number; gigabytes: number; live: Result };
      after: { partitions: number; gigabytes: number; live: Result };
      dropped: number;
      droppedInMs: number;
      forgotten: { answers: number; seconds: number; longestMs: number };
      forgetting: Result;
    }
  | undefined;
/** The memory of a server, in MB, after so many requests. */
const memory: { requests: number; megabytes: number }[] = [];
/** What f reads over HTTP; {n} and {cursor} are another place in the history each time. */
const readPaths = {
  balance: '/api/v1/client/balance',
  stats: '/api/v1/client/stats',
  chart: '/api/v1/client/earnings-chart',
  list: '/api/v1/client/transactions',
  cursor: '/api/v1/client/transactions?cursor={cursor}',
  reference: '/api/v1/collections/status/order-{n}',
};

const startedAt = performance.now();
let overdue: NodeJS.Timeout | undefined;

process.chdir(root);
let stopping: Promise<void> | undefined;
const stop = () => (stopping ??= strike());
// A driver whose server is stopped under it throws where nobody can catch it.
process.on('uncaughtException', (error) => {
  if (stopping) return;
  console.error(error);
  void stop().finally(() => process.exit(1));
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void stop().finally(() => process.exit(130)));
}
try {
  overdue = setTimeout(() => {
    console.error(
      `\nStopped after ${wholeRunMs / 60_000} minutes; this much was measured, and the books were not audited.`,
    );
    printTable();
    printExpectations();
    void stop().finally(() => process.exit(1));
  }, wholeRunMs);
  await bench();
} catch (error) {
  // What was ended on purpose is missed by whoever waits for it.
  if (!stopping) {
    printTable();
    printExpectations();
    console.error(error);
    process.exitCode = 1;
  }
} finally {
  clearTimeout(overdue);
  await stop();
}

async function bench(): Promise<void> {
  await build();
  const url = await step('A PostgreSQL of its own', () =>
    startDatabase(options.fast, options.statements ? countedStatements : {}),
  );
  process.env.DATABASE_URL = url;
  process.env.KAIRA_SECRET = 'a secret of the bench, 32 characters or more';
  process.env.LOG_LEVEL = 'error';
  // For the endpoint of d's bare statements, which is never called.
  process.env.WEBHOOK_ALLOW_PRIVATE = '1';
  await migrate(url, applicationUrl(url));
  const databases = [url];

  console.log(
    `\nNode ${process.versions.node}, ${availableParallelism()} processors (${cpus()[0]?.model.trim()}), ${connections} connections, ` +
      `PostgreSQL with ${options.fast ? 'fsync and synchronous_commit off (--fast)' : 'fsync and synchronous_commit on'}, ` +
      `${rounds} rounds of ${windowMs / 1000} s (reads ${readWindowMs / 1000} s) in turns\n`,
  );
  if (['a', 'b', 'c'].some((part) => parts.has(part))) await initiations(url);
  if (parts.has('g')) await arrivals(url);
  if (parts.has('d')) databases.push(await webhooks(url));
  if (parts.has('e')) await payouts(url);
  if (parts.has('h')) databases.push(await settlements(url));
  if (parts.has('p')) await processes(url);
  if (parts.has('w')) databases.push(...(await workers(url)));
  if (parts.has('i')) await measureIdling({ url, baseline: options.baseline, rounds });
  if (parts.has('l')) {
    const newKeys = (own: string) =>
      within(own, async () => (await newClients(2, 'Costs')).map((each) => each.key));
    const { baseline } = options;
    databases.push(...(await measureCosts({ url, baseline, rounds, windowMs: 2 * windowMs, newKeys })));
  }
  if (parts.has('s')) {
    const own = await newDatabase(url, 'seals');
    // Not audited: half of what is written there is in no seal.
    await within(own, async () => measureSeals(own, await toldClients(8, 'Seals'), 4 * rounds));
  }
  if (parts.has('k')) {
    const newClients = (own: string) => within(own, () => toldClients(2, 'Statements'));
    databases.push(await measureStatements({ url, baseline: options.baseline, rounds, newClients }));
  }
  if (parts.has('m')) await remembering(url);
  if (parts.has('f')) databases.push(...(await reads(url)));
  printTable();
  printExpectations();
  if (options.statements) await printStatements(url);
  await closeDatabase();
  await audit(databases);
  console.log(`\nDone in ${elapsed(startedAt)}`);
}

async function initiations(url: string): Promise<void> {
  const client = await newClient('Initiations');
  const job = (origin: string) => ({ kind: 'collections', origin, keys: [client.key] }) as const;
  if (parts.has('a')) {
    await add('a', 'the SQL of one initiation, no HTTP', { kind: 'sql', client: client.profile }, url);
    const bare = await serve('bare', url, { BENCH_CLIENT: JSON.stringify(client.profile) });
    await add('a′', 'a bare node:http server that runs it', job(bare), url);
  }
  if (parts.has('b')) {
    const profiled =
      options.profile === 'b' ? { BENCH_NODE_OPTIONS: '--cpu-prof --cpu-prof-dir=/tmp/kaira-prof' } : {};
    await add(
      'b',
      'POST /collections/initiate, server.ts',
      job(await serve('server.ts', url, profiled)),
      url,
    );
    if (options.baseline) {
      const origin = await serve('server.ts', url, {}, options.baseline);
      await add('b₀', `the same in ${options.baseline}`, job(origin), url);
    }
  }
  if (parts.has('c')) {
    await add('c', 'the same, next start', job(await serve('next start', url)), url);
  }
  await takeTurns('a', 'b', 'c');
}

/** What customers feel: requests come at their own pace, at half of what the server takes at most, then at twice as much. */
async function arrivals(url: string): Promise<void> {
  const client = await newClient('Arrivals');
  const origin = await serve('server.ts', url);
  const load = await loader({ kind: 'collections', origin, keys: [client.key] }, OPEN_CONNECTIONS, url);
  await step('Measuring g', async () => {
    const highest = await highestRate(load);
    const half = Math.round(highest / 2);
    const calm: Result[] = [];
    for (let round = 0; round < rounds; round++)
      calm.push(await load({ warmMs: 1_000, windowMs, perSecond: half }));
    const overloadMs = options.quick ? 6_000 : 60_000;
    const flooded = await load({ warmMs: 0, windowMs: overloadMs, perSecond: Math.round(highest * 2) });
    const calmP99 = median(calm.map((each) => each.p99Ms));
    // Second by second, until it is as before.
    let recoveredAfter = Number.POSITIVE_INFINITY;
    for (let second = 1; second <= 20 && recoveredAfter === Number.POSITIVE_INFINITY; second++) {
      const after = await load({ warmMs: 0, windowMs: 1_000, perSecond: half });
      if (after.refused === 0 && after.p99Ms < Math.max(25, 2 * calmP99)) recoveredAfter = second;
    }
    open = { highest, calm, flooded, overloadMs, recoveredAfter };
  });
}

/** In closed loops on as many connections as the other measures have. */
async function highestRate(load: (run: Run) => Promise<Result>): Promise<number> {
  const results: Result[] = [];
  for (let round = 0; round < rounds; round++)
    results.push(
      await load({ warmMs: round === 0 ? warmUp.firstMs : warmUp.laterMs, windowMs, lanes: connections }),
    );
  return median(results.map(rateOf));
}

async function webhooks(url: string): Promise<string> {
  // No server works here: it would send what the statements only write.
  const bareUrl = await newDatabase(url, 'lives');
  const bare = await within(bareUrl, () => toldClients(16, 'Lives'));
  await add(
    'd SQL',
    'the SQL of such lives, each statement by itself',
    { kind: 'life', clients: bare },
    bareUrl,
  );
  const origin = await serve('server.ts', url, { SANDBOX_RESOLVE_MS: '0' });
  for (const clients of [1, 16]) {
    const keys = (await newClients(clients, 'Webhooks')).map((each) => each.key);
    const name = `d${clients}`;
    const what = `initiate → settled → webhook received, ${clients === 1 ? 'one endpoint' : `${clients} endpoints`}`;
    await add(name, what, { kind: 'webhooks', origin, keys, inFlight: 64 }, url);
  }
  await takeTurns('d');
  return bareUrl;
}

/** A database of its own, without a worker: the load folds, as a worker would. */
async function settlements(url: string): Promise<string> {
  const databaseUrl = await newDatabase(url, 'settlements');
  for (const count of [1, 100]) {
    const clients = await within(databaseUrl, () => newClients(count, 'Settlements'));
    const job = { kind: 'settlements', clients: clients.map((each) => each.profile) } as const;
    const what = `initiated and settled, ${count === 1 ? 'one client' : `${count} clients`}, no HTTP`;
    await add(`h${count}`, what, job, databaseUrl);
    if (count === 1) continue;
    const crowd = 2 * FLOOR_CARRIES;
    await add('h many', `the same, ${crowd} at once`, job, databaseUrl, { connections: crowd });
    const floor = { kind: 'floor', clients: job.clients } as const;
    await add('h floor', 'the least SQL that leaves the same', floor, databaseUrl, { connections: 2 });
  }
  await takeTurns('h');
  return databaseUrl;
}

/**
 * What more server processes are good for where everything shares the processors, and what a client who asks for little
 * feels while another asks for all that there is.
 */
async function processes(url: string): Promise<void> {
  const client = await newClient('Processes');
  const modest = await newClient('Modest');
  const origins = new Map<number, string>();
  for (const count of [1, 2, 4]) {
    const origin = await serve('servers', url, { BENCH_SERVERS: String(count) });
    origins.set(count, origin);
    const what = `POST /collections/initiate, ${count} server process${count === 1 ? '' : 'es'}`;
    await add(`p${count}`, what, { kind: 'collections', origin, keys: [client.key] }, url, {
      connections: 64,
    });
  }
  await takeTurns('p');
  for (const [count, origin] of origins) {
    const load = await loader({ kind: 'collections', origin, keys: [modest.key] }, 8, url);
    await besideFlood(`p${count}`, `${MODEST_PER_SECOND} requests a second`, load, MODEST_PER_SECOND);
  }
}

/** What more workers are good for, whose servers have none; each number of them on a database of its own. */
async function workers(url: string): Promise<string[]> {
  const databases: string[] = [];
  const modest = new Map<string, Measure['load']>();
  for (const count of [1, 2, 4]) {
    const databaseUrl = await newDatabase(url, `workers${count}`);
    databases.push(databaseUrl);
    const [own, ...others] = await within(databaseUrl, () => newClients(17, 'Workers'));
    const atOnce = { SANDBOX_RESOLVE_MS: '0' };
    const origin = await serve('server.ts', databaseUrl, { ...atOnce, KAIRA_WORKER: 'off' });
    await work(count, databaseUrl, atOnce);
    const what = `initiate → settled → webhook received, ${count} worker${count === 1 ? '' : 's'}`;
    const keys = others.map((each) => each.key);
    await add(`w${count}`, what, { kind: 'webhooks', origin, keys, inFlight: 64 }, databaseUrl);
    const job = { kind: 'webhooks', origin, keys: [own!.key], inFlight: 1 } as const;
    modest.set(`w${count}`, await loader(job, 1, databaseUrl));
  }
  await takeTurns('w');
  for (const [name, load] of modest) await besideFlood(name, 'one life after the other', load);
  return databases;
}

/** A modest client's load by itself, and while the measure of that name runs. */
async function besideFlood(
  name: string,
  what: string,
  load: Measure['load'],
  perSecond?: number,
): Promise<void> {
  await step(`Measuring a modest client beside the flood, ${name}`, async () => {
    const pace = perSecond === undefined ? {} : { perSecond };
    const alone = await load({ warmMs: 500, windowMs, ...pace });
    const flood = measures.get(name)!.load({ warmMs: 0, windowMs: windowMs + 1_000 });
    const beside = await load({ warmMs: 500, windowMs, ...pace });
    await flood;
    fairness.push({ what: `${name}: ${what}`, alone, beside });
  });
}

/** What a server keeps, as requests go by. */
async function remembering(url: string): Promise<void> {
  const client = await newClient('Memory');
  const origin = await serve('server.ts', url);
  const load = await loader({ kind: 'collections', origin, keys: [client.key] }, connections, url);
  const last = options.quick ? 20_000 : 1_000_000;
  await step(`Measuring m, ${last.toLocaleString('en')} requests`, async () => {
    let requests = 0;
    for (const mark of [10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000]) {
      if (mark > last) break;
      while (requests < mark) requests += (await load({ warmMs: 0, windowMs: 2_000 })).count;
      memory.push({ requests, megabytes: await memoryOf(origin) });
    }
  });
}

async function payouts(url: string): Promise<void> {
  const origin = await serve('server.ts', url);
  for (const clients of [1, 100]) {
    const made = await newClients(clients, 'Payouts');
    for (const { profile } of made) await giveMoney(profile, clients === 1 ? 5 : 1);
    const what = `payouts of ${clients === 1 ? 'one client' : `${clients} clients`}`;
    await add(`e${clients}`, what, { kind: 'payouts', origin, keys: made.map((each) => each.key) }, url);
  }
  await takeTurns('e');
}

/** Two databases, so that the small one is small in every respect; each with a server of its own. */
async function reads(url: string): Promise<string[]> {
  const databases: string[] = [];
  for (const [index, transactions] of sizes.entries()) {
    const mark = index === 0 ? 'small' : 'large';
    const days = transactions < 10_000 ? 30 : 365;
    const databaseUrl = await newDatabase(url, mark);
    databases.push(databaseUrl);
    const title = `${transactions.toLocaleString('en')} transactions in ${days} days, by SQL`;
    const isKept = parts.has('r') && mark === 'large';
    const { key, profile } = await step(title, () => fill(databaseUrl, transactions, days, isKept));
    // The server would drop what is old as soon as it starts.
    const own = isKept ? { WEBHOOK_ATTEMPTS_KEPT_DAYS: '36500', SANDBOX_RESOLVE_MS: '0' } : {};
    const origin = await serve('server.ts', databaseUrl, own);
    for (const [name, path] of Object.entries(readPaths)) {
      const job = { kind: 'get', origin, keys: [key], path, among: transactions, days } as const;
      const what = `GET ${path}, ${transactions.toLocaleString('en')} transactions`;
      await add(`f ${name} ${mark}`, what, job, databaseUrl, { connections: 4, windowMs: readWindowMs });
    }
    const what = `the dashboard's search by a reference, ${transactions.toLocaleString('en')} transactions`;
    const job = { kind: 'search', client: profile, among: transactions } as const;
    await add(`f search ${mark}`, what, job, databaseUrl, { connections: 4, windowMs: readWindowMs });
    // A hundredth of all have it; in a large database hardly any of them is among the newest.
    const oldest = { ...job, beginning: 'order-12' };
    await add(`f beginning ${mark}`, what.replace('a reference', 'its beginning'), oldest, databaseUrl, {
      connections: 2,
      windowMs: readWindowMs,
    });
    if (isKept) retained = { databaseUrl, origin, key };
  }
  for (const each of databases) await step('Waiting for PostgreSQL to have tidied up', () => tidied(each));
  // The two sizes of one read follow each other.
  await takeTurns('f', (a, b) => a.split(' ')[1]!.localeCompare(b.split(' ')[1]!));
  if (retained) await retention(retained);
  return databases;
}

/** What was written by SQL at once is read and frozen by autovacuum for minutes, which no database of that age would be. */
async function tidied(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await sql`checkpoint`;
  for (let calm = 0; calm < 10; calm++) {
    const [row] = await sql`
      select count(*)::int as workers from pg_stat_activity where backend_type = 'autovacuum worker' and datname = current_database()`;
    if (row?.workers > 0) calm = 0;
    await sleep(500);
  }
  await sql.end();
}

/** What goes when it is old, and whether anybody notices: collections are initiated, settled and their webhooks sent meanwhile. */
async function retention({ databaseUrl, origin, key }: NonNullable<typeof retained>): Promise<void> {
  const job = { kind: 'webhooks', origin, keys: [key], inFlight: 16 } as const;
  const load = await loader(job, connections, databaseUrl);
  const live = () => load({ warmMs: 1_000, windowMs: 8_000 });
  const sql = postgres(databaseUrl, { max: 2, onnotice: () => {} });
  await step('Measuring r', async () => {
    const sizeOf = async () => {
      const [row] = await sql`
        select count(*)::int as partitions, sum(pg_total_relation_size(oid))::float8 / 1e9 as gigabytes
        from partitions where "table" = 'delivery_attempts'`;
      return row as { partitions: number; gigabytes: number };
    };
    const before = { ...(await sizeOf()), live: await live() };
    const during = live();
    await sleep(4_000);
    const droppedAt = performance.now();
    const dropped = await dropAttempts(sql, 180);
    const droppedInMs = performance.now() - droppedAt;
    const after = { ...(await sizeOf()), live: await during };
    // A month of answers is kept; of these, nine of ten have had theirs.
    await sql`
      insert into idempotency_keys (client_id, environment, key, fingerprint, response_status, response_sealed, lease_until, created_at)
      select id, 'SANDBOX', 'key-' || i, sha256(i::text::bytea), 200, decode(repeat('5a', 600), 'hex'), at, at
      from (select id from clients limit 1) c, generate_series(1, ${ANSWERS}::int) i
      cross join lateral (select now() - interval '300 days' * (1 - i / ${ANSWERS}::float8) as at) a`;
    const forgetting = live();
    const forgotten = await within(databaseUrl, async () => {
      let [answers, longestMs] = [0, 0];
      const begun = performance.now();
      for (let step = -1; step !== 0; answers += step) {
        const begunStep = performance.now();
        step = await forgetAnswers(10_000);
        longestMs = Math.max(longestMs, performance.now() - begunStep);
      }
      return { answers, seconds: (performance.now() - begun) / 1000, longestMs };
    });
    retainedFigures = {
      before,
      after,
      dropped: dropped.length,
      droppedInMs,
      forgotten,
      forgetting: await forgetting,
    };
  });
  await sql.end();
}

async function add(
  name: string,
  what: string,
  job: Parameters<typeof loader>[0],
  url: string,
  own: { connections?: number; windowMs?: number } = {},
): Promise<void> {
  const load = await loader(job, own.connections ?? connections, url);
  measures.set(name, { name, what, load, windowMs: own.windowMs ?? windowMs, results: [] });
}

/** Round by round, so that what else this machine does falls on all of them alike. */
async function takeTurns(...args: (string | ((a: string, b: string) => number))[]): Promise<void> {
  const order = args.find((each) => typeof each === 'function');
  const letters = args.filter((each) => typeof each === 'string');
  const names = [...measures.keys()].filter((name) => letters.includes(name[0]!));
  const turns = order ? names.sort(order) : names;
  await step(`Measuring ${letters.join(', ')}`, async () => {
    for (let round = 0; round < rounds; round++) {
      for (const name of turns) {
        const { load, results, windowMs } = measures.get(name)!;
        results.push(await load({ warmMs: round === 0 ? warmUp.firstMs : warmUp.laterMs, windowMs }));
      }
    }
  });
}

function rateOf(result: Result): number {
  return result.count / result.seconds;
}

function printTable(): void {
  const line = (...cells: string[]) =>
    console.log(
      cells
        .map((cell, column) =>
          column < 2 ? cell.padEnd(column === 0 ? 18 : 58) : cell.padStart(column === 3 ? 15 : 9),
        )
        .join(' '),
    );
  console.log();
  line('', '', 'median/s', 'min–max/s', 'p50 ms', 'p99 ms');
  let refused = 0;
  for (const { name, what, results } of measures.values()) {
    if (results.length === 0) continue;
    const rates = results.map(rateOf);
    const p50 = median(results.map((each) => each.p50Ms));
    const p99 = median(results.map((each) => each.p99Ms));
    const spread = `${Math.min(...rates).toFixed(0)}–${Math.max(...rates).toFixed(0)}`;
    line(name, what, median(rates).toFixed(0), spread, p50.toFixed(2), p99.toFixed(2));
    const unfit = results.reduce((sum, each) => sum + each.refused, 0);
    if (unfit > 0) console.log(`${''.padEnd(18)} ${unfit} answers were not 200`);
    refused += unfit;
  }
  if (refused > 0) process.exitCode = 1;
}

/** Where the database's time went, those of functions by themselves too. https://www.postgresql.org/docs/current/pgstatstatements.html */
async function printStatements(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await sql`create extension if not exists pg_stat_statements`;
  const rows = await sql`
    select calls::int, total_exec_time as total, total_plan_time as planning, mean_exec_time as mean, rows::float8 / calls as rows,
           (shared_blks_hit + shared_blks_read)::float8 / calls as blocks, toplevel,
           left(regexp_replace(query, '\\s+', ' ', 'g'), 110) as query
    from pg_stat_statements where calls > 0 order by total_exec_time + total_plan_time desc limit 40`;
  await sql.end();
  console.log('\n   total ms  plan ms     calls   mean ms  blocks   rows');
  for (const { calls, total, planning, mean, rows: count, blocks, toplevel, query } of rows) {
    const numbers = [
      total.toFixed(0).padStart(11),
      planning.toFixed(0).padStart(8),
      String(calls).padStart(9),
      mean.toFixed(3).padStart(9),
    ];
    numbers.push(blocks.toFixed(0).padStart(7), count.toFixed(1).padStart(6));
    console.log(`${numbers.join(' ')}  ${toplevel ? '' : '· '}${query}`);
  }
}

/** What issue 2 expects, beside what was got. */
function printExpectations(): void {
  const rate = (name: string) => median(measures.get(name)?.results.map(rateOf) ?? []);
  const p50 = (name: string) => median(measures.get(name)?.results.map((each) => each.p50Ms) ?? []);
  const p99 = (name: string) => median(measures.get(name)?.results.map((each) => each.p99Ms) ?? []);
  const line = (what: string, value: number, expected?: { atLeast?: number; atMost?: number }) => {
    if (Number.isNaN(value) || value === undefined) return;
    const { atLeast = 0, atMost = Number.POSITIVE_INFINITY } = expected ?? {};
    const wanted = expected?.atLeast ? `expected ≥ ${atLeast}` : expected ? `expected ≤ ${atMost}` : '';
    const verdict = expected ? (value >= atLeast && value <= atMost ? 'yes' : 'NO') : '';
    console.log(`${what.padEnd(44)} ${value.toFixed(2).padStart(6)}   ${wanted.padEnd(16)} ${verdict}`);
  };
  console.log();
  line('b / a   HTTP against the bare SQL', rate('b') / rate('a'), { atLeast: 0.3 });
  line('b / a′  our work against a bare server', rate('b') / rate('a′'));
  line('b / c   server.ts against next start', rate('b') / rate('c'), { atLeast: 2.5 });
  line('b / b₀  against the other checkout', rate('b') / rate('b₀'));
  line('d16 / d SQL  a whole life against its bare SQL', rate('d16') / rate('d SQL'), { atLeast: 0.35 });
  line('h1 / h100  settlements of one against of many', rate('h1') / rate('h100'), { atLeast: 0.9 });
  line('h many / h floor  the verbs against the least SQL', rate('h many') / rate('h floor'), {
    atLeast: 0.5,
  });
  line('p2 / p1  two server processes against one', rate('p2') / rate('p1'));
  line('p4 / p1  four against one', rate('p4') / rate('p1'));
  line('w2 / w1  two workers against one', rate('w2') / rate('w1'));
  line('w4 / w1  four against one', rate('w4') / rate('w1'));
  for (const { what, alone, beside } of fairness) {
    const told = ({ p50Ms, p99Ms }: Result) => `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`;
    console.log(
      `  ${what} of another client: alone ${told(alone)}; beside the flood ${told(beside)}; ${beside.refused} refused`,
    );
  }
  const [early, late] = [memory[0], memory.at(-1)];
  if (early && late) {
    for (const { requests, megabytes } of memory) {
      console.log(`  m: after ${requests.toLocaleString('en')} requests ${megabytes.toFixed(0)} MB`);
    }
    line('m memory, last against first', late.megabytes / early.megabytes, { atMost: 1.2 });
  }
  line('e1 / e100  payouts of one against of many', rate('e1') / rate('e100'), { atLeast: 0.6 });
  if (open) {
    const { statuses = {} } = open.flooded;
    const shed = (statuses[503] ?? 0) + (statuses[429] ?? 0);
    const other = open.flooded.count - shed - (statuses[200] ?? 0) + (statuses[0] ?? 0);
    line('g p99 ms of arrivals at half of the highest rate', median(open.calm.map((each) => each.p99Ms)), {
      atMost: 25,
    });
    line('g twice the highest rate: neither 200, 429 nor 503', other, { atMost: 0 });
    line('g … answered 200 ÷ highest rate', (statuses[200] ?? 0) / open.flooded.seconds / open.highest);
    line('g … p99 ms of all answers', open.flooded.p99Ms);
    line('g … seconds until as before', open.recoveredAfter, { atMost: 10 });
    console.log(
      `  g: highest ${open.highest.toFixed(0)}/s in closed loops; overload ${open.overloadMs / 1000} s: ${JSON.stringify(statuses)}`,
    );
  }
  if (retainedFigures) {
    const { before, after, dropped, droppedInMs, forgotten, forgetting } = retainedFigures;
    const told = ({ count, seconds, p50Ms, p99Ms }: Result) =>
      `${(count / seconds).toFixed(0)} lives/s, p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms`;
    console.log(
      `  r: ${dropped} of ${before.partitions} months of attempts dropped in ${droppedInMs.toFixed(0)} ms, ${before.gigabytes.toFixed(1)} GB → ${after.gigabytes.toFixed(1)} GB`,
    );
    console.log(
      `  r: ${forgotten.answers.toLocaleString('en')} answers forgotten in ${forgotten.seconds.toFixed(1)} s, ${forgotten.longestMs.toFixed(0)} ms the longest step`,
    );
    console.log(
      `  r: without either ${told(before.live)}; while months went ${told(after.live)}; while answers went ${told(forgetting)}`,
    );
  }
  const [small, large] = sizes.map((size) => size.toLocaleString('en'));
  for (const name of [...Object.keys(readPaths), 'search']) {
    const [few, many] = [`f ${name} small`, `f ${name} large`];
    line(`f ${name}, p50, ${large} against ${small}`, p50(many) / p50(few));
    line(`f ${name}, p99, ${large} against ${small}`, p99(many) / p99(few), { atMost: 1.3 });
  }
}

async function audit(databases: string[]): Promise<void> {
  let violations = 0;
  console.log();
  await step('Auditing the books', async () => {
    for (const url of databases) {
      const sql = connect(url, 1, 'kaira audit');
      // The rows are younger than the last look of autovacuum, and the recount's joins need to know how many there are.
      await sql`set statement_timeout = 0`;
      await sql`analyze`;
      for (const line of await auditLedger(sql)) {
        if (line.violations > 0)
          console.log(`  ${line.violations} × ${line.name}: ${line.examples.join(', ')}`);
        violations += line.violations;
      }
      await sql.end();
    }
  });
  console.log(`  ${violations} violations in ${databases.length} database${databases.length > 1 ? 's' : ''}`);
  if (violations > 0) process.exitCode = 1;
}

async function newDatabase(url: string, name: string): Promise<string> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await sql`create database ${sql(name)}`;
  await sql.end();
  const made = new URL(url);
  made.pathname = `/${name}`;
  await migrate(made.href, applicationUrl(made.href));
  return made.href;
}

/** Does something in another database than the bench's own. */
async function within<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
  const known = settings();
  const own = known.DATABASE_URL;
  await closeDatabase();
  known.DATABASE_URL = url;
  try {
    return await work();
  } finally {
    await closeDatabase();
    known.DATABASE_URL = own;
  }
}

async function newClients(count: number, name: string) {
  return Promise.all(Array.from({ length: count }, (_, index) => newClient(`${name} ${count}/${index}`)));
}

/** Each with an endpoint that nobody calls. */
async function toldClients(count: number, name: string) {
  const clients = await newClients(count, name);
  for (const { profile } of clients) {
    const body = newEndpoint.parse({ url: 'http://127.0.0.1:9999/', events: ['payment.succeeded'] });
    await createEndpoint(systemContext(profile, 'SANDBOX'), body);
  }
  return clients.map((each) => each.profile);
}

async function newClient(name: string) {
  const id = await createClient({ name, businessPhone: '+2207012345', businessEmail: 'bench@example.com' });
  return { profile: { id, name, commissionBps: 150 }, key: await createApiKey(id, 'SANDBOX') };
}

/** A hundred thousand dalasis a collection, and a float that never ends. */
async function giveMoney(client: { id: string; name: string; commissionBps: number }, collections: number) {
  const ctx = systemContext(client, 'SANDBOX');
  for (let number = 1; number <= collections; number++) {
    const { transaction } = await initiateCollection(ctx, {
      amount: 100_000_00n,
      currency: 'GMD',
      client_reference: `capital-${number}`,
      provider: 'PROVIDER_W',
      metadata: {},
    });
    await bookCollectionNews(ctx, transaction, { state: 'SUCCEEDED' });
  }
  await fundFloat(ctx, 'PROVIDER_W', 10_000_000_00n);
}

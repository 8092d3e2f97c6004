import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { loader, median, migrateFrom, pidOf, root, serve } from './stage.ts';

// What a payment costs and what nothing costs, as processor time by /proc, which other work on the machine hardly
// changes; wall time says what else the machine did. https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html

/** 1/sysconf(_SC_CLK_TCK), which is 100 on every Linux. */
const TICK_MS = 10;
const LIVES_PER_SECOND = 200;
const CONNECTIONS = 12;
/** What a server does once, right after its start, is over by then. */
const SETTLED_AFTER_MS = 10_000;
const IDLE_MS = 20_000;

interface Side {
  name: string;
  url: string;
  origin: string;
  withEndpoint: Load;
  withoutEndpoint: Load;
  results: { withEndpoint: Cost[]; withoutEndpoint: Cost[]; idle: Cost[] };
}

type Load = Awaited<ReturnType<typeof loader>>;

interface Cost {
  lives: number;
  seconds: number;
  postgresMs: number;
  nodeMs: number;
  walBytes: number;
  storedBytes: number;
  statements: number;
}

export interface CostPlan {
  url: string;
  baseline: string | undefined;
  rounds: number;
  windowMs: number;
  /** Two clients of a database, with their keys; only lives with an endpoint send webhooks. */
  newKeys(databaseUrl: string): Promise<string[]>;
}

/** Measures and prints; returns the databases, for the audit. Two checkouts take turns, each with a database of its own. */
export async function measureCosts(plan: CostPlan): Promise<string[]> {
  const sides: Side[] = [];
  for (const [name, from] of checkouts(plan)) sides.push(await prepareSide(plan, name, from));
  for (const side of sides)
    await side.withEndpoint({ warmMs: 0, windowMs: plan.windowMs, perSecond: LIVES_PER_SECOND });
  for (let round = 0; round < plan.rounds; round++) {
    for (const side of sides) {
      const run = { warmMs: 0, windowMs: plan.windowMs, perSecond: LIVES_PER_SECOND };
      side.results.withEndpoint.push(await costOf(side, () => side.withEndpoint(run)));
      side.results.withoutEndpoint.push(await costOf(side, () => side.withoutEndpoint(run)));
      side.results.idle.push(await costOf(side, () => sleep(plan.windowMs)));
    }
  }
  for (const side of sides) print(side);
  return sides.filter(({ name }) => name === 'here').map(({ url }) => url);
}

/** What a server costs that nobody asks for anything. */
export async function measureIdling(plan: Pick<CostPlan, 'url' | 'baseline' | 'rounds'>): Promise<void> {
  const sides = [];
  for (const [name, from] of checkouts(plan)) {
    sides.push({ name, ...(await startServer(plan.url, `idle_${name}`, from)), idle: [] as Cost[] });
  }
  await sleep(SETTLED_AFTER_MS);
  for (let round = 0; round < plan.rounds; round++) {
    for (const side of sides) side.idle.push(await costOf(side, () => sleep(IDLE_MS)));
  }
  for (const { name, idle } of sides) printIdle('i', name, idle);
}

function checkouts({
  baseline,
}: {
  baseline: string | undefined;
}): (readonly [name: string, from: string])[] {
  return [['here', root] as const, ...(baseline ? [['baseline', baseline] as const] : [])];
}

/** With a database of its own. */
async function startServer(near: string, database: string, from: string) {
  const made = new URL(near);
  made.pathname = `/${database}`;
  const sql = postgres(near, { max: 1, onnotice: () => {} });
  await sql`create database ${sql(database)}`;
  await sql.end();
  await migrateFrom(from, made.href);
  return { url: made.href, origin: await serve('server.ts', made.href, { SANDBOX_RESOLVE_MS: '0' }, from) };
}

async function prepareSide(plan: CostPlan, name: string, from: string): Promise<Side> {
  const { url, origin } = await startServer(plan.url, `costs_${name}`, from);
  const [keys, silent] = [await plan.newKeys(url), await plan.newKeys(url)];
  const webhooks = { kind: 'webhooks', origin, keys, inFlight: CONNECTIONS } as const;
  const withEndpoint = await loader(webhooks, CONNECTIONS, url);
  const collections = { kind: 'collections', origin, keys: silent, amount: '100.00' } as const;
  const withoutEndpoint = await loader(collections, CONNECTIONS, url);
  const results = { withEndpoint: [], withoutEndpoint: [], idle: [] };
  return { name, url, origin, withEndpoint, withoutEndpoint, results };
}

async function costOf(
  { url, origin }: Pick<Side, 'url' | 'origin'>,
  work: () => Promise<unknown>,
): Promise<Cost> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const look = async () => {
    const [row] = await sql`
      select (select count(*) from transactions where status = 'SUCCEEDED')::int as lives, pg_backend_pid() as pid,
             (pg_current_wal_lsn() - '0/0')::float8 as wal, pg_database_size(current_database())::float8 as stored,
             (select xact_commit from pg_stat_database where datname = current_database())::int as statements`;
    const cpu = { postgres: await cpuMsOfFamily(row?.pid), node: await cpuMsOf(pidOf(origin)) };
    return { ...(row as { lives: number; wal: number; stored: number; statements: number }), ...cpu };
  };
  // What a session counts is told to the others within a second.
  await sleep(1_000);
  const before = await look();
  const begun = performance.now();
  await work();
  // What was begun is ended, as everything of a life belongs to it.
  await sleep(1_000);
  const seconds = (performance.now() - begun) / 1000;
  const after = await look();
  await sql.end();
  return {
    seconds,
    lives: after.lives - before.lives,
    postgresMs: after.postgres - before.postgres,
    nodeMs: after.node - before.node,
    walBytes: after.wal - before.wal,
    storedBytes: after.stored - before.stored,
    statements: after.statements - before.statements,
  };
}

/** Of all processes of a PostgreSQL server, of which one backend is known; those that have ended are counted by their parent. */
export async function cpuMsOfFamily(backend: number): Promise<number> {
  const parentOf = async (pid: number) => Number((await statOf(pid))[1]);
  const parent = await parentOf(backend);
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const family = await Promise.all(
    pids.map(async (pid) => pid === parent || (await parentOf(pid)) === parent),
  );
  const each = await Promise.all(pids.filter((_, index) => family[index]).map(cpuMsOf));
  const parentFields = await statOf(parent);
  return (
    each.reduce((sum, ms) => sum + ms, 0) + (Number(parentFields[13]) + Number(parentFields[14])) * TICK_MS
  );
}

async function cpuMsOf(pid: number): Promise<number> {
  const fields = await statOf(pid);
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS;
}

/** The fields after the name, which may have spaces; none of a process that is gone. */
async function statOf(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function print({ name, results }: Side): void {
  const of = (costs: Cost[], figure: (cost: Cost) => number) => median(costs.map(figure));
  console.log();
  for (const [what, costs] of [
    ['with one endpoint', results.withEndpoint],
    ['without', results.withoutEndpoint],
  ] as const) {
    const perLife = (figure: keyof Cost) => of(costs, (cost) => cost[figure] / cost.lives);
    console.log(
      `l ${name.padEnd(9)} a life ${what.padEnd(18)} PostgreSQL ${perLife('postgresMs').toFixed(2)} ms, Node ${perLife('nodeMs').toFixed(2)} ms, ` +
        `WAL ${(perLife('walBytes') / 1000).toFixed(1)} KB, stored ${(perLife('storedBytes') / 1000).toFixed(1)} KB, ` +
        `${perLife('statements').toFixed(2)} statements, ${of(costs, (cost) => cost.lives / cost.seconds).toFixed(0)} lives/s`,
    );
  }
  printIdle('l', name, results.idle);
}

function printIdle(part: string, name: string, costs: Cost[]): void {
  const perSecond = (figure: keyof Cost) => median(costs.map((cost) => cost[figure] / cost.seconds));
  console.log(
    `${part} ${name.padEnd(9)} idle, a second          PostgreSQL ${perSecond('postgresMs').toFixed(1)} ms, Node ${perSecond('nodeMs').toFixed(1)} ms, ` +
      `${perSecond('statements').toFixed(1)} statements`,
  );
}

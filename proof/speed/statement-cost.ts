import { readFile } from 'node:fs/promises';
import postgres, { type Sql } from 'postgres';
import { connect } from '#db/client';
import { applicationUrl } from '#db/roles';
import type { Context } from '#lib/context';
import { captureStatements } from './initiation.ts';
import { median, migrateFrom, root } from './stage.ts';

// What the statements that begin and settle a collection cost by how many changes each carries, as processor time of the one
// session that runs them. Two checkouts take turns statement by statement, so that what else the machine does meets both alike.

const CARRIES = [1, 4, 8, 16, 32];
const LIVES = 800;

interface Side {
  sql: Sql;
  owner: Sql;
  pid: number;
  newLife: (() => { initiation: string; settlement: string })[];
  /** Milliseconds a life, of each round, by what a statement carries. */
  costs: Map<number, { begun: number; settled: number }[]>;
}

export interface StatementPlan {
  url: string;
  baseline: string | undefined;
  rounds: number;
  /** Clients of a database, each with an endpoint. */
  newClients(databaseUrl: string): Promise<Context['client'][]>;
}

/** Measures and prints; returns this checkout's database, for the audit. */
export async function measureStatements(plan: StatementPlan): Promise<string> {
  const ours = await openSide(plan, 'here', root);
  const sides: (readonly [string, Side])[] = [['here', ours]];
  if (plan.baseline) sides.push(['baseline', await openSide(plan, 'baseline', plan.baseline)]);
  // The first round is not kept: tables are empty in it, and nothing is known of them.
  for (let round = 0; round <= plan.rounds; round++) {
    for (const carried of CARRIES) await measureRound(sides, carried, round > 0);
    for (const [, { owner }] of sides) await owner`vacuum analyze`;
  }
  for (const carried of CARRIES) print(sides, carried);
  for (const [, { sql, owner }] of sides) await Promise.all([sql.end(), owner.end()]);
  return databaseOf(plan, 'here');
}

function databaseOf({ url }: StatementPlan, name: string): string {
  const made = new URL(url);
  made.pathname = `/statements_${name}`;
  return made.href;
}

async function openSide(plan: StatementPlan, name: string, from: string): Promise<Side> {
  const url = databaseOf(plan, name);
  const near = connect(plan.url, 1);
  await near`create database ${near(`statements_${name}`)}`;
  await near.end();
  await migrateFrom(from, url);
  const newLife = [];
  for (const client of await plan.newClients(url)) newLife.push(await captureStatements(client));
  const sql = postgres(applicationUrl(url), { max: 1, onnotice: () => {} });
  const [row] = await sql`select pg_backend_pid() as pid`;
  return { sql, owner: connect(url, 1), pid: row?.pid, newLife, costs: new Map() };
}

async function measureRound(
  sides: (readonly [string, Side])[],
  carried: number,
  isKept: boolean,
): Promise<void> {
  const statements = Math.ceil(LIVES / carried);
  const sums = sides.map(() => ({ begun: 0, settled: 0 }));
  for (let number = 0; number < statements; number++) {
    for (const [index, [, side]] of sides.entries()) {
      const lives = Array.from({ length: carried }, (_, life) => side.newLife[life % side.newLife.length]!());
      sums[index]!.begun += await costOf(
        side,
        lives.map(({ initiation }) => initiation),
      );
      sums[index]!.settled += await costOf(
        side,
        lives.map(({ settlement }) => settlement),
      );
    }
  }
  if (!isKept) return;
  for (const [index, [, { costs }]] of sides.entries()) {
    const { begun, settled } = sums[index]!;
    const each = { begun: begun / statements / carried, settled: settled / statements / carried };
    costs.set(carried, [...(costs.get(carried) ?? []), each]);
  }
}

async function costOf({ sql, pid }: Side, payloads: string[]): Promise<number> {
  const before = await runMsOf(pid);
  const [row] = await sql`select commit_together(${`[${payloads.join(',')}]`}::text::jsonb) as results`;
  for (const { outcome } of row?.results ?? []) {
    if (outcome !== 'done') throw new Error(`a statement ended as ${outcome}`);
  }
  return (await runMsOf(pid)) - before;
}

/** In nanoseconds, which `stat` has in ticks. https://docs.kernel.org/scheduler/sched-stats.html#proc-pid-schedstat */
async function runMsOf(pid: number): Promise<number> {
  return Number((await readFile(`/proc/${pid}/schedstat`, 'utf8')).split(' ')[0]) / 1e6;
}

function print(sides: (readonly [string, Side])[], carried: number): void {
  const all = sides.map(([name, { costs }]) => {
    const rounds = costs.get(carried) ?? [];
    const [begun, settled] = [
      median(rounds.map((each) => each.begun)),
      median(rounds.map((each) => each.settled)),
    ];
    return {
      text: `${name} ${begun.toFixed(2)} + ${settled.toFixed(2)} = ${(begun + settled).toFixed(2)} ms`,
      whole: begun + settled,
    };
  });
  const [ours, theirs] = all;
  const ratio = theirs === undefined ? '' : `, ÷ baseline ${(ours!.whole / theirs.whole).toFixed(2)}`;
  console.log(
    `k begun + settled, ${String(carried).padStart(2)} a statement: ${all.map(({ text }) => text).join('; ')}${ratio}`,
  );
}

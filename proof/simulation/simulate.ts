import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { runAndClearUp } from '#proof/run-and-clear-up';
import { elapsed } from '#scripts/terminal';
import { startSimulationServer } from './prepare.ts';
import type { RunReport } from './run.ts';
import { runSeeds, type Wanted } from './seeds.ts';

// npm run simulate -- --seed 1 --operations 1000 [--seeds 1000] [--processes 2] [--without crash,pause] [--json FILE]
// The whole of Kaira in virtual time: its own route handlers, verbs and jobs on a real PostgreSQL, with simulated
// rails, merchants, operators and clocks, and with faults at each point where one can happen. A seed replays exactly.
// Exits with 1 on any violation, after looking for the shortest history that has it.

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    operations: { type: 'string', default: '1000' },
    processes: { type: 'string', default: String(availableParallelism()) },
    without: { type: 'string', default: '' },
    json: { type: 'string' },
    'no-shrink': { type: 'boolean', default: false },
  },
});
const first = Number(values.seed);
const seeds = Number(values.seeds);
const operations = Number(values.operations);
const without = values.without.split(',').filter(Boolean);
const TOLD_EVERY_MS = 30_000;

const startedAt = performance.now();
const server = await startSimulationServer();
await runAndClearUp(simulate, () => server.stop());

async function simulate(): Promise<void> {
  const reports: RunReport[] = [];
  const failed: RunReport[] = [];
  let told = performance.now();
  const all = Array.from(
    { length: seeds },
    (_, index): Wanted => ({ seed: first + index, operations, without, bug: undefined }),
  );
  await runSeeds(server, all, Number(values.processes), (_wanted, report) => {
    reports.push(report);
    if (seeds === 1) console.log(describe(report));
    if (report.violations.length > 0) {
      failed.push(report);
      console.log(`seed ${report.seed}: ${report.violations.length} violations, such as`);
      for (const violation of report.violations.slice(0, 5)) console.log(`  ${violation}`);
    }
    if (performance.now() - told > TOLD_EVERY_MS) {
      told = performance.now();
      console.log(
        `  ${reports.length} of ${seeds} seeds, ${sum(reports, 'operations')} operations, ${failed.length} with violations`,
      );
    }
    return undefined;
  });
  const totals = sumUp(reports);
  console.log(`\n${JSON.stringify(totals, null, 2)}\n\nDone in ${elapsed(startedAt)}`);
  if (values.json) writeFileSync(values.json, `${JSON.stringify(totals, null, 2)}\n`);
  const worst = failed.toSorted((a, b) => a.operations - b.operations)[0];
  if (worst === undefined) return;
  process.exitCode = 1;
  if (!values['no-shrink']) await shrink(worst);
}

/** The fewest operations and kinds of faults with which the seed still fails, as far as halving and leaving out find it. */
async function shrink(worst: RunReport): Promise<void> {
  console.log(`\nLooking for a shorter history of seed ${worst.seed} …`);
  let best = { operations, without };
  const fails = async (wanted: { operations: number; without: string[] }) => {
    let isFailing = false;
    await runSeeds(server, [{ seed: worst.seed, bug: undefined, ...wanted }], 1, (_wanted, report) => {
      isFailing = report.violations.length > 0;
      return undefined;
    });
    if (isFailing) best = wanted;
    return isFailing;
  };
  for (let least = 0, most = operations; most - least > 1; ) {
    const middle = (least + most) >> 1;
    if (await fails({ ...best, operations: middle })) most = middle;
    else least = middle;
  }
  for (const kind of Object.keys(worst.faults)) await fails({ ...best, without: [...best.without, kind] });
  console.log(
    `npm run simulate -- --seed ${worst.seed} --operations ${best.operations}${best.without.length > 0 ? ` --without ${best.without.join(',')}` : ''}`,
  );
}

function describe(report: RunReport): string {
  return JSON.stringify({ ...report, violations: report.violations.length }, null, 2);
}

function sum(reports: RunReport[], field: 'operations'): number {
  return reports.reduce((total, each) => total + each[field], 0);
}

function sumUp(reports: RunReport[]) {
  const add = (field: keyof RunReport) => reports.reduce((total, each) => total + (each[field] as number), 0);
  const merge = (field: 'faults' | 'misbehaviours' | 'unplayed' | 'openCases') => {
    const counts: Record<string, number> = {};
    for (const each of reports) {
      for (const [name, times] of Object.entries(each[field]))
        counts[name] = (counts[name] ?? 0) + (times ?? 0);
    }
    return Object.fromEntries(Object.entries(counts).toSorted(([, a], [, b]) => b - a));
  };
  return {
    seeds: reports.length,
    firstSeed: first,
    operations: add('operations'),
    requests: add('requests'),
    notices: add('notices'),
    webhooks: add('webhooks'),
    statements: add('statements'),
    transactions: add('transactions'),
    virtualDays: Math.round(add('virtualSeconds') / 86_400),
    restarts: add('restarts'),
    checks: add('checks'),
    violations: reports.reduce((total, each) => total + each.violations.length, 0),
    seedsWithViolations: reports.filter((each) => each.violations.length > 0).length,
    seconds: Math.round((performance.now() - startedAt) / 1000),
    faults: merge('faults'),
    misbehaviours: merge('misbehaviours'),
    unplayed: merge('unplayed'),
    openCases: merge('openCases'),
  };
}

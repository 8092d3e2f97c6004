import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { runAndClearUp } from '#proof/run-and-clear-up';
import { elapsed } from '#scripts/terminal';
import { bugs, type PlantedBug } from './bugs.ts';
import { startSimulationServer } from './prepare.ts';
import type { RunReport } from './run.ts';
import { runSeeds } from './seeds.ts';

// npm run simulate:bugs -- [--only name,name] [--operations 1000] [--seeds 100] [--seed 6] [--processes 2] [--json FILE]
// Shows that the simulation's checks find mistakes: each of proof/simulation/bugs.ts is planted, and seed after seed is
// run until one has a violation. Exits with 1 when a mistake is missed, or when a seed that was used has a violation without any.

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    operations: { type: 'string', default: '1000' },
    // The first seed in which all are at work: traps, limits, people of the shops and of the house.
    seed: { type: 'string', default: '6' },
    seeds: { type: 'string', default: '100' },
    processes: { type: 'string', default: String(availableParallelism()) },
    json: { type: 'string' },
  },
});
const only = values.only.split(',').filter(Boolean);
const operations = Number(values.operations);
const most = Number(values.seeds);
const first = Number(values.seed);
const SHOWN = 110;

interface Line {
  bug: string;
  mistake: string;
  isCaught: boolean;
  /** The first violation of the seed that has one. */
  by: string;
  seed: number;
  /** How many were run, the one that caught it included, and the operations of all of them until then. */
  seeds: number;
  operations: number;
}

interface Sound {
  seed: number;
  violation: string | undefined;
}

const withoutBug = new Map<number, Promise<Sound>>();
const unknown = only.filter((name) => !bugs.some((bug) => bug.name === name));
if (unknown.length > 0) {
  console.error(`There is no planted bug ${unknown.join(', ')}.`);
  process.exit(2);
}
const startedAt = performance.now();
const server = await startSimulationServer();
await runAndClearUp(hunt, () => server.stop());

async function hunt(): Promise<void> {
  const wanted = bugs.filter(({ name }) => only.length === 0 || only.includes(name));
  const lines = new Map<string, Line>();
  await soundness(first);
  const queue = wanted.values();
  // One process hunts one bug: two on the same would mostly run a seed that is not needed any more.
  const lane = async () => {
    for (const bug of queue) {
      const line = await huntFor(bug);
      lines.set(bug.name, line);
      console.log(tell(line));
    }
  };
  await Promise.all(Array.from({ length: Number(values.processes) }, lane));

  const planted = wanted.map(({ name }) => lines.get(name)!);
  const caught = planted.filter((line) => line.isCaught);
  const counts = caught.map((line) => line.operations).toSorted((a, b) => a - b);
  const median = counts[(counts.length - 1) >> 1] ?? 0;
  const sound = await Promise.all(withoutBug.values());
  const unsound = sound.filter((each) => each.violation !== undefined);
  console.log('\n| Planted bug | Caught | By | Seeds | Operations |\n|---|---|---|---|---|');
  for (const line of planted) {
    const by = line.by.replaceAll('|', '\\|');
    console.log(
      `| ${line.bug} | ${line.isCaught ? 'yes' : 'MISSED'} | ${by} | ${line.seeds} | ${line.operations} |`,
    );
  }
  console.log(
    `\nCaught ${caught.length} of ${planted.length}, median operations to catch ${median}. ` +
      `Without a bug, ${sound.length} of these seeds: ${unsound.length} with violations. Done in ${elapsed(startedAt)}`,
  );
  for (const { seed, violation } of unsound) console.log(`WITHOUT A BUG, seed ${seed}: ${violation}`);
  if (values.json) {
    const report = {
      caught: `${caught.length} of ${planted.length}`,
      medianOperationsToCatch: median,
      seedsWithoutABug: sound.length,
      ofThemWithViolations: unsound.length,
      plantedBugs: planted,
    };
    writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
  }
  if (caught.length < planted.length || unsound.length > 0) process.exitCode = 1;
}

async function huntFor({ name, mistake }: PlantedBug): Promise<Line> {
  const line: Line = {
    ...{ bug: name, mistake, isCaught: false, by: '' },
    ...{ seed: first, seeds: 0, operations: 0 },
  };
  for (let seed = first; seed < first + most && !line.isCaught; seed++) {
    const report = await runOnce(seed, name);
    line.seeds++;
    // A seed that has a violation anyway shows nothing.
    line.isCaught = report.violations.length > 0 && (await soundness(seed)).violation === undefined;
    line.operations += report.operations;
    if (!line.isCaught) continue;
    line.seed = seed;
    line.by = shorten(report.violations[0] ?? '');
  }
  return line;
}

/** In a process of its own: then a seed is the same run whatever was run before. */
async function runOnce(seed: number, bug: string | undefined): Promise<RunReport> {
  const reports: RunReport[] = [];
  await runSeeds(server, [{ seed, operations, without: [], bug }], 1, (_wanted, report) => {
    reports.push(report);
    return undefined;
  });
  return reports[0]!;
}

/** The first violation that the product as it is has with this seed; run once, and only where it is wanted. */
function soundness(seed: number): Promise<Sound> {
  const known = withoutBug.get(seed);
  if (known !== undefined) return known;
  const asked = runOnce(seed, undefined).then(({ violations: [violation] }) => ({
    seed,
    violation: violation && shorten(violation),
  }));
  withoutBug.set(seed, asked);
  return asked;
}

/** One line, without the ids and stacks that differ from run to run. */
function shorten(violation: string): string {
  const text = violation
    .replace(/\n.*/s, '')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, '…')
    .replaceAll(/\s+/g, ' ');
  return text.length > SHOWN ? `${text.slice(0, SHOWN - 1)}…` : text;
}

function tell({ bug, isCaught, by, seed, seeds, operations: count }: Line): string {
  const found = isCaught ? `found with seed ${seed}: ${by}` : 'nothing found';
  return `${bug}: ${found} (${seeds} seeds, ${count} operations, ${elapsed(startedAt)})`;
}

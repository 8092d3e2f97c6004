import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { elapsed } from '#scripts/terminal';

// npm run proof [-- --only simulation,bugs] [--quick] [--seeds 1000] [--to FILE]
// Runs every long trial one after the other and writes what they found as one page. Takes hours; --quick is a tenth of
// everything or less, to see whether it works. A trial that is left out by --only stands there as it last ended here,
// on its own commit. Exits with 1 when any of them failed; the page says which.

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    /** Of the simulation. */
    seeds: { type: 'string', default: '1000' },
    to: { type: 'string', default: 'docs/proof/report.md' },
  },
});
const root = path.resolve(import.meta.dirname, '..');
const folder = path.join(root, '.data/proof');

interface Trial {
  name: string;
  title: string;
  script: string;
  words: string[];
  quick: string[];
}

/** What db/scenarios calls. */
const sqlOfTheCore = ['20', '26', '27', '28', '30', '35', '40', '44_settlements']
  .map((each) => `db/functions/${each}`)
  .join(',');

const trials: Trial[] = [
  {
    name: 'simulation',
    title: 'Simulation',
    script: 'simulate',
    words: ['--seeds', values.seeds, '--operations', '1000'],
    quick: ['--seeds', '20', '--operations', '300'],
  },
  {
    name: 'bugs',
    title: 'Planted bugs',
    script: 'simulate:bugs',
    words: [],
    // Those that few seeds show.
    quick: [
      '--only',
      'balance-not-checked,payout-not-reserved,unknown-payout-called-failed,commission-not-booked',
    ],
  },
  {
    name: 'chaos',
    title: 'Real processes, killed',
    script: 'chaos',
    words: ['--minutes', '30'],
    quick: ['--minutes', '1', '--hurry', '--every', '2,5'],
  },
  {
    name: 'failover',
    title: 'Fail-over to a synchronous standby',
    script: 'failover',
    words: ['--seconds', '60'],
    quick: ['--seconds', '15', '--hurry'],
  },
  {
    name: 'patroni',
    title: 'Three machines under Patroni',
    script: 'patroni',
    words: [],
    quick: ['--only', 'killed,frozen'],
  },
  {
    name: 'fuzz',
    title: 'Fuzz of the API',
    script: 'fuzz',
    words: ['--requests', '100000', '--seed', '11'],
    quick: ['--requests', '5000', '--seed', '11'],
  },
  {
    name: 'model',
    title: 'A model of the documents',
    script: 'model',
    words: ['--seeds', '20', '--operations', '1000'],
    quick: ['--seeds', '2', '--operations', '200'],
  },
  {
    name: 'mutations',
    title: 'Small mistakes in the money path',
    script: 'mutate',
    words: [],
    quick: ['--sample', '150'],
  },
  {
    name: 'sql-mutations',
    title: 'Small mistakes in the SQL of the core',
    script: 'mutate',
    words: ['--sql', '--only', sqlOfTheCore],
    quick: ['--sql', '--only', sqlOfTheCore, '--sample', '100'],
  },
  {
    name: 'locks',
    title: 'Locks, leases and versions, taken away',
    script: 'mutate',
    words: ['--locks'],
    quick: ['--locks', '--only', 'db/functions/30,lib/webhooks'],
  },
  { name: 'month', title: 'A month, closed', script: 'month', words: [], quick: [] },
];

const wanted = values.only?.split(',') ?? trials.map((each) => each.name);
const unknown = wanted.filter((name) => !trials.some((each) => each.name === name));
if (unknown.length > 0) throw new Error(`There is no trial ${unknown.join(', ')}`);
mkdirSync(folder, { recursive: true });

interface Ended {
  command: string;
  /** Its exit code was zero. */
  isPassed: boolean;
  commit: string;
  at: string;
  took: string;
  figures: unknown;
}

let isFailed = false;
for (const trial of trials) {
  if (!wanted.includes(trial.name)) continue;
  const ended = await run(trial);
  if (!ended.isPassed) isFailed = true;
  writeFileSync(endedFile(trial), JSON.stringify(ended));
}
writeFileSync(path.resolve(root, values.to), page());
console.log(`\n${values.to} was written`);
if (isFailed) process.exitCode = 1;

function page(): string {
  const machine = `Node ${process.versions.node}, ${availableParallelism()} processors (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB`;
  return [
    '# Report',
    '',
    `Written by \`npm run proof\` at ${new Date().toISOString()}: ${machine}. What each trial does and what it leaves out: [README.md](README.md).`,
    '',
    ...trials.map((trial) => sectionOf(trial)),
    `Security cases: ${countCases()} of safety.md §3, each with its test, in [security.md](security.md); \`npm test\` runs them.`,
    '',
  ].join('\n');
}

function sectionOf(trial: Trial): string {
  const ended = readJson(endedFile(trial)) as Ended | undefined;
  if (ended === undefined) return `## ${trial.title}: not run\n`;
  const { isPassed, command, commit, at, took, figures } = ended;
  return [
    `## ${trial.title}: ${isPassed ? 'passed' : 'FAILED'}`,
    '',
    `\`${command}\` on commit ${commit}, begun ${at}, ${took}`,
    '',
    tableOf(figures ?? { figures: 'none were written' }),
    '',
  ].join('\n');
}

async function run({ name, title, script, words, quick }: Trial): Promise<Ended> {
  const file = path.join(folder, `${name}.json`);
  rmSync(file, { force: true });
  const given = values.quick ? quick : words;
  console.log(`\n== ${title}: npm run ${script} -- ${given.join(' ')}`);
  const beganAt = performance.now();
  const at = new Date().toISOString();
  const commit = await describeCommit();
  const child = spawn('npm', ['run', '-s', script, '--', ...given, '--json', file], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  const [code] = (await once(child, 'close')) as [number | null];
  const command = `npm run ${script}${given.length > 0 ? ` -- ${given.join(' ')}` : ''}`;
  return { command, isPassed: code === 0, commit, at, took: elapsed(beganAt), figures: readJson(file) };
}

async function describeCommit(): Promise<string> {
  const commit = (await capture('git', ['rev-parse', '--short', 'HEAD'])).trim();
  const changes = (await capture('git', ['status', '--porcelain', '--untracked-files=no'])).trim();
  return changes === '' ? commit : `${commit} with changes that are not committed`;
}

function endedFile({ name }: Trial): string {
  return path.join(folder, `${name}.ended.json`);
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

type Row = Record<string, unknown>;

/** Every figure that the trial wrote, a line each; what is nested is told in one line, a list of records as a table. */
function tableOf(figures: unknown): string {
  const wanted = Object.entries(figures as Row).filter(([name]) => name !== 'statuses' && name !== 'audit');
  const lists = wanted.filter(([, value]) => isList(value)) as [string, Row[]][];
  const rows = wanted
    .filter(([, value]) => !isList(value))
    .map(([name, value]) => `| ${wordsOf(name)} | ${cellOf(value)} |`);
  return [
    ['| figure | value |', '|---|---|', ...rows].join('\n'),
    ...lists.map(([name, list]) => listOf(name, list)),
  ].join('\n\n');
}

function isList(value: unknown): value is Row[] {
  return Array.isArray(value) && typeof value[0] === 'object';
}

function listOf(name: string, list: Row[]): string {
  const columns = Object.keys(list[0] ?? {});
  return [
    `<details><summary>${wordsOf(name)}: ${list.length}</summary>`,
    '',
    `| ${columns.map(wordsOf).join(' | ')} |`,
    `|${'---|'.repeat(columns.length)}`,
    ...list.map((row) => `| ${columns.map((column) => cellOf(row[column])).join(' | ')} |`),
    '',
    '</details>',
  ].join('\n');
}

function cellOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(cellOf).join('; ');
  if (typeof value === 'object' && value !== null) {
    const parts = Object.entries(value).map(([name, each]) => `${name} ${cellOf(each)}`);
    return parts.length === 0 ? 'none' : parts.join(', ');
  }
  return typeof value === 'number' ? value.toLocaleString('en') : String(value ?? '–').replaceAll('|', '\\|');
}

function wordsOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, ' $&').toLowerCase();
}

function countCases(): number {
  const text = readFileSync(path.join(root, 'docs/proof/security.md'), 'utf8');
  return text.match(/^\| \d+ \|/gm)?.length ?? 0;
}

async function capture(program: string, words: string[]): Promise<string> {
  const child = spawn(program, words, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  await once(child, 'close');
  return text;
}

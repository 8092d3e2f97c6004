import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { survivesBecause } from '#proof/mutation/equivalents';
import { closeRunner, FailsByItself, isNamed, judge, openRunner, type Runner } from '#proof/mutation/judge';
import { reportOfLocks, scoreLocks } from '#proof/mutation/locks';
import { moneyPath } from '#proof/mutation/money-path';
import { mutantsOf } from '#proof/mutation/mutants';
import { lineOf, reportOf, type Score, short } from '#proof/mutation/score';
import { scoreSql } from '#proof/mutation/sql-score';
import { runAndClearUp } from '#proof/run-and-clear-up';
import { elapsed } from '#scripts/terminal';

// npm run mutate -- [--only lib/money.ts,lib/rails/provider-w] [--sample 100] [--seed 1] [--database] [--to FILE]
// Plants each small mistake in each file of the money path, one at a time and in a copy, and asks the tests that import the
// file whether they notice; with --database those of the database as well. A file that none of them imports is left out.
// --sample takes so many of all, spread evenly.
// npm run mutate -- --sql [--only db/functions/26_room.sql] [--sample 60] [--ask scenarios] [--calls] plants them in the functions
// of db/functions, and asks the scenarios of db/scenarios, and of what they do not notice the tests nearest to the function;
// --ask scenarios, or tests, asks these alone, and --calls finds out which other tests have a function called.
// npm run mutate -- --locks [--only db/functions,lib/webhooks] takes away every lock, lease and version of
// proof/locks/inventory.ts instead, and asks the scenario of each.
// Exits with 1 when one survives that equivalents.ts has no reason for.

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    database: { type: 'boolean', default: false },
    sql: { type: 'boolean', default: false },
    calls: { type: 'boolean', default: false },
    ask: { type: 'string', default: 'both' },
    locks: { type: 'boolean', default: false },
    to: { type: 'string' },
  },
});
const root = path.resolve(import.meta.dirname, '../..');
const wanted = values.only.split(',').filter(Boolean);
const copy = mkdtempSync(path.join(tmpdir(), 'kaira-mutants-'));

let runner: Runner | undefined;

async function runSql(): Promise<void> {
  const startedAt = performance.now();
  const files = git(['ls-files', 'db/functions']).filter(
    (file) => file.endsWith('.sql') && (wanted.length === 0 || wanted.some((each) => file.startsWith(each))),
  );
  const scores = await scoreSql(root, files, thinOut, {
    ask: values.ask as 'both' | 'scenarios' | 'tests',
    withCalls: values.calls,
  });
  tell(scores, startedAt);
}

async function runLocks(): Promise<void> {
  const startedAt = performance.now();
  const scores = await scoreLocks(root, wanted, async () => {
    copyTo(git(['ls-files', '-co', '--exclude-standard']));
    runner = await openRunner(copy, true);
    return runner;
  });
  for (const { missed } of scores) for (const name of missed) console.log(`    ${name}`);
  const report = reportOfLocks(scores);
  console.log(`\n${report}\n\nDone in ${elapsed(startedAt)}`);
  if (values.to) writeFileSync(values.to, `${report}\n`);
  if (scores.some(({ missed }) => missed.length > 0)) process.exitCode = 1;
}

async function run(): Promise<void> {
  const startedAt = performance.now();
  const tracked = git(['ls-files', '-co', '--exclude-standard']);
  copyTo(tracked);
  const open = await openRunner(copy, values.database);
  runner = open;
  const files = moneyPath(tracked)
    .filter((file) => wanted.length === 0 || wanted.some((each) => file.startsWith(each)))
    .filter((file) => isNamed(open, file));
  if (files.length === 0) throw new Error('No such file of the money path is named by a test.');
  const planned = thinOut(
    files.flatMap((file) =>
      mutantsOf(readFileSync(path.join(root, file), 'utf8')).map((mutant) => ({ file, mutant })),
    ),
  );
  console.log(`${planned.length} mutants in ${files.length} files`);
  const scores: Score[] = [];
  for (const [file, those] of Map.groupBy(planned, ({ file }) => file)) {
    const score: Score = { file, killed: 0, equivalent: 0, survivors: [] };
    const mutants = those.map(({ mutant }) => mutant);
    const fate = await judge(open, file, mutants).catch((error: unknown) => {
      if (!(error instanceof FailsByItself)) throw error;
      console.error(error.message);
      process.exitCode = 1;
      return [];
    });
    for (const [mutant, isNoticed] of fate) {
      if (isNoticed) score.killed++;
      else if (survivesBecause(file, mutant)) score.equivalent++;
      else score.survivors.push(mutant);
    }
    scores.push(score);
    console.log(lineOf(score));
    for (const { line, before, after } of score.survivors)
      console.log(`    ${file}:${line}  ${short(before)} → ${short(after)}`);
  }
  tell(scores, startedAt);
}

function tell(scores: Score[], startedAt: number): void {
  const report = reportOf(scores);
  console.log(`\n${report}\n\nDone in ${elapsed(startedAt)}`);
  if (values.to) writeFileSync(values.to, `${report}\n`);
  if (scores.some(({ survivors }) => survivors.length > 0)) process.exitCode = 1;
}

function git(words: string[]): string[] {
  const { stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
  return stdout.split('\n').filter(Boolean);
}

/** A mistake is planted where nobody else works. */
function copyTo(tracked: string[]): void {
  for (const file of tracked) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    cpSync(path.join(root, file), path.join(copy, file));
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
}

/** So many of them as --sample says, spread evenly; which of them, the seed says. */
function thinOut<T>(all: T[]): T[] {
  if (values.sample === undefined) return all;
  const step = Math.max(1, all.length / Number(values.sample));
  const offset = Number(values.seed) % step;
  return all.filter(
    (_, index) => Math.floor((index - offset) / step) !== Math.floor((index - 1 - offset) / step),
  );
}

await runAndClearUp(values.locks ? runLocks : values.sql ? runSql : run, async () => {
  if (runner) await closeRunner(runner);
  rmSync(copy, { recursive: true, force: true });
});

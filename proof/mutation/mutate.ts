import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type CopyRunner, closeCopyRunner, openCopyRunner } from '#proof/mutation/copy-runner';
import { closeJudge } from '#proof/mutation/judge';
import { reportOfLocks, scoreLocks } from '#proof/mutation/locks';
import { figuresOf, reportOf, type Score } from '#proof/mutation/score';
import { scoreSql } from '#proof/mutation/sql-score';
import { planned } from '#proof/mutation/switch-plan';
import { scoreSwitched } from '#proof/mutation/switch-score';
import { runAndClearUp } from '#proof/run-and-clear-up';
import { elapsed } from '#scripts/terminal';

// npm run mutate -- [--only lib/money.ts,lib/rails/provider-w] [--sample 100] [--seed 1] [--to FILE] [--json FILE]
// Plants each small mistake in each file of the money path behind a switch, and asks the tests that come by it, the nearest
// and fastest first, whether they notice (judge.ts). --sample takes so many of all, spread evenly.
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
    sql: { type: 'boolean', default: false },
    calls: { type: 'boolean', default: false },
    ask: { type: 'string', default: 'both' },
    locks: { type: 'boolean', default: false },
    to: { type: 'string' },
    json: { type: 'string' },
  },
});
const root = path.resolve(import.meta.dirname, '../..');
const wanted = values.only.split(',').filter(Boolean);
const copy = mkdtempSync(path.join(tmpdir(), 'kaira-mutants-'));

let runner: CopyRunner | undefined;

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
    runner = await openCopyRunner(copy);
    return runner;
  });
  for (const { missed } of scores) for (const name of missed) console.log(`    ${name}`);
  write(reportOfLocks(scores), { locks: scores }, startedAt);
  if (scores.some(({ missed }) => missed.length > 0)) process.exitCode = 1;
}

async function run(): Promise<void> {
  const startedAt = performance.now();
  const all = planned(root);
  const those = all.filter(({ file }) => wanted.length === 0 || wanted.some((each) => file.startsWith(each)));
  if (those.length === 0) throw new Error('No such file is in the money path.');
  const thinned = thinOut(those);
  console.log(`${thinned.length} mutants of ${those.length}`);
  tell(await scoreSwitched(root, all, thinned), startedAt);
}

function tell(scores: Score[], startedAt: number): void {
  write(reportOf(scores), figuresOf(scores), startedAt);
  if (scores.some(({ survivors }) => survivors.length > 0)) process.exitCode = 1;
}

function write(report: string, figures: object, startedAt: number): void {
  console.log(`\n${report}\n\nDone in ${elapsed(startedAt)}`);
  if (values.to) writeFileSync(values.to, `${report}\n`);
  // Of proof/proof.ts.
  if (values.json) writeFileSync(values.json, JSON.stringify(figures));
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
  if (runner) await closeCopyRunner(runner);
  await closeJudge();
  rmSync(copy, { recursive: true, force: true });
});

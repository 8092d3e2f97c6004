import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { applicationUrl } from '#db/roles';
import { runAndClearUp } from '#proof/run-and-clear-up';
import { loadForRun } from '#proof/simulation/loader';
import { startSimulationServer } from '#proof/simulation/prepare';
import { elapsed } from '#scripts/terminal';
import type { MonthOptions, MonthReport } from './run.ts';
import { requireTools } from './tools.ts';

// npm run month [-- --seed 1] [--month 2026-10] [--to FOLDER] [--json FILE]
// A month of a merchant's and the house's life, in live over the rail simulator and in the sandbox, by the product's own
// routes, verbs and jobs in virtual time. Its files are then summed by programs that are not ours (awk, sqlite3,
// poppler-utils), its books are closed by two operators, and nothing may be booked into it any more. Exits with 1 when
// anything of that does not hold.

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    month: { type: 'string', default: monthBefore(new Date()) },
    to: { type: 'string', default: '.data/month' },
    json: { type: 'string' },
  },
});
requireTools();
Object.assign(process.env, {
  TZ: 'UTC',
  KAIRA_MODE: 'local',
  KAIRA_SECRET: 'a secret of the month, of 32 characters or more',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'error',
  BASE_URL: 'http://gateway.invalid',
});
const startedAt = performance.now();
const server = await startSimulationServer();
await runAndClearUp(run, () => server.stop());

async function run(): Promise<void> {
  const { seed, month } = options;
  const url = await server.make('month');
  process.env.DATABASE_URL = applicationUrl(url);
  const folder = path.resolve(options.to);
  mkdirSync(folder, { recursive: true });
  const { runMonth } = await loadForRun<{ runMonth(order: MonthOptions): Promise<MonthReport> }>(
    'proof/month/run.ts',
  );
  console.log(`${month}, seed ${seed}: some minutes`);
  const { done, found } = await runMonth({ month, seed: Number(seed), url, folder });
  for (const [what, times] of Object.entries(done)) console.log(`  ${times} ${what}`);
  for (const { what, is, isRight } of found) console.log(`${isRight ? 'ok   ' : 'FAIL '} ${what}: ${is}`);
  console.log(`\nFiles in ${options.to}. ${elapsed(startedAt)}`);
  const failed = found.filter(({ isRight }) => !isRight);
  if (options.json) {
    const report = {
      month,
      seed: Number(seed),
      checks: found.length,
      failed: failed.map(({ what }) => what),
      done,
      found,
    };
    writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`);
  }
  if (failed.length > 0) process.exitCode = 1;
}

/** The month before this one, `YYYY-MM`; the one before that while it is not over for a day. */
function monthBefore(now: Date): string {
  const ago = now.getUTCDate() > 2 ? 1 : 2;
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1)).toISOString().slice(0, 7);
}

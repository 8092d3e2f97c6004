import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '#db/client';
import { settings } from '#lib/settings';
import { lastNightBefore } from '#scripts/last-night';
import { reportFailure } from '#scripts/terminal';

// npm run audit:nightly: `npm run audit` every night from 03:00 UTC on, until SIGTERM. For containers, which have no timer;
// elsewhere deploy/systemd and the CronJob do the same. A night that was missed is made up for.

const lookEveryMs = 10 * 60_000;
const stopping = new AbortController();
let audit: ChildProcess | undefined;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    stopping.abort();
    audit?.kill('SIGTERM');
  });
}

try {
  const { DATABASE_URL } = settings();
  while (!stopping.signal.aborted) {
    if (await isDue(DATABASE_URL)) await recount();
    // Also after one that could not look: its own line has said why.
    await sleep(lookEveryMs, undefined, stopping).catch(() => {});
  }
} catch (error) {
  reportFailure(error);
}

/** Whoever has recounted: the dashboard's count as well. */
async function isDue(url: string): Promise<boolean> {
  const sql = connect(url, 1, 'kaira audit');
  try {
    const [row] = await sql<{ last: Date | null }[]>`select max(finished_at) as last from ledger_audits`;
    return row?.last == null || row.last < lastNightBefore(new Date());
  } catch (error) {
    process.stderr.write(`The books could not be looked at: ${(error as Error).message}\n`);
    return false;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function recount(): Promise<void> {
  const words = ['--import', './scripts/load-environment.js', 'scripts/audit.ts'];
  audit = spawn(process.execPath, words, { stdio: 'inherit' });
  await once(audit, 'exit');
}

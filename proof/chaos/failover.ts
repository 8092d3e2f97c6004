import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { closeDatabase } from '#db/client';
import { migrate } from '#db/migrate';
import { applicationUrl } from '#db/roles';
import { runAndClearUp } from '#proof/run-and-clear-up';
import { openFolder, setDatabase, strike } from '#proof/soak/stage';
import { strike as strikeReceivers } from '#proof/webhooks/stage';
import { build } from '#scripts/build';
import { elapsed, step } from '#scripts/terminal';
import { type Pair, startPair } from './failover-pair.ts';
import type { FaultRecord } from './faults.ts';
import { figuresOf, printFigures, writeFigures } from './report.ts';
import { runTrial } from './trial.ts';

// npm run failover [-- --seconds 60 --seed 1 --rate 20 --json FILE --fast --hurry --keep]
// A primary and its synchronous standby under live payments. The primary is killed with all its processes, the standby
// is promoted, and the gateways, which know both by one DATABASE_URL, go on without a restart. Later the old primary
// comes back and takes itself for one still: nobody may go back to it. Exits with 1 if anything acknowledged is lost.

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    rate: { type: 'string', default: '20' },
    misbehaving: { type: 'string', default: '0.05' },
    clients: { type: 'string', default: '8' },
    servers: { type: 'string', default: '2' },
    workers: { type: 'string', default: '2' },
    json: { type: 'string' },
    /** fsync off; a commit waits for the standby nevertheless. */
    fast: { type: 'boolean', default: false },
    hurry: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
});

const seconds = Number(options.seconds);
const seed = Number(options.seed);
const rate = Number(options.rate);
const startedAt = performance.now();
const beganAt = new Date().toISOString();
let isKept = options.keep;
let pair: Pair | undefined;
await runAndClearUp(run, () =>
  closeDatabase()
    .then(() => strikeReceivers())
    .then(() => strike(true))
    .then(() => pair?.stop())
    .then(() => strike(isKept)),
);

async function run(): Promise<void> {
  await build();
  const folder = await openFolder();
  pair = await step('A primary and a synchronous standby', () => startPair(folder, options.fast));
  setDatabase(pair.url);
  process.env.WEBHOOK_ALLOW_PRIVATE = '1';
  await migrate(pair.url, applicationUrl(pair.url));
  console.log(
    `\n${seconds} s of load with ${rate} payments/s begun, seed ${seed}; PostgreSQL with fsync ${options.fast ? 'off (--fast)' : 'on'}, ` +
      `each commit waits for the standby; files in ${folder}\n`,
  );
  const { standby } = pair;
  let strays = 0;
  const result = await runTrial(
    {
      seed,
      rate,
      loadSeconds: seconds,
      clients: Number(options.clients),
      servers: Number(options.servers),
      workers: Number(options.workers),
      misbehaving: Number(options.misbehaving),
      isHurried: options.hurry,
      folder,
      databaseUrl: pair.url,
      appDatabaseUrl: applicationUrl(pair.url),
    },
    async () => {
      await sleep(seconds * 400);
      const fault: FaultRecord = { kind: 'primary_killed', detail: 'SIGKILL', at: Date.now(), until: 0 };
      pair!.signalPrimary('SIGKILL');
      await pair!.promote();
      fault.until = Date.now();
      fault.detail = `promoted after ${fault.until - fault.at} ms`;
      console.log(`  the primary was killed; the standby takes writes after ${fault.until - fault.at} ms`);
      await sleep(seconds * 250);
      strays = await comeBack(pair!, standby.url);
      return [fault];
    },
  );
  const figures = figuresOf(
    {
      command: 'failover',
      startedAt: beganAt,
      seed,
      minutes: seconds / 60,
      paymentsPerSecond: rate,
      fsync: !options.fast,
    },
    result,
  );
  if (strays > 0) {
    figures.violations += strays;
    result.violations.push(`${strays} connections went to the old primary`);
  }
  const gap = figures.recoveryByKind.primary_killed?.longestGapMs;
  const [fault] = result.faults as [FaultRecord];
  figures.failover = {
    interruptionMs: gap ?? null,
    promotedAfterMs: fault.until - fault.at,
    connectionsToOldPrimary: strays,
  };
  printFigures(figures, result);
  console.log(`\ninterruption, from the last acknowledged write to the next   ${gap ?? '–'} ms`);
  console.log(`connections to the old primary, which came back               ${strays}`);
  if (options.json) writeFigures(options.json, figures);
  if (result.violations.length > 0 || !result.isSettled || gap === undefined) {
    process.exitCode = 1;
    isKept = true;
    const evidence = path.join(folder, 'violations.txt');
    writeFileSync(evidence, result.evidence);
    console.log(`\nAll violations, with what is known of each: ${evidence}`);
  }
  console.log(`\nDone in ${elapsed(startedAt)}`);
}

/** The old primary runs again, and all connections to the one of today end. Answers how many come to the old one. */
async function comeBack(of: Pair, presentUrl: string): Promise<number> {
  const old = await of.reviveOldPrimary();
  const sql = postgres(presentUrl, { max: 1, onnotice: () => {} });
  const own = postgres(old.url, {
    max: 1,
    onnotice: () => {},
    connection: { application_name: 'kaira witness' },
  });
  try {
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'kaira' and pid <> pg_backend_pid()`;
    const connected = async () => {
      const [row] = await sql`select count(*)::int from pg_stat_activity where application_name = 'kaira'`;
      return row?.count;
    };
    // Of each process at least its ears and a few others.
    for (
      const deadline = Date.now() + 60_000;
      (await connected()) < 2 * (Number(options.servers) + Number(options.workers));
      await sleep(100)
    ) {
      if (Date.now() > deadline) throw new Error('the gateways did not come back to the new primary');
    }
    const [row] = await own`select count(*)::int from pg_stat_activity where application_name = 'kaira'`;
    return row?.count;
  } finally {
    await Promise.all([sql.end({ timeout: 1 }), own.end({ timeout: 1 })]);
  }
}

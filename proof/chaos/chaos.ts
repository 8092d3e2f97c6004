import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { closeDatabase, connect } from '#db/client';
import { migrate } from '#db/migrate';
import { applicationUrl } from '#db/roles';
import { runAndClearUp } from '#proof/run-and-clear-up';
import { setDatabase, startDatabase, strike } from '#proof/soak/stage';
import { strike as strikeReceivers } from '#proof/webhooks/stage';
import { build } from '#scripts/build';
import { elapsed, step } from '#scripts/terminal';
import { type FaultKind, type FaultRecord, faultKinds, fullDeck, strikeFaults } from './faults.ts';
import { figuresOf, printFigures, writeFigures } from './report.ts';
import { runTrial } from './trial.ts';
import { startWire } from './wire.ts';

// npm run chaos -- --minutes 10 [--seed 1] [--rate 20] [--misbehaving 0.05] [--json FILE] [--fast] [--keep]
// [--every 5,20] [--faults server_killed,postgres_stopped] [--hurry]
// Two servers, two workers (--servers, --workers), PostgreSQL, the rails and the merchants in processes of their own, under live payments at a
// fixed rate, while every few seconds one of them is killed, stopped, cut off, slowed or set to a wrong time. Then all
// settles, and checkers that import nothing of Kaira look for money that was lost. Exits with 1 on any violation.

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    rate: { type: 'string', default: '20' },
    misbehaving: { type: 'string', default: '0.05' },
    clients: { type: 'string', default: '8' },
    servers: { type: 'string', default: '2' },
    workers: { type: 'string', default: '2' },
    /** Seconds between two faults, least and most. */
    every: { type: 'string', default: '5,20' },
    /** The kinds to draw from, each of which comes at least once; all of them, as the time allows. */
    faults: { type: 'string' },
    json: { type: 'string' },
    /** fsync off: what is killed here loses nothing by that, a machine that falls would. */
    fast: { type: 'boolean', default: false },
    /** Waits for leases and retries are cut short once the faults are over. */
    hurry: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
});

const minutes = Number(options.minutes);
const seed = Number(options.seed);
const rate = Number(options.rate);
const everySeconds = range(options.every);
const startedAt = performance.now();
const beganAt = new Date().toISOString();
let isKept = options.keep;
// A connection of the trial's own may break with the server that it kills.
process.on('unhandledRejection', (error) => {
  if (!/CONNECTION_|57P0|ECONN/.test(String((error as { code?: unknown })?.code))) throw error;
});
await runAndClearUp(run, () => closeDatabase().then(() => Promise.all([strikeReceivers(), strike(isKept)])));

async function run(): Promise<void> {
  await build();
  // Without the second a PostgreSQL that is stopped at once loses what it has acknowledged, also with its disks whole.
  const settings = { max_connections: '120', synchronous_commit: 'on' };
  let database = await step('A PostgreSQL of its own', () => startDatabase(options.fast, settings));
  await migrate(database.url, applicationUrl(database.url));
  const databaseWire = await startWire(() => Number(new URL(database.url).port));
  const appUrl = new URL(applicationUrl(database.url));
  appUrl.port = String(databaseWire.port);
  process.env.WEBHOOK_ALLOW_PRIVATE = '1';
  console.log(
    `\n${minutes} min of load with ${rate} payments/s begun, seed ${seed}, a fault every ${everySeconds.join(' to ')} s, ` +
      `${Number(options.misbehaving) * 100} % of the rails' calls misbehave; PostgreSQL with fsync ${options.fast ? 'off (--fast)' : 'on'}; ` +
      `files in ${database.folder}\n`,
  );
  const sql = connect(database.url, 2, 'kaira chaos');
  const result = await runTrial(
    {
      seed,
      rate,
      loadSeconds: minutes * 60,
      clients: Number(options.clients),
      servers: Number(options.servers),
      workers: Number(options.workers),
      misbehaving: Number(options.misbehaving),
      isHurried: options.hurry,
      folder: database.folder,
      databaseUrl: database.url,
      appDatabaseUrl: appUrl.href,
    },
    ({ fleet, railsWire }, isOver) =>
      strikeFaults(
        {
          fleet,
          railsWire,
          databaseWire,
          sql,
          databaseUrl: database.url,
          async restartDatabase() {
            // The postmaster's immediate shutdown, which is what `pg_ctl stop -m immediate` asks for.
            process.kill(database.pid, 'SIGQUIT');
            const { url } = database;
            database = await startDatabase(options.fast, settings);
            if (database.url !== url) throw new Error('PostgreSQL came back elsewhere');
          },
        },
        {
          seed,
          everySeconds,
          // In a run of 10 minutes and more up to three minutes.
          pauseSeconds: [Math.min(30, 2 + 3 * minutes), Math.min(180, 5 + 18 * minutes)],
          wireSeconds: [1, Math.min(20, 4 + 2 * minutes)],
          isWholeDeck: options.faults !== undefined,
          deck: options.faults ? options.faults.split(',').map(kindOf) : fullDeck,
        },
        isOver,
        tell,
      ),
  );
  const figures = figuresOf(
    { command: 'chaos', startedAt: beganAt, seed, minutes, paymentsPerSecond: rate, fsync: !options.fast },
    result,
  );
  printFigures(figures, result);
  if (options.json) writeFigures(options.json, figures);
  if (result.violations.length > 0 || !result.isSettled) {
    process.exitCode = 1;
    isKept = true;
    const evidence = path.join(database.folder, 'violations.txt');
    writeFileSync(evidence, result.evidence);
    console.log(`\nAll violations, with what is known of each: ${evidence}`);
  }
  await sql.end({ timeout: 1 });
  await databaseWire.close();
  setDatabase(database.url);
  console.log(`\nDone in ${elapsed(startedAt)}`);
}

function tell({ kind, detail, at, until }: FaultRecord): void {
  console.log(
    `  ${new Date(at).toISOString().slice(11, 19)}  ${kind}: ${detail}, ${((until - at) / 1000).toFixed(1)} s`,
  );
}

function kindOf(name: string): FaultKind {
  const kind = faultKinds.find((each) => each === name);
  if (kind === undefined) throw new Error(`--faults knows no ${name}; it knows ${faultKinds.join(', ')}`);
  return kind;
}

function range(text: string): readonly [number, number] {
  const [least = 0, most = least] = text.split(',').map(Number);
  return [least, most];
}

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { closeDatabase } from '#db/client';
import { signalAll } from '#proof/chaos/failover-pair';
import { runAndClearUp } from '#proof/run-and-clear-up';
import { runAudit } from '#proof/soak/settle';
import { comesTrue, openFolder, strike } from '#proof/soak/stage';
import { judge, type Seen, type Sent } from './judge.ts';
import { repeat, startLoad } from './load.ts';
import {
  type DatabaseKind,
  type DatabaseStage,
  type Plan,
  requireTls,
  startDatabase,
  startKaira,
} from './stage.ts';
import type { TroubleName } from './troubles.ts';
import { prepareWitness, startWitness } from './witness.ts';

// One line of the table, in a process of its own: `npm run outage` starts it and hears the verdict.

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    away: { type: 'string', default: '8' },
    rate: { type: 'string', default: '10' },
    keep: { type: 'boolean', default: false },
  },
});
const [trouble, database, protection] = positionals as [TroubleName, DatabaseKind, string];
const plan: Plan = { trouble, database, hasTls: protection === 'tls' };

const calmMs = 3_000;
const backWithinMs = 90_000;
/** So long the load goes on after the return, and again once the old primary is back. */
const afterwardsMs = 4_000;
const workedWithinMs = 20_000;

let stage: DatabaseStage | undefined;
// Without the one who hears the verdict there is none.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
await runAndClearUp(run, () =>
  closeDatabase()
    .then(() => strike(true))
    .then(() => stage?.stop())
    .then(() => strike(options.keep)),
);
process.exit();

async function run(): Promise<void> {
  const folder = await openFolder();
  if (options.keep) console.log(folder);
  stage = await startDatabase(plan, folder);
  const kaira = await startKaira(stage.url);
  await prepareWitness(stage.cluster.primary().server.url);
  const load = startLoad(kaira.origin, kaira.key, Number(options.rate));
  await sleep(calmMs);
  await requireTls(plan.hasTls, stage.cluster.primary().server);
  const { troubleAt, remedyAt, looks } = await suffer(stage);
  await load.stop();
  const notRepeatable = await repeat(kaira.origin, kaira.key, load.sent);
  const books = await readBooks(stage.cluster.primary().server.url, load.sent);
  const audit = await runAudit(stage.cluster.primary().server.url);
  const seen: Seen = {
    troubleAt,
    remedyAt,
    sent: load.sent,
    looks,
    notRepeatable,
    ...books,
    auditViolations: audit.reduce((sum, line) => sum + line.violations, 0),
    ended: kaira.processes.filter((each) => !isRunning(each)).length,
  };
  if (trouble === 'freeze') seen.stoppedAfter = await stopFrozen(stage, kaira.processes);
  process.send?.(judge(seen, trouble));
}

/** SIGTERM to Kaira while the database is frozen once more: how many ms until all of it has ended. */
async function stopFrozen({ cluster, setFrozen }: DatabaseStage, processes: ChildProcess[]): Promise<number> {
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const { server } of cluster.nodes) signalAll(server.pid, name);
  };
  setFrozen(true);
  signal('SIGSTOP');
  const startedAt = performance.now();
  try {
    const ended = processes.filter(isRunning).map((child) => once(child, 'exit'));
    for (const child of processes) child.kill('SIGTERM');
    await Promise.all(ended);
    return performance.now() - startedAt;
  } finally {
    signal('SIGCONT');
    setFrozen(false);
  }
}

/** The trouble, what ends it, and what follows. */
async function suffer({ cluster, trouble: own, addresses, setFrozen }: DatabaseStage) {
  const witness = startWitness(addresses);
  const troubleAt = performance.now();
  setFrozen(trouble === 'freeze');
  await own.strike();
  await sleep(Math.max(0, troubleAt + Number(options.away) * 1000 - performance.now()));
  const remedyAt = performance.now();
  if (database === 'one-host') await own.end();
  else await cluster.failOver();
  const isBack = () =>
    witness.looks.slice(-10).every(({ isWritten, endedAt }) => isWritten || endedAt === Infinity);
  await comesTrue(
    async () => witness.looks.some(({ at, isWritten }) => isWritten && at > remedyAt) && isBack(),
    backWithinMs,
    100,
  );
  await sleep(afterwardsMs);
  if (database !== 'one-host') {
    // The old primary is there again, and takes itself for one still.
    await own.end();
    setFrozen(false);
    await sleep(afterwardsMs);
  }
  await witness.stop();
  return { troubleAt, remedyAt, looks: witness.looks };
}

async function readBooks(url: string, sent: Sent[]): Promise<Pick<Seen, 'lost' | 'unworked'>> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    // As if the leases of what the trouble interrupted had ended, which takes up to a minute.
    const hurry = () =>
      sql`update rail_operations set run_at = now() where lease_token is not null`.then(
        () => true,
        // A deadlock with the worker, which is at them.
        () => false,
      );
    await comesTrue(hurry, workedWithinMs, 200);
    const open = async () =>
      (await sql`select count(*)::int from transactions where status = 'PENDING'`)[0]?.count;
    await comesTrue(async () => (await open()) === 0, workedWithinMs);
    const rows = await sql`select id, client_reference from transactions`;
    const ids = new Map(rows.map((row) => [row.client_reference as string, row.id as string]));
    const told = sent.filter(({ status }) => status === 200);
    return {
      lost: told.filter(({ reference, transactionId }) => ids.get(reference) !== transactionId).length,
      unworked: await open(),
    };
  } finally {
    await sql.end();
  }
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { closeDatabase } from '#db/client';
import { type Certificates, makeCertificates } from '#proof/outage/certificates';
import { repeat, startLoad } from '#proof/outage/load';
import { type Kaira, startKaira } from '#proof/outage/stage';
import { prepareWitness, startWitness } from '#proof/outage/witness';
import { runAndClearUp } from '#proof/run-and-clear-up';
import { runAudit } from '#proof/soak/settle';
import { comesTrue, openFolder, strike } from '#proof/soak/stage';
import { build } from '#scripts/build';
import { elapsed } from '#scripts/terminal';
import { addressOf, addressOfOne, type Cluster, watchCluster } from './cluster.ts';
import { measure, misses } from './measure.ts';
import { addresses, type Machines, startMachines } from './nodes.ts';
import { backUp, prepareBackups, restoreTo } from './restore.ts';
import { type Line, type Sums, tableOf } from './table.ts';
import { type Trouble, troubles } from './troubles.ts';

// npm run patroni [-- --only killed,frozen] [--rate 10] [--to FILE] [--json FILE] [--keep]
// Three machines with etcd, Patroni and PostgreSQL, by the files of deploy/patroni/; a server and a worker of Kaira that
// name all three; and one trouble after the other, while a client writes. At the end, what was acknowledged is looked
// for, the books are audited, and a backup is restored to a moment. Needs root, and installs what is missing from Debian.
// Exits with 1 when a line is not within the limits, or anything is lost.

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    rate: { type: 'string', default: '10' },
    to: { type: 'string', default: 'docs/proof/patroni.md' },
    keep: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const root = path.resolve(import.meta.dirname, '../..');
const packages = ['patroni', 'etcd-server', 'pgbackrest', 'iproute2', 'openssl'];
const programs = ['/usr/bin/patroni', '/usr/bin/etcd', '/usr/bin/pgbackrest', '/usr/bin/openssl'];
const wholeWithinMs = 120_000;
const calmMs = 4_000;
const workedWithinMs = 20_000;

const wanted = troubles.filter(({ name }) => options.only?.split(',').includes(name) ?? true);
if (wanted.length === 0) throw new Error(`There are ${troubles.map(({ name }) => name).join(', ')}.`);
const startedAt = performance.now();
let machines: Machines | undefined;
await runAndClearUp(run, () =>
  closeDatabase()
    .then(() => strike(true))
    .then(() => machines?.stop())
    .then(() => strike(options.keep)),
);
process.exit();

async function run(): Promise<void> {
  install();
  await build();
  const folder = await openFolder();
  if (options.keep) console.log(folder);
  const certificates: Certificates = makeCertificates(folder, ['127.0.0.1', ...addresses]);
  machines = startMachines(folder, certificates);
  const cluster = watchCluster(machines);
  await becomesWhole(cluster);
  const first = (await cluster.leader())!;
  await onServer(addressOfOne(first, 'postgres'), (sql) => sql`create database kaira`);
  const kaira = await startKaira(addressOf(machines, 'kaira'));
  await prepareWitness(addressOfOne(first, 'kaira'));
  prepareBackups(first);
  const load = startLoad(kaira.origin, kaira.key, Number(options.rate));
  const witness = startWitness(machines.nodes.map((node) => addressOfOne(node, 'kaira')));
  await sleep(calmMs);
  backUp(first);
  const lines: Line[] = [];
  for (const trouble of wanted) lines.push(await suffer(trouble, machines, cluster, { load, witness }));
  await load.stop();
  await witness.stop();
  const last = (await cluster.leader())!;
  const sums = await sumUp(addressOfOne(last, 'kaira'), kaira, load.sent);
  sums.restored = await restoreTo(machines, last);
  const to = path.resolve(root, options.to);
  if (wanted.length === troubles.length) writeFileSync(to, tableOf(readFileSync(to, 'utf8'), lines, sums));
  if (options.json) {
    const stoodStill = Object.fromEntries(lines.map(({ trouble, seen }) => [trouble.name, seen.stoodStill]));
    writeFileSync(options.json, JSON.stringify({ stoodStill, ...sums }, null, 2));
  }
  console.log(`\n${JSON.stringify(sums)}\nDone in ${elapsed(startedAt)}`);
  const isSound =
    sums.lost + sums.doubled + sums.notRepeatable + sums.auditViolations + sums.ended + sums.unworked === 0 &&
    sums.restored.isExact &&
    sums.restored.auditViolations === 0;
  if (!isSound || lines.some((line) => line.misses.length > 0)) process.exitCode = 1;
}

interface Writers {
  load: ReturnType<typeof startLoad>;
  witness: ReturnType<typeof startWitness>;
}

async function suffer(
  trouble: Trouble,
  on: Machines,
  cluster: Cluster,
  { load, witness }: Writers,
): Promise<Line> {
  await becomesWhole(cluster);
  await sleep(calmMs);
  const leader = (await cluster.leader())!;
  const about = { machines: on, cluster, leader, standbys: on.nodes.filter((each) => each !== leader) };
  const from = performance.now();
  await trouble.strike(about);
  await sleep(Math.max(0, from + trouble.lasts * 1000 - performance.now()));
  await trouble.end(about);
  await becomesWhole(cluster);
  const wholeAt = performance.now();
  await sleep(calmMs);
  const seen = measure(load.sent, witness.looks, { from, until: performance.now() });
  const found = misses(seen, trouble.limit);
  const next = await cluster.leader();
  if ((next !== leader) !== trouble.moves && trouble.limit !== undefined)
    found.push(trouble.moves ? 'the same machine leads' : 'another machine leads');
  const line = { trouble, seen, wholeAfter: (wholeAt - from) / 1000, misses: found };
  console.log(
    `${trouble.name.padEnd(16)} stood still ${seen.stoodStill.toFixed(1)} s, Kaira ${seen.unanswered.toFixed(1)} s, ` +
      `whole after ${line.wholeAfter.toFixed(0)} s, ${seen.acknowledged} acknowledged, ${seen.refused} refused` +
      found.map((each) => `\n  MISSED: ${each}`).join(''),
  );
  return line;
}

async function sumUp(url: string, kaira: Kaira, sent: Writers['load']['sent']): Promise<Sums> {
  const notRepeatable = await repeat(kaira.origin, kaira.key, sent);
  return onServer(url, async (sql) => {
    const open = async () =>
      (await sql`select count(*)::int from transactions where status = 'PENDING'`)[0]?.count;
    // As if the leases of what was interrupted had ended, which takes up to a minute.
    await sql`update rail_operations set run_at = now() where lease_token is not null`.catch(() => {});
    await comesTrue(async () => (await open()) === 0, workedWithinMs);
    const rows = await sql`select id, client_reference from transactions`;
    const ids = new Map(rows.map((row) => [row.client_reference as string, row.id as string]));
    const told = sent.filter(({ status }) => status === 200);
    const audit = await runAudit(url);
    return {
      acknowledged: told.length,
      lost: told.filter(({ reference, transactionId }) => ids.get(reference) !== transactionId).length,
      doubled: rows.length - ids.size,
      notRepeatable,
      auditViolations: audit.reduce((sum, line) => sum + line.violations, 0),
      ended: kaira.processes.filter((each) => each.exitCode !== null || each.signalCode !== null).length,
      unworked: await open(),
      restored: { moment: '', transactions: 0, isExact: false, auditViolations: 0 },
      commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim(),
      at: new Date().toISOString(),
    };
  });
}

async function becomesWhole(cluster: Cluster): Promise<void> {
  const isWhole = () => cluster.isWhole().catch(() => false);
  if (await comesTrue(isWhole, wholeWithinMs, 200)) return;
  throw new Error(`The three are not whole again: ${JSON.stringify(await cluster.members())}`);
}

async function onServer<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

function install(): void {
  if (programs.every((each) => existsSync(each))) return;
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    stdio: 'inherit',
  });
}

import { execFileSync, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { runAudit } from '#proof/soak/settle';
import { comesTrue } from '#proof/soak/stage';
import { addressOfOne, output } from './cluster.ts';
import { BINARIES, inside, type Machines, type Node } from './nodes.ts';

// Backups by pgBackRest, as deploy/patroni/pgbackrest.conf has them, and a restore to a moment on one of the machines,
// beside what runs there.

export interface Restored {
  moment: string;
  transactions: number;
  /** It has what was there at that moment, and nothing of what came later. */
  isExact: boolean;
  auditViolations: number;
}

const PORT = 5499;
const archivedWithinMs = 60_000;
const restoredWithinMs = 120_000;
const later = 3_000;

const pgbackrest = (node: Node, ...words: string[]) =>
  output(node, [
    'pgbackrest',
    // The trial's machines share one /etc.
    `--config=${path.join(node.folder, 'pgbackrest.conf')}`,
    '--stanza=kaira',
    ...words,
  ]);

export function prepareBackups(leader: Node): void {
  pgbackrest(leader, 'stanza-create');
}

export function backUp(leader: Node): void {
  pgbackrest(leader, '--type=full', 'backup');
}

export async function restoreTo({ nodes }: Machines, leader: Node): Promise<Restored> {
  const [moment, wanted] = await withSql(addressOfOne(leader, 'kaira'), async (sql) => {
    const [row] = await sql`
      select clock_timestamp()::text as moment, count(*)::int as transactions from transactions`;
    await sleep(later);
    // Of after that moment.
    await sql`create table after_the_moment (id int)`;
    const [last] = await sql`select pg_walfile_name(pg_switch_wal()) as segment`;
    const isArchived = async () =>
      (await sql`select last_archived_wal >= ${last?.segment} as is_there from pg_stat_archiver`)[0]
        ?.is_there;
    if (!(await comesTrue(isArchived, archivedWithinMs, 200))) throw new Error('The log is not archived');
    return [row?.moment as string, row?.transactions as number] as const;
  });
  const node = nodes.find((each) => each !== leader)!;
  const data = path.join(node.folder, 'restored');
  execFileSync('install', ['-d', '-o', 'postgres', '-g', 'postgres', '-m', '700', data]);
  pgbackrest(
    node,
    `--pg1-path=${data}`,
    '--type=time',
    `--target=${moment}`,
    '--target-action=promote',
    '--target-timeline=latest',
    'restore',
  );
  const log = openSync(path.join(node.folder, 'restored.log'), 'a');
  const set = (name: string, value: string) => ['-c', `${name}=${value}`];
  const server = spawn(
    'ip',
    inside(node, [
      `${BINARIES}/postgres`,
      ...['-D', data, '-p', String(PORT)],
      ...set('listen_addresses', node.address),
      ...set('hba_file', path.join(data, 'pg_hba.conf')),
      ...set('archive_mode', 'off'),
      // Its settings name a standby, and it has none: whatever is written would wait for ever.
      ...set('synchronous_standby_names', ''),
      // No smaller than where it came from; Patroni gives these at the command line.
      ...set('max_connections', '200'),
      ...set('max_wal_senders', '10'),
      ...set('cluster_name', 'restored'),
    ]),
    {
      cwd: node.folder,
      env: { ...process.env, PGBACKREST_CONFIG: path.join(node.folder, 'pgbackrest.conf') },
      stdio: ['ignore', log, log],
    },
  );
  try {
    const address = addressOfOne(node, 'kaira', PORT);
    const isUp = () =>
      withSql(
        address,
        async (sql) => (await sql`select pg_is_in_recovery() as waits`)[0]?.waits === false,
      ).catch(() => false);
    if (!(await comesTrue(isUp, restoredWithinMs, 500)))
      throw new Error('The restored database does not take writes');
    const [found] = await withSql(
      address,
      (sql) => sql`
        select (select count(*) from transactions)::int as transactions, to_regclass('after_the_moment') is null as is_before`,
    );
    const audit = await runAudit(address);
    return {
      moment,
      transactions: found?.transactions,
      isExact: found?.is_before === true && found.transactions === wanted,
      auditViolations: audit.reduce((sum, line) => sum + line.violations, 0),
    };
  } finally {
    server.kill('SIGTERM');
  }
}

async function withSql<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, connect_timeout: 3, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded';
import { conninfo, copyPrimary, follow, promote, signalAll } from '#proof/chaos/failover-pair';
import { type Certificates, speakTls } from './certificates.ts';

// One PostgreSQL, or a primary and two standbys of which one has each commit on its disk before it is acknowledged
// (`ANY 1`). Who promotes is the trial itself, in the place of Patroni.

export interface DatabaseNode {
  name: string;
  folder: string;
  server: EmbeddedPostgres;
  /** Whether its keeper (Patroni's agent) calls it the primary. */
  isPrimary: boolean;
}

export interface Cluster {
  nodes: DatabaseNode[];
  /** The first of them at the start. */
  primary(): DatabaseNode;
  /** Resolves when the standby that has most takes writes, and the other one follows it. */
  failOver(): Promise<void>;
  /** After it was killed; on the same port. */
  startAgain(node: DatabaseNode): Promise<void>;
  /** Whatever state they are in. Their data is worth nothing afterwards. */
  stop(): Promise<void>;
}

const pollMs = 20;
const settings = {
  max_connections: '120',
  shared_buffers: '64MB',
  // The disk that is going to be full is small.
  min_wal_size: '32MB',
  max_wal_size: '64MB',
  synchronous_commit: 'on',
};

export interface ClusterPlan {
  size: 1 | 3;
  folder: string;
  /** Of the first primary, where it is not to be below `folder`. */
  primaryFolder?: string;
  certificates: Certificates | undefined;
}

export async function startCluster(plan: ClusterPlan): Promise<Cluster> {
  const nodes: DatabaseNode[] = [];
  const stop = async () => {
    for (const { server } of nodes) signalAll(server.pid, 'SIGKILL');
    // What it does beside ending the processes, it does also for one that is gone.
    await Promise.all(nodes.map(({ server }) => server.stop()));
  };
  const start = async (name: string, folder: string) => {
    const server = await startEmbeddedPostgres({ folder, settings });
    nodes.push({ name, folder, server, isPrimary: nodes.length === 0 });
    if (plan.certificates) await speakTls(server, path.join(folder, 'data'), plan.certificates);
    return server;
  };
  try {
    const first = plan.primaryFolder ?? path.join(plan.folder, 'one');
    const primary = await start('one', first);
    if (plan.size === 3) await addStandbys(plan.folder, first, primary, start);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    nodes,
    stop,
    primary: () => nodes.find((each) => each.isPrimary)!,
    failOver: () => failOver(nodes),
    async startAgain(node) {
      node.server = await startEmbeddedPostgres({ folder: node.folder, settings });
    },
  };
}

async function addStandbys(
  folder: string,
  from: string,
  primary: EmbeddedPostgres,
  start: (name: string, folder: string) => Promise<EmbeddedPostgres>,
): Promise<void> {
  const names = ['two', 'three'];
  await withServer(primary, async (sql) => {
    for (const name of names) {
      const own = path.join(folder, name);
      mkdirSync(own, { mode: 0o755 });
      await copyPrimary(sql, primary, from, own, name);
      await start(name, own);
    }
    await awaitStandbys(sql, names);
    await follow(sql, names, 'sync');
  });
}

async function failOver(nodes: DatabaseNode[]): Promise<void> {
  const old = nodes.find((each) => each.isPrimary)!;
  const standbys = nodes.filter((each) => each !== old);
  // A primary that lives goes on sending: both cease to follow it before it is seen who has most.
  const received = await Promise.all(
    standbys.map(({ server }) =>
      withServer(server, async (sql) => {
        await sql`alter system set primary_conninfo = ''`;
        await sql`select pg_reload_conf()`;
        while ((await sql`select from pg_stat_wal_receiver`).length > 0) await sleep(pollMs);
        const [row] = await sql`select pg_wal_lsn_diff(pg_last_wal_receive_lsn(), '0/0')::text as bytes`;
        return BigInt(row?.bytes);
      }),
    ),
  );
  const [next, other] = received[0]! >= received[1]! ? standbys : standbys.toReversed();
  old.isPrimary = false;
  await promote(next!.server.url);
  next!.isPrimary = true;
  await withServer(next!.server, async (sql) => {
    await sql`select pg_create_physical_replication_slot(${other!.name}, true)`;
    await awaitStandbys(sql, [other!.name]);
  });
  await withServer(other!.server, async (sql) => {
    await sql.unsafe(`alter system set primary_conninfo = '${conninfo(next!.server, other!.name)}'`);
    await sql`select pg_reload_conf()`;
  });
}

/** From now on a commit waits for one of them. */
async function awaitStandbys(sql: postgres.Sql, names: string[]): Promise<void> {
  await sql.unsafe(`alter system set synchronous_standby_names = 'ANY 1 (${names.join(', ')})'`);
  await sql`select pg_reload_conf()`;
}

async function withServer<T>({ url }: EmbeddedPostgres, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

import type { ChildProcess } from 'node:child_process';
import postgres from 'postgres';
import { closeDatabase } from '#db/client';
import { migrate } from '#db/migrate';
import { applicationUrl } from '#db/roles';
import { createApiKey, createClient, ensureAccounts } from '#lib/clients/create-client';
import { becomesReady, begin, freePort, setDatabase } from '#proof/soak/stage';
import { type Certificates, makeCertificates } from './certificates.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { type Gate, startGate } from './gate.ts';
import { type Agent, startAgent, startHaproxy } from './haproxy.ts';
import { makeSmallDisk, makeTrouble, type Trouble, type TroubleName } from './troubles.ts';

export const databases = ['one-host', 'three-hosts', 'haproxy'] as const;
export type DatabaseKind = (typeof databases)[number];

export interface Plan {
  trouble: TroubleName;
  database: DatabaseKind;
  hasTls: boolean;
}

export interface DatabaseStage {
  cluster: Cluster;
  trouble: Trouble;
  /** What an operator gives to Kaira, but with the superuser's name. */
  url: string;
  /** The same, each address by itself, for one who does not look at certificates. */
  addresses: string[];
  /** One that froze answers nothing, and neither does its agent. */
  setFrozen(isFrozen: boolean): void;
  stop(): Promise<void>;
}

/** Of each part that was started, how it ends; the last first. */
type Endings = (() => unknown)[];

export async function startDatabase(plan: Plan, folder: string): Promise<DatabaseStage> {
  const endings: Endings = [];
  const stop = async () => {
    for (const each of endings.toReversed()) await each();
    endings.length = 0;
  };
  try {
    return { ...(await build(plan, folder, endings)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function build(
  { trouble: name, database, hasTls }: Plan,
  folder: string,
  endings: Endings,
): Promise<Omit<DatabaseStage, 'stop'>> {
  const certificates = hasTls ? makeCertificates(folder) : undefined;
  const disk = name === 'full-disk' ? makeSmallDisk(folder) : undefined;
  if (disk) endings.push(() => disk.remove());
  const cluster = await startCluster({
    size: database === 'one-host' ? 1 : 3,
    folder,
    ...(disk && { primaryFolder: disk.folder }),
    certificates,
  });
  endings.push(() => cluster.stop());
  const node = cluster.primary();
  let gate: Gate | undefined;
  if (name === 'half-close' || name === 'forget') {
    gate = await startGate(() => node.server.port);
    endings.push(() => gate!.close());
  }
  const reach = (each: typeof node) => (each === node && gate ? gate.port : each.server.port);
  let ports = cluster.nodes.map(reach);
  let isFrozen = false;
  let agents: Agent[] = [];
  if (database === 'haproxy') {
    agents = await Promise.all(
      cluster.nodes.map((each) =>
        startAgent(() =>
          each === node && isFrozen ? undefined : each.isPrimary && isAlive(each.server.pid),
        ),
      ),
    );
    endings.push(() => agents.map((each) => each.close()));
    const proxy = await startHaproxy(
      folder,
      ports.map((port, index) => ({ port, agentPort: agents[index]!.port })),
    );
    endings.push(() => proxy.stop());
    ports = [proxy.port];
  }
  const trouble = makeTrouble(name, { cluster, node, gate, agentPort: agents[0]?.port, disk });
  endings.push(() => trouble.clear());
  return {
    cluster,
    trouble,
    url: addressOf(node.server.url, ports, certificates),
    addresses: ports.map((port) => addressOf(node.server.url, [port]) + (hasTls ? '?sslmode=require' : '')),
    setFrozen(next) {
      isFrozen = next;
    },
  };
}

function addressOf(url: string, ports: number[], certificates?: Certificates): string {
  const { host } = new URL(url);
  const named = url.replace(host, ports.map((port) => `127.0.0.1:${port}`).join());
  if (!certificates) return named;
  return `${named}?sslmode=verify-full&sslrootcert=${encodeURIComponent(certificates.authority)}`;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export interface Kaira {
  origin: string;
  /** Of a client, for its sandbox. */
  key: string;
  processes: ChildProcess[];
}

/** A server and a worker in production mode, as an operator runs them apart, and a client with a key. */
export async function startKaira(url: string): Promise<Kaira> {
  setDatabase(url);
  await migrate(url, applicationUrl(url));
  await ensureAccounts();
  const clientId = await createClient({
    name: 'Shop',
    businessPhone: '+2207012345',
    businessEmail: 'shop@example.com',
  });
  const key = await createApiKey(clientId, 'SANDBOX');
  await closeDatabase();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const environment = {
    KAIRA_MODE: 'production',
    DATABASE_URL: applicationUrl(url),
    BASE_URL: origin,
    KAIRA_WORKER: 'off',
    SANDBOX_RESOLVE_MS: '300',
    PORT: String(port),
    HOST: '127.0.0.1',
  };
  const processes = await Promise.all(
    [
      ['server.ts', 'server'],
      ['scripts/worker.ts', 'worker'],
    ].map(async ([program, name]) => {
      const child = begin([program!], `${name}.log`, environment);
      await becomesReady(child, name!);
      return child;
    }),
  );
  return { origin, key, processes };
}

/** Throws where a connection of Kaira's is not as the plan has it. */
export async function requireTls(hasTls: boolean, server: { url: string }): Promise<void> {
  const sql = postgres(server.url, { max: 1, onnotice: () => {} });
  const [row] = await sql`
    select count(*)::int as all, count(*) filter (where ssl = ${hasTls})::int as right
    from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'kaira'`;
  await sql.end();
  if (row?.all === 0 || row?.all !== row?.right)
    throw new Error(`${row?.right} of ${row?.all} connections ${hasTls ? 'with' : 'without'} TLS`);
}

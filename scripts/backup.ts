import { existsSync } from 'node:fs';
import { chown, mkdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { archiveCommand, takeBaseBackup } from '#db/base-backup';
import { connect } from '#db/client';
import { startEmbeddedPostgres } from '#db/embedded';
import { OneSentenceError } from '#db/one-sentence-error';
import { builtInFolder, findSecret, fingerprintOf } from '#scripts/backup-settings';
import { reportFailure, step } from '#scripts/terminal';

// npm run backup -- --to DIR [--archive]: a copy of the built-in PostgreSQL in a folder of its own under DIR, made while
// Kaira works. docs/operations/backup-restore.md tells the rest.

try {
  const { values } = parseArgs({
    options: { to: { type: 'string' }, archive: { type: 'boolean', default: false } },
  });
  if (values.to === undefined) throw new OneSentenceError('Say where: npm run backup -- --to DIR.');
  await backUp(values.to, values.archive);
} catch (error) {
  reportFailure(error);
}

async function backUp(into: string, withArchive: boolean): Promise<void> {
  const folder = builtInFolder();
  const data = path.join(folder, 'data');
  if (!existsSync(data)) throw new OneSentenceError(`There is no database in ${folder} to back up.`);
  // PostgreSQL's own user has to get through it to the archive; each backup in it is closed to others.
  await mkdir(into, { recursive: true, mode: 0o711 });
  const home = await realpath(into);
  const server = await startEmbeddedPostgres({ folder });
  try {
    if (withArchive && !(await archiveInto(path.join(home, 'wal'), data, server.url))) return;
    const to = path.join(home, new Date().toISOString().replaceAll(':', '-'));
    await warnOfArchive(server.url);
    const secret = findSecret();
    const manifest = await step(`Backing up to ${to}`, () =>
      takeBaseBackup({
        url: server.url,
        data,
        password: path.join(folder, 'password'),
        to,
        secretFingerprint: secret === undefined ? null : fingerprintOf(secret),
      }),
    );
    await note(server.url);
    const bytes = Object.values(manifest.files).reduce((sum, each) => sum + each.bytes, 0);
    process.stdout.write(
      `  ${Object.keys(manifest.files).length} files, ${Math.ceil(bytes / 1e6)} MB, of ${manifest.startedAt}\n` +
        '  KAIRA_SECRET is not in it: keep it apart, since without it what is sealed cannot be read.\n',
    );
  } finally {
    if (!server.reused) await server.stop();
  }
}

/**
 * From the next start on the server keeps each piece of WAL there, a minute after it was begun at the latest. Says
 * whether it does so already.
 */
async function archiveInto(wal: string, data: string, url: string): Promise<boolean> {
  await mkdir(wal, { recursive: true, mode: 0o700 });
  // PostgreSQL writes there, as the user that it runs as where we are root.
  const { uid, gid } = await stat(data);
  if (process.getuid?.() === 0) await chown(wal, uid, gid);
  const sql = connect(url, 1, 'kaira backup');
  try {
    const settings = { archive_mode: 'on', archive_timeout: '60s', archive_command: archiveCommand(wal) };
    for (const [name, value] of Object.entries(settings)) {
      await sql.unsafe(`alter system set ${name} = '${value.replaceAll("'", "''")}'`);
    }
    await sql`select pg_reload_conf()`;
    const [row] = await sql`select current_setting('archive_mode') as mode`;
    const isOn = row?.mode === 'on';
    process.stdout.write(
      isOn
        ? `  WAL is archived to ${wal}\n`
        : `  WAL will be archived to ${wal} once Kaira was stopped and started again. Then back up: nothing was yet.\n`,
    );
    return isOn;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** For /metrics, so that somebody hears when the backups stop. */
async function note(url: string): Promise<void> {
  const sql = connect(url, 1, 'kaira backup');
  try {
    await sql`insert into backups default values`;
  } catch (error) {
    // As in a database of an earlier release, which is backed up before an upgrade.
    process.stdout.write(`  The database could not note it for /metrics: ${(error as Error).message}\n`);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** An archive that fails is silent but for PostgreSQL's log, and fills the disk. */
async function warnOfArchive(url: string): Promise<void> {
  const sql = connect(url, 1, 'kaira backup');
  try {
    const [failed] = await sql`
      select last_failed_wal as wal from pg_stat_archiver where last_failed_time > coalesce(last_archived_time, '-infinity')`;
    const [set] = await sql`select pending_restart from pg_settings where name = 'archive_mode'`;
    if (set?.pending_restart)
      process.stdout.write('  WAL is NOT archived yet: stop and start Kaira once, and it is.\n');
    if (failed)
      process.stdout.write(`  WAL is NOT archived (${failed.wal} failed): postgres.log says why.\n`);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

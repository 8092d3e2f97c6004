import { existsSync } from 'node:fs';
import { mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Sql } from 'postgres';
import { putBack, readManifest } from '#db/base-backup';
import { connect } from '#db/client';
import { startEmbeddedPostgres } from '#db/embedded';
import { OneSentenceError } from '#db/one-sentence-error';
import { builtInFolder, findSecret, fingerprintOf } from '#scripts/backup-settings';
import { reportFailure, step } from '#scripts/terminal';

// npm run restore -- --from DIR [--until TIME | --alone]: puts a backup into KAIRA_DATA_DIR, where there must be no
// database, and recovers it. docs/operations/backup-restore.md tells the rest.

try {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      until: { type: 'string' },
      alone: { type: 'boolean', default: false },
    },
  });
  if (values.from === undefined) throw new OneSentenceError('Say from where: npm run restore -- --from DIR.');
  const until = values.until === undefined ? null : new Date(values.until);
  if (until !== null && !/^\d{4}-\d\d-\d\dT.+(Z|[+-]\d\d:\d\d)$/.test(values.until ?? '')) {
    throw new OneSentenceError('--until is a time with its zone, such as 2026-11-21T18:30:00Z.');
  }
  if (until !== null && values.alone) throw new OneSentenceError('--alone leaves no time to choose.');
  await restore(values.from, until, values.alone);
} catch (error) {
  reportFailure(error);
}

async function restore(from: string, until: Date | null, alone: boolean): Promise<void> {
  const manifest = await readManifest(from);
  const secret = findSecret();
  if (
    secret !== undefined &&
    manifest.secretFingerprint !== null &&
    ![secret, process.env.KAIRA_SECRET_PREVIOUS].some(
      (each) => each !== undefined && fingerprintOf(each) === manifest.secretFingerprint,
    )
  ) {
    throw new OneSentenceError(
      'KAIRA_SECRET is not the one of this backup: what it sealed could not be read. Put the right one back first.',
    );
  }
  const archive = path.join(path.dirname(await realpath(from)), 'wal');
  const wal = !alone && manifest.isArchived && existsSync(archive) ? archive : null;
  if (until !== null && wal === null) throw new OneSentenceError(`There is no archive of WAL in ${archive}.`);
  if (until !== null && until < new Date(manifest.endedAt)) {
    throw new OneSentenceError(`This backup ends at ${manifest.endedAt}: take an earlier one.`);
  }
  const folder = builtInFolder();
  await mkdir(folder, { recursive: true });
  await step(`Copying ${from}`, () => putBack({ from, folder, wal, until }));
  const server = await step('Recovering', () => startEmbeddedPostgres({ folder }));
  const sql = connect(server.url, 1, 'kaira restore');
  try {
    await step('Replaying what came after', () => recovered(sql, folder));
    for (const name of ['restore_command', 'recovery_target_time', 'recovery_target_action']) {
      await sql.unsafe(`alter system reset ${name}`);
    }
    const [last] = await sql`select max(created_at) as at from journals`;
    process.stdout.write(
      `  The books end at ${last?.at?.toISOString() ?? 'their beginning'}. Now: npm run audit, then npm start.\n` +
        '  What was acknowledged later is missing: servers that know of it take no writes until you have decided (npm run history).\n' +
        (secret === undefined
          ? '  KAIRA_SECRET is not set: put it back before npm start, which would make another.\n'
          : ''),
    );
  } finally {
    await sql.end({ timeout: 5 });
    await server.stop();
  }
}

/** It answers, read-only, long before it has replayed all; stopped before that, it would never go on. */
async function recovered(sql: Sql, folder: string): Promise<void> {
  try {
    for (;;) {
      const [row] = await sql`select pg_is_in_recovery() as recovering`;
      if (!row?.recovering) return;
      await sleep(100);
    }
  } catch (cause) {
    const log = path.join(folder, 'postgres.log');
    throw new OneSentenceError(
      `PostgreSQL ended before it had recovered, perhaps since the archive ends before the time of --until: ${log} says why. Remove ${folder} and restore again.`,
      { cause },
    );
  }
}

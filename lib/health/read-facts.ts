import { sqlClient } from '#db/client';
import { findMachineDifferences } from '#db/machine';
import { readSchemaState } from '#db/migrate';
import { type Known, known } from '#lib/health/known';
import { type Backlog, readBacklog } from '#lib/health/read-backlog';
import {
  type Certificate,
  readDatabaseCertificates,
  readWebCertificate,
} from '#lib/health/read-certificates';
import { type Disk, type ReadDisk, readDisks } from '#lib/health/read-disks';
import { type DatabaseServer, readServers } from '#lib/health/read-servers';
import { readWorkers, type WorkerSeen } from '#lib/health/read-workers';
import { isHistoryLost } from '#lib/history/history';
import { getLatestAudit } from '#lib/ledger/run-audit';
import { readDatabaseFigures } from '#lib/monitoring/database-gauges';
import { isPooled } from '#lib/monitoring/pooler-watch';
import { countMissing } from '#lib/overview/alarms';
import { settings } from '#lib/settings';
import { kairaVersion } from '#lib/version';

/** What Kaira reads of itself and of what it stands on; each part by itself, so that one that fails hides no other. */
export interface HealthFacts {
  now: Date;
  isProduction: boolean;
  baseUrl: string;
  /** How many acknowledged changes of those that are listed the database lacks; null: none. */
  historyLost: number | null;
  isPooled: boolean;
  servers: Known<DatabaseServer[]>;
  database: Known<DatabaseState>;
  figures: Known<Figures>;
  workers: Known<WorkerSeen[]>;
  backlog: Known<Backlog>;
  disks: { name: string; disk: Known<Disk> }[];
  audit: Known<Awaited<ReturnType<typeof getLatestAudit>>>;
  /** Null: the address is plain http. */
  webCertificate: Known<Certificate> | null;
  databaseCertificates: Known<{ server: string; endsAt: Date | null }[]>;
  schema: Known<{ applied: number; known: number; areFunctionsOurs: boolean; differences: string[] }>;
  versions: { kaira: string; node: string };
}

export interface DatabaseState {
  version: string;
  bytes: number;
  /** Connections that take its changes: standbys, or a backup that is under way. */
  followers: number;
  /** Null: our role may not read it, or nobody follows. */
  followersBehindSeconds: number | null;
  /** The archive of its changes does not take what it is given. */
  isArchiveFailing: boolean;
}

interface Figures {
  /** What is due and for how many seconds. */
  due: { work: string; seconds: number }[];
  violations: number;
  /** Seconds; from the first start where there was none; null where Kaira was never started. */
  auditAge: number | null;
  auditedAt: Date | null;
  backupAge: number | null;
  backedUpAt: Date | null;
  /** Seconds since the last seal while something waits to be sealed; null while nothing does. */
  sealAge: number | null;
  /** When the last seal was made. */
  sealedAt: Date | null;
}

/** `readDisk` is what a test puts in the place of the file system. */
export async function readHealthFacts(now: Date, readDisk?: ReadDisk): Promise<HealthFacts> {
  const { KAIRA_MODE, KAIRA_DATA_DIR, DATABASE_URL, baseUrl } = settings();
  const isLost = isHistoryLost();
  const isHttps = new URL(baseUrl).protocol === 'https:';
  const [servers, database, figures, workers, backlog, disks, audit, web, certificates, schema, missing] =
    await Promise.all([
      known('its servers could not be asked', () => readServers(DATABASE_URL)),
      known('the database did not answer', readDatabaseState),
      known('the database did not answer', readFigures),
      known('the database did not answer', readWorkers),
      known('the database did not answer in time', readBacklog),
      readDisks({ dataFolder: KAIRA_DATA_DIR, databaseUrl: DATABASE_URL }, readDisk),
      known('the database did not answer', () => getLatestAudit(now)),
      isHttps ? known('nobody answers there with TLS', () => readWebCertificate(baseUrl)) : null,
      known('a server of the database did not show it', () => readDatabaseCertificates(DATABASE_URL)),
      known('the database did not answer', readSchema),
      isLost ? known('the database did not answer', countMissing) : null,
    ]);
  return {
    now,
    isProduction: KAIRA_MODE === 'production',
    baseUrl,
    historyLost: missing === null ? null : 'value' in missing ? missing.value : 0,
    isPooled: isPooled(DATABASE_URL),
    ...{ servers, database, figures, workers, backlog, disks, audit, schema },
    webCertificate: web,
    databaseCertificates: certificates,
    versions: { kaira: kairaVersion(), node: process.version.replace(/^v/, '') },
  };
}

async function readDatabaseState(): Promise<DatabaseState> {
  const [row] = await sqlClient()`
    select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes,
           f.followers, f.behind, coalesce(a.last_failed_time > coalesce(a.last_archived_time, '-infinity'), false) as failing
    from (select count(*)::int as followers, max(extract(epoch from replay_lag))::float8 as behind from pg_stat_replication) f,
         pg_stat_archiver a`;
  return {
    // Without what the packager adds.
    version: String(row?.version).split(' ')[0] as string,
    bytes: row?.bytes,
    followers: row?.followers,
    followersBehindSeconds: row?.behind,
    isArchiveFailing: row?.failing,
  };
}

async function readFigures(): Promise<Figures> {
  const [row, [seal]] = await Promise.all([
    readDatabaseFigures(),
    sqlClient()`select sealed_at from book_seals order by id desc limit 1`,
  ]);
  const at = (time: string | null | undefined) => (time ? new Date(time) : null);
  return {
    due: row?.due ?? [],
    violations: row?.violations ?? 0,
    auditAge: row?.audit_age ?? null,
    auditedAt: at(row?.audited_at),
    backupAge: row?.backup_age ?? null,
    backedUpAt: at(row?.backed_up_at),
    sealAge: row?.seal_age ?? null,
    sealedAt: at(seal?.sealed_at),
  };
}

async function readSchema() {
  const sql = sqlClient();
  const [state, differences] = await Promise.all([readSchemaState(sql), findMachineDifferences(sql)]);
  return { ...state, differences };
}

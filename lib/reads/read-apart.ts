import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { isDatabaseAway, sqlClient, sqlState, standbySql } from '#db/client';
import { ofOneHost, parseDatabaseUrl } from '#db/hosts';
import { invariant } from '#lib/errors';
import { describeError, log } from '#lib/log';
import { readsApartTotal } from '#lib/metrics';
import { settings } from '#lib/settings';

// Reads that walk over much and decide nothing go to a standby, where there is one (`DATABASE_STANDBY_URL`), so that
// payments do not wait for them. Only what asks for `readingSql` is read there: whatever decides, remembers or writes
// asks for `sqlClient`, and that is the primary on every way.

/**
 * `whole`: has all that was committed when it was asked for, as a file must. `recent`: may be up to a minute older, as a
 * page may that says so.
 */
export type Freshness = 'whole' | 'recent';

/** A standby that follows has what the primary has within milliseconds. */
const CATCHES_UP_WITHIN_MS = 500;
const LOOK_AGAIN_MS = 50;
const OLDEST_MS = 60_000;
/** So long nobody asks a standby anew that did not answer, or was far behind. */
const LEFT_ALONE_MS = 5_000;

interface Reading {
  sql: Sql;
  url: string;
  /** All that was committed by then is in what is read. */
  asOf: Date;
}

interface LeftAlone {
  until: number;
  how: string;
}

/** Kept on `globalThis`, because Next has copies of this module of its own. */
const shared = globalThis as {
  kairaReading?: AsyncLocalStorage<Reading>;
  kairaLeftAlone?: Map<string, LeftAlone>;
};
shared.kairaReading ??= new AsyncLocalStorage();
shared.kairaLeftAlone ??= new Map();
const { kairaReading: reading, kairaLeftAlone: leftAlone } = shared;

/** For a read that decides nothing: the standby within `readApart`, else the pool. */
export function readingSql(): Sql {
  return reading.getStore()?.sql ?? sqlClient();
}

/** The address of the same database, for who needs a connection of its own. */
export function readingUrl(): string {
  return reading.getStore()?.url ?? settings().DATABASE_URL;
}

/** A later part of what was read apart, such as the next page of a file. */
export type Further = <Part>(part: () => Promise<Part>) => Promise<Part>;

/**
 * Does the work with `readingSql` at a standby, if one is fresh enough, and says as of when it was; else, and where
 * the standby fails on the way, at the primary, so that nobody is worse off for it. The work may be done twice. Throws
 * as the primary does where that is away.
 */
export async function readApart<Result>(
  freshness: Freshness,
  work: (further: Further) => Promise<Result>,
): Promise<{ result: Result; asOf?: Date }> {
  const standby = await findStandby(freshness);
  let isThere = standby !== undefined;
  const further: Further = async (part) => {
    if (standby !== undefined && isThere) {
      try {
        return await reading.run(standby, part);
      } catch (error) {
        // What takes too long there takes too long here.
        if (!isDatabaseAway(error) || sqlState(error) === '57014') throw error;
        isThere = false;
        leaveAlone(standby.url, 'failed while it was read', error);
      }
    }
    return reading.exit(part);
  };
  const result = await further(() => work(further));
  readsApartTotal.inc({ place: isThere ? 'standby' : 'primary' });
  return { result, ...(standby !== undefined && isThere && { asOf: standby.asOf }) };
}

/** The first that will do, in the order of the address. The one that leads now is none. */
async function findStandby(freshness: Freshness): Promise<Reading | undefined> {
  const urls = standbyUrls().filter((url) => Date.now() >= (leftAlone.get(url)?.until ?? 0));
  if (urls.length === 0) return undefined;
  const primary = await askPrimary();
  for (const url of urls) {
    try {
      const found = await look(url, primary);
      const isReadable = found !== undefined && found.ageMs <= OLDEST_MS;
      if (!isReadable) leaveAlone(url, 'is none that can be read', found?.ageMs);
      else leftAlone.delete(url);
      if (isReadable && (found.hasAll || freshness === 'recent')) return found;
    } catch (error) {
      leaveAlone(url, 'does not answer', error);
    }
  }
  return undefined;
}

function standbyUrls(): string[] {
  const named = settings().DATABASE_STANDBY_URL;
  if (named === undefined) return [];
  const hosts = parseDatabaseUrl(named)?.hosts ?? [];
  return hosts.map((_, index) => ofOneHost(named, index));
}

/** Told once, until it can be read again. */
function leaveAlone(url: string, how: string, why?: unknown): void {
  const isKnown = leftAlone.get(url)?.how === how;
  leftAlone.set(url, { until: Date.now() + LEFT_ALONE_MS, how });
  if (isKnown) return;
  const { host, port } = parseDatabaseUrl(url)?.hosts[0] ?? {};
  const reason = why instanceof Error ? describeError(why) : { ageMs: why };
  log.warn({ host, port, ...reason }, `the standby ${how}; another server is read instead`);
}

/** What it has now, and which books on which timeline. */
interface Primary {
  books_id: string;
  place: string;
  now: string;
  timeline: number;
}

async function askPrimary(): Promise<Primary> {
  const [row] = await sqlClient()<Primary[]>`
    select books_id, pg_current_wal_flush_lsn()::text as place, clock_timestamp() as now,
           ('x' || substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8))::bit(32)::int as timeline
    from event_position_base where is_only`;
  invariant(row, 'the database says which books it has');
  return row;
}

/**
 * The standby as it is now, or soon. Of another installation, another history or none at all: undefined. The control
 * file of a standby tells the timeline of its last restart point, so after a failover the primary is read for a while.
 * https://www.postgresql.org/docs/18/functions-admin.html#FUNCTIONS-RECOVERY-CONTROL
 */
async function look(
  url: string,
  primary: Primary,
): Promise<(Reading & { hasAll: boolean; ageMs: number }) | undefined> {
  const [sql, askedAt] = [standbySql(url), performance.now()];
  for (;;) {
    const [row] = await sql`
      select pg_last_wal_replay_lsn() >= ${primary.place}::pg_lsn as has_all,
             pg_last_xact_replay_timestamp() as replayed
      from event_position_base
      where is_only and pg_is_in_recovery() and books_id = ${primary.books_id}::uuid
        and (select timeline_id from pg_control_checkpoint()) = ${primary.timeline}::int`;
    if (row === undefined) return undefined;
    if (row.has_all || performance.now() - askedAt > CATCHES_UP_WITHIN_MS) {
      const asOf = new Date(row.has_all ? primary.now : (row.replayed ?? 0));
      return { sql, url, asOf, hasAll: row.has_all, ageMs: Date.parse(primary.now) - asOf.getTime() };
    }
    await sleep(LOOK_AGAIN_MS);
  }
}

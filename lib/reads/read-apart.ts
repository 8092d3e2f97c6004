import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql, TransactionSql } from 'postgres';
import { isDatabaseAway, openStandby, sqlClient, sqlState } from '#db/client';
import { ofOneHost, parseDatabaseUrl } from '#db/hosts';
import { invariant } from '#lib/errors';
import { describeError, log } from '#lib/log';
import { readsApartTotal } from '#lib/metrics';
import { settings } from '#lib/settings';

// Reads that walk over much and decide nothing go to a standby, where there is one (`DATABASE_STANDBY_URL`), so that
// payments do not wait for them. Only what asks for `readingSql` is read there: whatever decides, remembers or writes
// asks for `sqlClient`, and that is the primary on every way.
//
// A standby is believed for one thing only: that it has what this process has just written at the primary. So it is one of
// this very database and not of a copy, whatever its address leads to, and has all that was committed before. That is
// looked at on the connection that reads, before each part of what is read.

/**
 * `whole`: has all that was committed when it was asked for, as a file must. `recent`: may be up to a minute older, as a
 * page may that says so.
 */
export type Freshness = 'whole' | 'recent';

/** A standby that follows has what the primary has within milliseconds. */
const CATCHES_UP_WITHIN_MS = 500;
const LOOK_AGAIN_MS = 50;
const OLDEST_MS = 60_000;
/** A page is told to be as old as the mark that its standby has, so that is not written for each. */
const MARKED_EVERY_MS = 5_000;
/** So long nobody asks a standby anew that did not answer, or was far behind. */
const LEFT_ALONE_MS = 5_000;

interface Reading {
  sql: Sql;
  url: string;
  least: Date;
  /** Its connection serves others now. */
  isOver: boolean;
}

/** Kept on `globalThis`, because Next has copies of this module of its own. */
const shared = globalThis as {
  kairaReading?: AsyncLocalStorage<Reading>;
  kairaLeftAlone?: Map<string, { until: number; how: string }>;
  /** `parts`: how many are being read now. */
  kairaMark?: { process: string; written?: Promise<Date>; writtenAt: number; parts: number };
};
shared.kairaReading ??= new AsyncLocalStorage();
shared.kairaLeftAlone ??= new Map();
shared.kairaMark ??= { process: randomUUID(), writtenAt: Number.NEGATIVE_INFINITY, parts: 0 };
const { kairaReading: reading, kairaLeftAlone: leftAlone, kairaMark: own } = shared;

/** The standby that is being read now, if any. What goes on when that is over is read at the primary. */
function present(): Reading | undefined {
  const store = reading.getStore();
  return store?.isOver ? undefined : store;
}

/** For a read that decides nothing: the standby within `readApart`, else the pool. */
export function readingSql(): Sql {
  return present()?.sql ?? sqlClient();
}

/**
 * Where what needs a connection of its own reads the same, and what it first has to make sure of there: that it is what it
 * is taken for. Rejects where it is not.
 */
export function readingPlace(): { url: string; requireIt(sql: Sql | TransactionSql): Promise<void> } {
  const there = present();
  if (there === undefined) return { url: settings().DATABASE_URL, requireIt: async () => {} };
  return { url: there.url, requireIt: async (sql) => void (await look(sql, there.least)) };
}

/** A later part of what was read apart, such as the next page of a file. */
export type Further = <Part>(part: () => Promise<Part>) => Promise<Part>;

/**
 * Does the work with `readingSql` at a standby, if one is fresh enough, and says as of when it was; else, and where
 * the standby fails on the way, at the next one or at the primary, so that nobody is worse off for it. The work, or a part
 * of it, may be done twice. Throws as the primary does where that is away.
 */
export async function readApart<Result>(
  freshness: Freshness,
  work: (further: Further) => Promise<Result>,
): Promise<{ result: Result; asOf?: Date }> {
  const urls = standbyUrls().filter((url) => Date.now() >= (leftAlone.get(url)?.until ?? 0));
  const least = urls.length > 0 ? await leastOf(freshness) : new Date(0);
  let asOf: Date | undefined;
  const further: Further = async (part) => {
    // Within what is being read, it is a part of that.
    if (present()) return part();
    for (const url of [...urls]) {
      // As many connections there as at the primary, and no more.
      if (own.parts >= settings().DATABASE_POOL) break;
      try {
        const found = await readAt(url, least, part);
        leftAlone.delete(url);
        asOf ??= found.asOf;
        return found.result;
      } catch (error) {
        if (!isOfTheStandby(error)) throw error;
        urls.splice(urls.indexOf(url), 1);
        leaveAlone(url, error);
      }
    }
    return reading.exit(part);
  };
  const result = await further(() => work(further));
  readsApartTotal.inc({ place: asOf ? 'standby' : 'primary' });
  return { result, ...(asOf && { asOf }) };
}

/** It does not have what it should, or is not the server any more that it was a moment ago. */
class NotFollowing extends Error {}

/** What another server may answer. What takes too long there takes too long everywhere. */
function isOfTheStandby(error: unknown): boolean {
  const code = sqlState(error);
  // 42: it has another schema or other rights, as while a release is followed.
  return (
    error instanceof NotFollowing || code?.startsWith('42') || (isDatabaseAway(error) && code !== '57014')
  );
}

/**
 * A part of the work on a connection of its own to a standby. The driver makes one that is lost anew, to whatever server its
 * address leads to then: so it is asked who it is, before and after.
 */
async function readAt<Result>(url: string, least: Date, part: () => Promise<Result>) {
  const { sql, end } = openStandby(url);
  const there: Reading = { sql, url, least, isOver: false };
  own.parts++;
  try {
    const server = await serverOf(sql);
    const asOf = await look(sql, least);
    const result = await reading.run(there, part);
    if ((await serverOf(sql)) !== server) {
      throw new NotFollowing('its address has led to another server meanwhile');
    }
    return { result, asOf };
  } finally {
    there.isOver = true;
    own.parts--;
    void end().catch(() => {});
  }
}

async function serverOf(sql: Sql): Promise<string> {
  const [row] = await sql`select concat_ws(' ', pg_backend_pid(), pg_postmaster_start_time()) as server`;
  return row?.server;
}

/** As of when is what the standby has: its mark of ours, once that is from `least` or later. */
async function look(sql: Sql | TransactionSql, least: Date): Promise<Date> {
  const askedAt = performance.now();
  for (;;) {
    const [row] = await sql<{ is_standby: boolean; at: string | null }[]>`
      select pg_is_in_recovery() as is_standby, (select at from standby_marks where process = ${own.process}) as at`;
    if (!row?.is_standby) throw new NotFollowing('it is no standby');
    const at = row.at && new Date(row.at);
    if (at && at >= least) return at;
    if (performance.now() - askedAt > CATCHES_UP_WITHIN_MS) {
      throw new NotFollowing(
        at ? `it has what was there at ${at.toISOString()}, and no more` : 'it does not follow our primary',
      );
    }
    await sleep(LOOK_AGAIN_MS);
  }
}

/** From when the mark must be at least: of what is asked for now, or within the last minute. */
async function leastOf(freshness: Freshness): Promise<Date> {
  const isFresh = own.written && performance.now() - own.writtenAt < MARKED_EVERY_MS;
  if (freshness === 'whole' || !isFresh) {
    own.writtenAt = performance.now();
    own.written = writeMark();
  }
  const written = own.written as Promise<Date>;
  try {
    const at = await written;
    return freshness === 'whole' ? at : new Date(at.getTime() - OLDEST_MS);
  } catch (error) {
    // Nobody else is told of it.
    if (own.written === written) delete own.written;
    throw error;
  }
}

/** All that was committed before is in what has this mark. Never earlier than the one before, whatever the clock says. */
async function writeMark(): Promise<Date> {
  const [row] = await sqlClient()`
    insert into standby_marks as m (process, at) values (${own.process}, date_trunc('milliseconds', clock_timestamp()))
    on conflict (process) do update set at = greatest(excluded.at, m.at + interval '1 millisecond')
    returning at`;
  invariant(row, 'a mark is written');
  return new Date(row.at);
}

function standbyUrls(): string[] {
  const named = settings().DATABASE_STANDBY_URL;
  if (named === undefined) return [];
  const hosts = parseDatabaseUrl(named)?.hosts ?? [];
  return hosts.map((_, index) => ofOneHost(named, index));
}

/** Told once, until it can be read again. */
function leaveAlone(url: string, why: unknown): void {
  const how = why instanceof NotFollowing ? 'is none that can be read' : 'failed';
  const isKnown = leftAlone.get(url)?.how === how;
  leftAlone.set(url, { until: Date.now() + LEFT_ALONE_MS, how });
  if (isKnown) return;
  const { host, port } = parseDatabaseUrl(url)?.hosts[0] ?? {};
  log.warn({ host, port, ...describeError(why) }, `the standby ${how}; another server is read instead`);
}

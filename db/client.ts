import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres, { type Options, type Sql } from 'postgres';
import { type DatabaseAddress, parseDatabaseUrl } from '#db/hosts';
import { createPulse, type Pulse } from '#db/pulse';
import { type Route, routeTo } from '#db/route';
import { log } from '#lib/log';
import { settings } from '#lib/settings';

/**
 * The one driver and the one pool of this process. Kept on `globalThis`, because Next bundles its own copy of this
 * module beside the one that server.ts loads.
 */
const shared = globalThis as {
  kairaSql?: Sql;
  kairaPulse?: Pulse;
  kairaDb?: PostgresJsDatabase;
};

export interface Pool {
  sql: Sql;
  pulse: Pulse;
}

/**
 * Connections for maintenance, such as a migration or the audit. A statement may last for as long as its own limit lets it,
 * and fails within ten seconds of the moment from which the database answers nobody (`db/pulse.ts`).
 */
export function connect(url: string, max: number, applicationName = 'kaira'): Sql {
  const route = routeTo(addressOf(url));
  const pulse = createPulse({ lookFor: route.lookFor, silentMs: Number.POSITIVE_INFINITY, isPatient: true });
  return open(url, route.open(pulse), maintenance(max, applicationName));
}

/** As `connect`, and its dates and JSON come as the pool's do: for rows that are read like those of the pool. */
export function connectAsPool(url: string, max: number, applicationName: string): Sql {
  const sql = connect(url, max, applicationName);
  drizzle(sql);
  return sql;
}

/** As `connect`, without a pulse, whose looks would take further connections, for what has a deadline of its own. */
export function connectToLook(url: string): Sql {
  return open(url, routeTo(addressOf(url)).open(), maintenance(1, 'kaira look'));
}

function maintenance(max: number, applicationName: string): Options<Record<string, never>> {
  return { max, connection: { ...limits, application_name: applicationName } };
}

function addressOf(url: string): DatabaseAddress {
  const address = parseDatabaseUrl(url);
  if (address === undefined) throw new Error('DATABASE_URL is no address of a PostgreSQL database.');
  return address;
}

function open(url: string, socket: ReturnType<Route['open']>, own: Options<Record<string, never>>): Sql {
  // The driver's types do not know the option. TLS is the socket's.
  const made = { socket, ssl: false };
  const { url: first, database, hosts } = addressOf(url);
  // Should the server have stepped back between the look and the connection.
  const following = hosts.length > 1 && { target_session_attrs: 'primary' as const };
  return postgres(first, { ...(database && { database }), ...common, ...own, ...made, ...following });
}

/**
 * The pool: one query at a time on a connection. With more, postgres.js 3.4.9 never answered some queries of a
 * connection whose backend was killed (106 of 18,700 in a kill test; none without). `sql.begin` needs the pipeline and
 * throws here, which is as it should be: design.md §3 wants no interactive transaction. The driver's types do not know
 * the option, and its own back-off counts the failures of the whole pool and grows to 20 s.
 */
export function openPool(url: string, max: number, tell = tellOfPulse): Pool {
  const route = routeTo(addressOf(url));
  const pulse = createPulse({ lookFor: route.lookFor, silentMs: SILENT_MS, tell });
  const withoutPipeline = { max_pipeline: 0 };
  const own = {
    ...withoutPipeline,
    max,
    backoff: (tries: number) => (pulse.isStopped() ? 0 : Math.min(tries, 10) * 0.02),
    connection: { ...limits, application_name: 'kaira' },
  };
  return { sql: open(url, route.open(pulse), own), pulse };
}

const common = {
  // Statement names are kept per connection; a pooler in transaction mode would lose them.
  prepare: true,
  idle_timeout: 0,
  max_lifetime: 60 * 30,
  connect_timeout: 10,
  onnotice: () => {},
};

/**
 * Longer than a statement may take, which PostgreSQL ends by itself after 10 s: a shorter silence may be lawful. What the
 * database says it has nothing to do for breaks sooner (`db/pulse.ts`); this is for what it cannot say that of, as behind
 * a pooler.
 */
const SILENT_MS = 12_000;

const limits = {
  statement_timeout: 10_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 10_000,
};

/**
 * Raw SQL: for the ledger's functions and for hot reads, whose statements are prepared once a connection.
 * Drizzle makes this client pass dates and JSON through as text, so it is always built with it. Throws
 * `CONNECTION_SILENT` while the database answers nobody.
 */
export function sqlClient(): Sql {
  if (shared.kairaSql === undefined) {
    const { sql, pulse } = openPool(settings().DATABASE_URL, settings().DATABASE_POOL);
    shared.kairaSql = sql;
    shared.kairaPulse = pulse;
    shared.kairaDb = drizzle(sql, { casing: 'snake_case' });
  }
  shared.kairaPulse?.requireBeat();
  return shared.kairaSql;
}

/** The pool, where there is one, also while the database does not answer: for what is remembered of its database. */
export function presentPool(): Sql | undefined {
  return shared.kairaSql;
}

/** Drizzle over the same pool: for every ordinary query. */
export function database(): PostgresJsDatabase {
  sqlClient();
  return shared.kairaDb as PostgresJsDatabase;
}

/**
 * One connection to a standby, for what may be read there (`lib/reads/read-apart.ts`); whoever opens it ends it. The driver
 * never answers on a connection of its pool that is kept for somebody (`reserve`) and is lost.
 */
export function openStandby(url: string): { sql: Sql; end(): Promise<void> } {
  const { sql, pulse } = openPool(url, 1, () => {});
  drizzle(sql);
  return { sql, end: () => sql.end({ timeout: pulse.isStopped() ? 0 : 5 }) };
}

export async function closeDatabase(): Promise<void> {
  const { kairaSql: sql, kairaPulse: pulse } = shared;
  delete shared.kairaSql;
  delete shared.kairaPulse;
  delete shared.kairaDb;
  // Of one that does not answer nobody takes leave.
  await sql?.end({ timeout: pulse?.isStopped() ? 0 : 5 });
}

function tellOfPulse(state: 'stopped' | 'back'): void {
  if (state === 'back') log.info('the database answers again');
  else log.error('the database has stopped answering; every request is 503 until it is back');
}

/** The five-character SQLSTATE of a database error, however deep Drizzle wrapped it. */
export function sqlState(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const code = (at as { code?: unknown }).code;
    if (typeof code === 'string') return code;
  }
  return undefined;
}

/**
 * Whether the database was away, overloaded or shutting down rather than refusing what it was asked: the same request
 * may succeed in a moment. 25006 is a server that does not take writes: a primary that stepped back, or a standby.
 * SQLSTATE classes: https://www.postgresql.org/docs/current/errcodes-appendix.html; the words are postgres.js's and Node's.
 */
export function isDatabaseAway(error: unknown): boolean {
  const code = sqlState(error);
  if (code === undefined) return false;
  return (
    /^(08|57P0[1-5]|53|25006)/.test(code) ||
    /^(CONNECTION_|CONNECT_TIMEOUT|ECONN|ENOTFOUND|EPIPE|ETIMEDOUT|EHOSTUNREACH|EAI_AGAIN)/.test(code) ||
    ['57014', '55P03', '40001', '40P01'].includes(code)
  );
}

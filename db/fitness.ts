import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { connectToLook, isDatabaseAway } from '#db/client';
import { OneSentenceError } from '#db/one-sentence-error';
import { fault } from '#db/open-socket';

// What Kaira needs of a database, looked at before anything else is done with it: what is wrong then would show later as
// errors that say something else.

export const LOWEST_VERSION = 15;
/** Beyond it a second factor and the times that a client reads are doubtful; webhooks bear 5 minutes. */
const MOST_CLOCK_APART_MS = 120_000;
const CLOCK_DOUBTFUL_MS = 5_000;
/** A pooler with no connection left lets a second one wait, and so does nothing else. */
const SECOND_WITHIN_MS = 5_000;
const LOOK_WITHIN_MS = 15_000;
const STILL_THERE_WITHIN_MS = 2_000;
const TELL_EVERY_MS = 1_000;
/** Of looks for a pooler: while others use it too, one may miss it. */
const LOOKS = 4;

/** A database that cannot be used. */
export class DatabaseUnusableError extends OneSentenceError {}

type Tell = (sentence: string) => void;

/** The setting that an address comes from, for sentences. */
type AddressName = 'DATABASE_URL' | 'DATABASE_OWNER_URL';

/** How connections are given to us. `session`: each is a session of PostgreSQL of its own, through a pooler or not. */
type Sharing = 'session' | 'transaction' | 'none left';

export interface Fitness {
  database: string;
  version: number;
  encoding: string;
  sharing: Sharing;
  /** The database's clock less ours; 0 where the time that the question took may explain it. */
  clockMs: number;
}

export interface RoleFitness {
  role: string;
  /** In words, after "the role": what it may, and the application may not. */
  power: string | null;
  /** Names of some that it may not read. */
  forbidden: string | null;
  /** That this role, this database and this server allow together. */
  connections: number;
  hasDeadlines: boolean;
}

/** What a start asks of the application's role. */
export interface Wanted {
  connections: number;
  /** A role that could change the books is refused instead of warned of. */
  isProduction: boolean;
}

/** Beside the pool of a process: announcements. Beside all of them: the audit, a backup, a look. */
const BESIDE_POOL = 1;
const BESIDE_PROCESSES = 3;

/**
 * Guarantee: at `url` is a PostgreSQL that Kaira can work with. Answers with what is doubtful, a sentence each; `tell` hears
 * each second that it waits. Throws `DatabaseUnusableError`, caused by the database's own error where it could not be
 * reached.
 */
export async function requireFit(url: string, name: AddressName, tell?: Tell): Promise<string[]> {
  const fitness = await read(url, name, readFitness, tell);
  const fault = unfitness(fitness, name);
  if (fault !== undefined) throw new DatabaseUnusableError(fault);
  return Math.abs(fitness.clockMs) > CLOCK_DOUBTFUL_MS ? [clocksApart(fitness.clockMs, name)] : [];
}

/**
 * The same of `url`, the application's, for so many processes of it; its role may do what it needs to and, in production,
 * could not change the books. The database is of this release.
 */
export async function requireFitForApplication(
  url: string,
  { DATABASE_POOL, KAIRA_MODE }: { DATABASE_POOL: number; KAIRA_MODE: string },
  processes: number,
  tell?: Tell,
): Promise<string[]> {
  const doubts = await requireFit(url, 'DATABASE_URL', tell);
  const role = await read(url, 'DATABASE_URL', readRole, tell);
  const fault = unfitRole(role, 'DATABASE_URL', {
    connections: processes * (DATABASE_POOL + BESIDE_POOL) + BESIDE_PROCESSES,
    isProduction: KAIRA_MODE === 'production',
  });
  if (fault !== undefined) throw new DatabaseUnusableError(fault);
  return role.power === null ? doubts : [...doubts, tooPowerful(role, 'DATABASE_URL')];
}

/** `work`, again and again while the database is away, which is told each time. */
export async function onceReachable<T>(
  work: () => Promise<T>,
  { everyMs, tell }: { everyMs: number; tell: Tell },
): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseAway((error as Error).cause)) throw error;
      tell((error as Error).message);
    }
    await sleep(everyMs);
  }
}

/** Whether a pooler at `url` gives a connection of the server to another client after each transaction. */
export async function sharesTransactions(url: string): Promise<boolean> {
  return (await read(url, 'DATABASE_URL', sharingOf)) === 'transaction';
}

/** One sentence, or undefined where there is nothing to say. */
export function unfitness(fitness: Fitness, name: AddressName): string | undefined {
  const { database, version, encoding, sharing, clockMs } = fitness;
  if (version < LOWEST_VERSION * 10_000)
    return `${name} points to PostgreSQL ${Math.floor(version / 10_000)}; Kaira needs ${LOWEST_VERSION} or newer.`;
  if (encoding !== 'UTF8')
    return `The database ${database} at ${name} is encoded in ${encoding}, which cannot be changed, and Kaira needs UTF8: make another with create database … encoding 'UTF8' template template0 (docs/operations/install.md).`;
  if (sharing === 'transaction')
    return `${name} leads through a pooler in transaction mode, and Kaira keeps statements, announcements and locks on a connection: set pool_mode = session there, or name PostgreSQL itself (docs/operations/install.md).`;
  if (sharing === 'none left')
    return `${name} gave one connection and kept a second one waiting for ${SECOND_WITHIN_MS / 1000} s, as a pooler does that has no more: raise its default_pool_size, or name PostgreSQL itself.`;
  if (Math.abs(clockMs) > MOST_CLOCK_APART_MS) return clocksApart(clockMs, name);
  return undefined;
}

/** One sentence, or undefined where there is nothing to refuse. */
export function unfitRole(
  fitness: RoleFitness,
  name: AddressName,
  { connections, isProduction }: Wanted,
): string | undefined {
  const { role, forbidden } = fitness;
  if (isProduction && fitness.power !== null) return tooPowerful(fitness, name);
  if (forbidden !== null)
    return `The role ${role} of ${name} may not read ${forbidden}: run npm run migrate with DATABASE_OWNER_URL, which must own all tables, beside this ${name} (docs/operations/install.md).`;
  if (!fitness.hasDeadlines)
    return `A pooler at ${name} drops statement_timeout, without which a statement may last for ever: set it for the role instead, with alter role ${role} set statement_timeout = '10s' (docs/operations/install.md).`;
  if (fitness.connections < connections)
    return `The role ${role} of ${name} may have ${fitness.connections} connections, and this start takes up to ${connections}: raise max_connections or the limit of the role or database, or lower DATABASE_POOL (docs/operations/scaling.md).`;
  return undefined;
}

function clocksApart(clockMs: number, name: AddressName): string {
  const seconds = Math.round(Math.abs(clockMs) / 1000);
  return `The clock of this machine is ${seconds} s ${clockMs < 0 ? 'ahead of' : 'behind'} that of the database at ${name}: set both right, with NTP.`;
}

function tooPowerful({ role, power }: RoleFitness, name: AddressName): string {
  return `The role ${role} of ${name} ${power}, so that whoever can send SQL as the application can change the books: give the application a role of its own, and that of the owner to DATABASE_OWNER_URL (docs/operations/install.md).`;
}

/** What keeps `work` from an answer, silence too, becomes one sentence. */
async function read<T>(
  url: string,
  name: AddressName,
  work: (first: Sql, second: Sql) => Promise<T>,
  tell?: Tell,
): Promise<T> {
  const startedAt = performance.now();
  const telling = setInterval(() => {
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    tell?.(`Waiting for the database at ${name} to answer, for ${seconds} s.`);
  }, TELL_EVERY_MS);
  // A client that asks nothing makes no connection.
  const [first, second] = [connectToLook(url), connectToLook(url)];
  try {
    return await answered(work(first, second), LOOK_WITHIN_MS);
  } catch (error) {
    throw unreachable(error, name);
  } finally {
    clearInterval(telling);
    await Promise.all([first, second].map((each) => each.end({ timeout: 1 })));
  }
}

/** Else the database has frozen, or its machine has vanished. */
async function answered<T>(work: Promise<T>, withinMs: number): Promise<T> {
  const over = new AbortController();
  const late = sleep(withinMs, undefined, { signal: over.signal }).then(() => {
    throw fault('ETIMEDOUT', `The database has said nothing for ${withinMs / 1000} s.`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    over.abort();
  }
}

function unreachable(cause: unknown, name: AddressName): DatabaseUnusableError {
  const reason = (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '');
  const sentence = /unsupported startup parameter/.test(reason)
    ? `A pooler at ${name} refuses what Kaira sets for its connections (${reason}): let it ignore them, in session mode, as docs/operations/install.md says.`
    : `The database at ${name} could not be reached or refused us: ${reason}.`;
  return new DatabaseUnusableError(sentence, { cause });
}

async function readFitness(sql: Sql, second: Sql): Promise<Fitness> {
  // Without a parameter, which a pooler in transaction mode would mistake.
  const [row] = await sql.unsafe(`
    select current_database() as database, current_setting('server_version_num')::int as version,
           current_setting('server_encoding') as encoding`);
  return {
    database: row?.database,
    version: row?.version,
    encoding: row?.encoding,
    clockMs: await readClock(sql),
    sharing: await sharingOf(sql, second),
  };
}

async function readClock(sql: Sql): Promise<number> {
  const askedAt = Date.now();
  const [row] = await sql.unsafe('select extract(epoch from clock_timestamp()) * 1000 as now');
  const tookMs = Date.now() - askedAt;
  const apartMs = Number(row?.now) - (askedAt + tookMs / 2);
  return Math.sign(apartMs) * Math.max(0, Math.abs(apartMs) - tookMs / 2);
}

/**
 * A session of PostgreSQL belongs to one connection for as long as that lasts, with a pooler in session mode too. So it
 * is shared if two connections, both open, are in the same session, or one of them is in another one than before. A
 * pooler gives what was given back last to whoever asks next, or deals it out in turn: both show within three questions.
 */
async function sharingOf(first: Sql, second: Sql): Promise<Sharing> {
  const late = sleep(SECOND_WITHIN_MS, undefined, { ref: false });
  if ((await Promise.race([sessionOf(second), late])) === undefined) {
    await answered(sessionOf(first), STILL_THERE_WITHIN_MS);
    return 'none left';
  }
  for (let look = 0; look < LOOKS; look++) {
    const before = await sessionOf(first);
    // Twice in a row, for poolers that deal their connections out in turn.
    const isDealtOut = (await sessionOf(first)) !== before;
    if (isDealtOut || (await sessionOf(second)) === before) return 'transaction';
  }
  return 'session';
}

/** Numbers of processes are given out again, so the time belongs to it. */
async function sessionOf(sql: Sql): Promise<string> {
  const [row] = await sql.unsafe(
    "select concat_ws(' ', pid, backend_start) as session from pg_stat_get_activity(pg_backend_pid())",
  );
  return row?.session;
}

async function readRole(sql: Sql): Promise<RoleFitness> {
  const [row] = await sql.unsafe(`
    with books as (
      select oid, relowner from pg_class where oid = to_regclass('public.transactions')
    ), ours as (
      select oid from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and relowner = (select relowner from books)
    )
    select rolname as role,
           case when rolsuper then 'is a superuser'
                when rolcreaterole then 'may make roles'
                when exists (select from books where pg_has_role(relowner, 'member')) then 'owns the books'
                when exists (select from ours join pg_class using (oid)
                             where relname in ('accounts', 'entries', 'journals', 'transactions')
                               and (has_any_column_privilege(oid, 'update') or has_table_privilege(oid, 'delete, truncate')))
                  then 'may change the books without the functions' end as power,
           (select string_agg(oid::regclass::text, ', ') from
              (select oid from ours where not has_table_privilege(oid, 'select') order by oid::regclass::text limit 3) t) as forbidden,
           least(current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
                   - coalesce(current_setting('reserved_connections', true)::int, 0),
                 nullif(rolconnlimit, -1), nullif(datconnlimit, -1)) as connections,
           current_setting('statement_timeout') <> '0' as "hasDeadlines"
    from pg_roles, pg_database where rolname = current_user and datname = current_database()`);
  return row as unknown as RoleFitness;
}

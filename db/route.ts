import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import type { DatabaseAddress, Host } from '#db/hosts';
import { ANSWERS_WITHIN_MS, deadEnd, fault, openSocket, requireFirstWord } from '#db/open-socket';
import type { Presence, Pulse, Sessions } from '#db/pulse';

// A primary, its standbys, and one address that names them all; or one server. postgres.js 3.4.9 takes several hosts by
// itself, but while none of them is a primary its queries wait for ever and it reconnects without a pause; here they
// fail, so that callers hear 503 and come again.

/** Connections that are made while somebody looks, and for so long afterwards, share what was found. */
const lookAgainMs = 250;
/** So long the others may still take to answer once one has said that it takes writes: one may be gone without a word. */
const othersWithinMs = 500;
/** A try that fails takes at least so long, because postgres.js repeats some of them at once. */
const failAfterMs = 100;
/** What waits while nothing answers is to fail soon, one after the other on each connection. */
const failSoonMs = 5;
/** Of an error response, the fields `C` and `M`. https://www.postgresql.org/docs/current/protocol-error-fields.html */
const readOnlyError = Buffer.from('\0C25006\0M');

export interface Route {
  /** For the option `socket` of postgres.js. */
  open: (pulse?: Pulse) => () => Promise<Socket | Duplex>;
  /** Undefined unless a server is there that takes new connections and, of several, writes. */
  lookFor: () => Promise<Presence | undefined>;
}

/**
 * What makes the connections of a postgres.js client. Of several servers each goes to the one that takes writes at that
 * moment; of two that claim to, to the one that was promoted last, and never to one from before a promotion that was
 * seen. Where there is none, the query fails with CONNECTION_NO_PRIMARY. While `pulse` says that the database does not
 * answer, none is made; those that are, it listens to.
 */
export function routeTo(address: DatabaseAddress): Route {
  const { hosts, tls } = address;
  const [only] = hosts;
  let latest = '';
  /** Such as of a wrong password, which is to be read by whoever set it. */
  let refusal: unknown;
  let look: { found: Promise<Answer | undefined>; endedAt?: number; isNone?: boolean } | undefined;

  const takesWrites = ({ timeline }: Answer) => timeline !== undefined && timeline >= latest;
  const findPrimary = async (): Promise<Answer | undefined> => {
    const answers: Answer[] = [];
    await new Promise<void>((resolve, reject) => {
      const asked = hosts.map(async (host) => {
        const answer = await ask(address, host);
        if (answer === undefined) return;
        answers.push(answer);
        if (takesWrites(answer)) setTimeout(resolve, othersWithinMs);
      });
      Promise.all(asked).then(() => resolve(), reject);
    });
    const [last] = answers.filter(takesWrites).toSorted((a, b) => (a.timeline! < b.timeline! ? 1 : -1));
    refusal = answers.find((each) => each.refusal !== undefined)?.refusal;
    if (last === undefined) return undefined;
    latest = last.timeline!;
    return last;
  };
  const remember = (found: Promise<Answer | undefined>) => {
    const now: NonNullable<typeof look> = { found };
    look = now;
    const end = (answer?: Answer) => Object.assign(now, { endedAt: performance.now(), isNone: !answer });
    found.then(end, () => end());
    return now;
  };
  const isFresh = () => performance.now() - (look?.endedAt ?? performance.now()) <= lookAgainMs;
  const find = async (): Promise<Answer> => {
    if (hosts.length === 1) return { host: only! };
    const primary = await (look && isFresh() ? look : remember(findPrimary())).found;
    if (primary !== undefined) return primary;
    throw refusal ?? fault('CONNECTION_NO_PRIMARY', 'No server of DATABASE_URL takes writes at the moment.');
  };
  const connect = async (pulse: Pulse | undefined): Promise<Socket> => {
    pulse?.requireBeat();
    let timeline: string | undefined;
    const opening = find().then((primary) => {
      timeline = primary.timeline;
      return openSocket(primary.host, tls);
    });
    const socket = await (pulse?.during(opening) ?? opening);
    if (hosts.length > 1) leaveWhenReadOnly(socket);
    requireFirstWord(socket);
    pulse?.watch(socket, timeline);
    return socket;
  };
  return {
    open: (pulse) => () =>
      connect(pulse).catch(async (error: unknown) => {
        const isKnown = look?.isNone && isFresh();
        await sleep(pulse?.isStopped() || isKnown ? failSoonMs : failAfterMs);
        return deadEnd(error);
      }),
    lookFor: async () => {
      if (hosts.length === 1) return ask(address, only!);
      const primary = await findPrimary();
      // Those who have waited for it need not look for themselves.
      if (primary !== undefined) remember(Promise.resolve(primary));
      return primary;
    },
  };
}

interface Answer extends Presence {
  host: Host;
  /** Its own words. */
  refusal?: unknown;
}

/** Undefined: it does not answer. */
async function ask({ url, database, tls }: DatabaseAddress, host: Host): Promise<Answer | undefined> {
  const sql = postgres(url, {
    ...(database && { database }),
    max: 1,
    connect_timeout: ANSWERS_WITHIN_MS / 1000,
    fetch_types: false,
    onnotice: () => {},
    connection: { application_name: 'kaira look', statement_timeout: ANSWERS_WITHIN_MS },
    // The driver's types do not know the option.
    ...({ socket: () => openSocket(host, tls).then(withBreak, deadEnd) } as object),
  });
  const found = (async () => {
    const [row] = await sql`
      select case when not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off'
             then substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline,
             (select string_agg(pid || case when state like 'idle%' then ' idle' else ' at work' end, ',')
              from pg_stat_activity where usename = current_user) as sessions,
             (select pid || ' ' || query_start from pg_stat_activity
              where usename = current_user and wait_event = 'SyncRep' order by query_start, pid limit 1) as waiting_commit`;
    return {
      host,
      ...(row?.timeline && { timeline: row.timeline as string }),
      sessions: sessionsIn(row?.sessions),
      ...(row?.waiting_commit && { waitingCommit: row.waiting_commit as string }),
    };
  })().catch((error: unknown) => (isWordOfServer(error) ? { host, refusal: error } : undefined));
  try {
    return await Promise.race([found, sleep(ANSWERS_WITHIN_MS, undefined, { ref: false })]);
  } finally {
    sql.end({ timeout: 0 }).catch(() => {});
  }
}

function sessionsIn(text: string): Sessions {
  return new Map(
    text.split(',').map((each) => [Number.parseInt(each, 10), each.endsWith(' at work')] as const),
  );
}

function withBreak(socket: Socket): Socket {
  requireFirstWord(socket);
  return socket;
}

/** An SQLSTATE, unless it says that the server itself is starting or stopping. */
function isWordOfServer(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !/^(57P|08)/.test(code);
}

/** A server that became read-only is left. */
function leaveWhenReadOnly(socket: Socket): void {
  socket.on('data', (bytes: Buffer) => {
    if (!bytes.includes(readOnlyError)) return;
    const error = fault('CONNECTION_READ_ONLY', 'The server of this connection takes no writes any more.');
    // Two turns later: what postgres.js had begun to write when a socket broke would stay in its buffer for ever.
    setImmediate(() => setImmediate(() => socket.destroy(error)));
  });
}

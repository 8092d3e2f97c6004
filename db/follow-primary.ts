import { once } from 'node:events';
import { connect as connectSocket, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import type { DatabaseAddress, Host } from '#db/hosts';

// A primary, its standbys, and one address that names them all. postgres.js 3.4.9 takes several hosts by itself, but
// while none of them is a primary its queries wait for ever and it reconnects without a pause; here they fail, so that
// callers hear 503 and come again.

const answersWithinMs = 2_000;
/** Connections that are made within this time share one look. */
const lookAgainMs = 250;
/** A try that finds no primary takes at least so long, because postgres.js repeats some of them at once. */
const failAfterMs = 100;
/** Of an error response, the fields `C` and `M`. https://www.postgresql.org/docs/current/protocol-error-fields.html */
const readOnlyError = Buffer.from('\0C25006\0M');

/**
 * What makes the connections of a postgres.js client: each goes to the server that takes writes at that moment. Of two
 * that claim to, it is the one that was promoted last, and never one from before a promotion that was seen. Where there
 * is none, the query fails with CONNECTION_NO_PRIMARY. A connection that was written to and says nothing for `silentMs`
 * breaks with ETIMEDOUT: a machine that vanished resets nothing. Without TLS only, which passes the socket by.
 */
export function followPrimary(address: DatabaseAddress, silentMs?: number): () => Promise<Socket | Duplex> {
  let latest = '';
  let look: { at: number; found: Promise<Host | undefined> } | undefined;

  const findPrimary = async (): Promise<Host | undefined> => {
    const answers = await Promise.all(address.hosts.map((host) => ask(address.url, host)));
    const [last] = answers
      .filter((each) => each !== undefined && each.timeline >= latest)
      .toSorted((a, b) => (a!.timeline < b!.timeline ? 1 : -1));
    if (last === undefined) return undefined;
    latest = last.timeline;
    return last.host;
  };
  return async () => {
    if (look === undefined || performance.now() - look.at > lookAgainMs)
      look = { at: performance.now(), found: findPrimary() };
    const host = await look.found;
    const socket = host && (await open(host));
    if (socket && silentMs !== undefined) breakWhenSilent(socket, silentMs);
    if (socket) return socket;
    await sleep(failAfterMs);
    return deadEnd();
  };
}

/** The timeline that it writes to, which grows with each promotion; undefined: it takes no writes or does not answer. */
async function ask(url: string, host: Host): Promise<{ host: Host; timeline: string } | undefined> {
  // As lists, which the driver's types do not know: else it would split an IPv6 address at its colons.
  const place = { host: [host.host], port: [host.port] } as object;
  const sql = postgres(url, {
    ...place,
    max: 1,
    connect_timeout: answersWithinMs / 1000,
    fetch_types: false,
    onnotice: () => {},
    connection: { application_name: 'kaira look', statement_timeout: answersWithinMs },
  });
  const found = (async () => {
    const [row] = await sql`
      select case when not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off'
             then substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline`;
    return row?.timeline ? { host, timeline: row.timeline as string } : undefined;
  })().catch(() => undefined);
  try {
    return await Promise.race([found, sleep(answersWithinMs, undefined, { ref: false })]);
  } finally {
    sql.end({ timeout: 0 }).catch(() => {});
  }
}

async function open(host: Host): Promise<Socket | undefined> {
  const socket = connectSocket(host);
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(answersWithinMs) });
  } catch {
    socket.destroy();
    return undefined;
  }
  // postgres.js asks it for the name that a certificate must bear.
  Object.assign(socket, host);
  // A server that became read-only is left; not seen through TLS, where only the caller hears of it.
  socket.on('data', (bytes: Buffer) => {
    if (!bytes.includes(readOnlyError)) return;
    const error = fault('CONNECTION_READ_ONLY', 'The server of this connection takes no writes any more.');
    // Two turns later: what postgres.js had begun to write when a socket broke would stay in its buffer for ever.
    setImmediate(() => setImmediate(() => socket.destroy(error)));
  });
  return socket;
}

function breakWhenSilent(socket: Socket, silentMs: number): void {
  let overdue: NodeJS.Timeout | undefined;
  const answered = () => {
    clearTimeout(overdue);
    overdue = undefined;
  };
  const write = socket.write.bind(socket) as (...words: unknown[]) => boolean;
  socket.write = (...words: unknown[]) => {
    overdue ??= setTimeout(() => {
      socket.destroy(fault('ETIMEDOUT', `The database has said nothing for ${silentMs} ms.`));
    }, silentMs);
    return write(...words);
  };
  socket.on('data', answered);
  socket.once('close', answered);
}

/** postgres.js loses a connection for good if its maker throws, so it gets one that breaks at the first word. */
function deadEnd(): Duplex {
  const error = fault('CONNECTION_NO_PRIMARY', 'No server of DATABASE_URL takes writes at the moment.');
  return new Duplex({
    read() {},
    write(_bytes, _encoding, done) {
      done();
      this.destroy(error);
    },
  });
}

/** `isDatabaseAway` knows these by how their codes begin. */
function fault(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

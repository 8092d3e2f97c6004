import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectSocket, isIP, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { type Host, isSocketFolder, type Tls } from '#db/hosts';

/** Connecting, and the first word afterwards, may take so long each. */
export const ANSWERS_WITHIN_MS = 2_000;

/** https://www.postgresql.org/docs/current/protocol-message-formats.html#PROTOCOL-MESSAGE-FORMATS-SSLREQUEST */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const YES = 'S'.charCodeAt(0);

/**
 * A connection to this server, with TLS where that is asked for. The driver's own TLS is not used: it compares the
 * certificate of a server named by an IP address with "localhost", does not read `sslrootcert`, and takes the raw
 * socket out of our sight. A Unix socket has no TLS, whatever is asked for, as in libpq. Throws a `fault` where there is none in time.
 */
export async function openSocket(host: Host, tls: Tls): Promise<Socket> {
  const isLocal = isSocketFolder(host);
  const raw = isLocal
    ? connectSocket({ path: `${host.host}/.s.PGSQL.${host.port}` })
    : connectSocket({ ...host, noDelay: true, keepAlive: true, keepAliveInitialDelay: 10_000 });
  endQuietly(raw);
  const late = setTimeout(() => {
    raw.destroy(fault('CONNECT_TIMEOUT', `${nameOf(host)} did not take a connection in time.`));
  }, ANSWERS_WITHIN_MS);
  try {
    await first(raw, 'connect');
    const socket = isLocal || tls.mode === 'disable' ? raw : await protect(raw, host, tls);
    if (raw.destroyed) throw raw.errored ?? fault('CONNECTION_CLOSED', 'The database closed the connection.');
    // postgres.js asks it for the name.
    return Object.assign(socket, host);
  } catch (error) {
    raw.destroy();
    throw error;
  } finally {
    clearTimeout(late);
  }
}

async function protect(raw: Socket, host: Host, { mode, rootCertificate }: Tls): Promise<Socket> {
  raw.write(sslRequest);
  const [answer] = (await first(raw, 'data')) as [Buffer];
  if (answer[0] !== YES || answer.length > 1) {
    if (mode === 'prefer' && answer.length === 1) return raw;
    throw fault('CONNECTION_TLS', `${nameOf(host)} does not speak TLS, and sslmode=${mode} asks for it.`);
  }
  const isChecked = mode === 'verify-ca' || mode === 'verify-full';
  const socket: TLSSocket = connectTls({
    socket: raw,
    host: host.host,
    ...(isIP(host.host) === 0 && { servername: host.host }),
    rejectUnauthorized: isChecked,
    ...(mode !== 'verify-full' && { checkServerIdentity: () => undefined }),
    ...(rootCertificate && rootCertificate !== 'system' && { ca: readFileSync(rootCertificate) }),
  });
  endQuietly(socket);
  // Else it is closed by its raw socket without a word.
  raw.once('error', (error) => socket.destroy(error));
  try {
    await first(socket, 'secureConnect');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw fault('CONNECTION_TLS', `The certificate of ${nameOf(host)} was not accepted: ${why}`);
  }
  return socket;
}

/**
 * Who waits for a socket hears of its error. One that comes when nobody waits any more, as after a process stood still past
 * the deadline, would end the process.
 */
function endQuietly(socket: Socket): void {
  socket.on('error', () => {});
}

/** The event, or the error that came instead. */
async function first(socket: Socket, event: string): Promise<unknown[]> {
  const over = new AbortController();
  const closed = once(socket, 'close', over).then(() => {
    throw socket.errored ?? fault('CONNECTION_CLOSED', 'The database closed the connection.');
  });
  closed.catch(() => {});
  try {
    return await Promise.race([once(socket, event, over), closed]);
  } finally {
    over.abort();
  }
}

/**
 * A connection that closes before its first word, or has none in time, breaks with an error: else the driver tries again
 * for ever, or waits for ever. What is silent later is `db/pulse.ts`'s.
 */
export function requireFirstWord(socket: Socket): void {
  const end = () => socket.destroy(fault('CONNECTION_CLOSED', 'The database closed the connection at once.'));
  const overdue = setTimeout(() => {
    socket.destroy(fault('ETIMEDOUT', `The database has said nothing for ${ANSWERS_WITHIN_MS} ms.`));
  }, ANSWERS_WITHIN_MS);
  const heard = () => {
    clearTimeout(overdue);
    socket.off('end', end).off('data', heard).off('close', heard);
  };
  socket.on('end', end).on('data', heard).on('close', heard);
}

/** postgres.js loses a connection for good if its maker throws, so it gets one that breaks at the first word. */
export function deadEnd(error: unknown): Duplex {
  return new Duplex({
    read() {},
    write(_bytes, _encoding, done) {
      done();
      this.destroy(error instanceof Error ? error : new Error(String(error)));
    },
  });
}

/** `isDatabaseAway` knows these by how their codes begin. */
export function fault(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

function nameOf({ host, port }: Host): string {
  return `The database server at ${host}:${port}`;
}

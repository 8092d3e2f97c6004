import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { isSocketFolder, parseDatabaseUrl } from '#db/hosts';
import { openSocket } from '#db/open-socket';

/** What a server showed to whoever connects. */
export interface Certificate {
  endsAt: Date;
  /** What a browser would say against it, such as that it is of another name or of nobody it trusts; null: nothing. */
  fault: string | null;
}

const ANSWERS_WITHIN_MS = 3_000;

/** That of an https address, as a browser would meet it. Throws where nobody answers there. */
export async function readWebCertificate(address: string): Promise<Certificate> {
  const { hostname, port } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connectTls({
    host,
    port: Number(port || 443),
    ...(/[a-z]/i.test(host) && !host.includes(':') && { servername: host }),
    // What is wrong with it is to be told, so it is not refused.
    rejectUnauthorized: false,
  });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) });
    const { authorizationError: fault } = socket;
    return { endsAt: endOf(socket), fault: socket.authorized ? null : String(fault) };
  } finally {
    socket.destroy();
  }
}

/** That of each server of the database, null where the connection is not encrypted. Throws where one does not answer. */
export async function readDatabaseCertificates(
  url: string,
): Promise<{ server: string; endsAt: Date | null }[]> {
  const { hosts, tls } = parseDatabaseUrl(url) ?? { hosts: [], tls: undefined };
  if (tls === undefined || tls.mode === 'disable') return [];
  return Promise.all(
    hosts
      .filter((host) => !isSocketFolder(host))
      .map(async (host) => {
        const socket = await openSocket(host, tls);
        try {
          return { server: `${host.host}:${host.port}`, endsAt: isTls(socket) ? endOf(socket) : null };
        } finally {
          socket.destroy();
        }
      }),
  );
}

function isTls(socket: Socket): socket is TLSSocket {
  return 'getPeerCertificate' in socket;
}

function endOf(socket: TLSSocket): Date {
  return new Date(socket.getPeerCertificate().valid_to);
}

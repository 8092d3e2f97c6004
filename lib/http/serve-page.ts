import type { IncomingMessage, ServerResponse } from 'node:http';
import { isDatabaseAway } from '#db/client';
import { findSession } from '#lib/auth/sessions';
import { AppError } from '#lib/errors';
import { lookUpSession } from '#lib/http/look-up-session';
import { findPeer, type Peer } from '#lib/http/peer';
import { requireRateOf } from '#lib/http/rate';
import { createRoom, guestOf, room } from '#lib/http/room';
import { soleSessionToken } from '#lib/http/session-cookie';
import { settings } from '#lib/settings';

type Render = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

/** A page is made by the process that books payments, so nobody whom we do not know has many of them. */
const ANONYMOUS = { ratePerSecond: 20, burst: 200 };

/**
 * To make a page takes the one thread that also answers all others, so a guest has two in hand. More would be made no
 * sooner, and the guest's other reads keep half of their places.
 */
const AT_ONCE = 2;
const pages = createRoom(Number.POSITIVE_INFINITY);

/**
 * A page of Next, within the rate of the session and the share of its client (one share, however many people the client
 * has), or those of the address that it is asked from; beyond them it is 429 or 503.
 */
export async function servePage(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  render: Render,
): Promise<void> {
  // Heard from the first moment on: it may come before it is known who asks.
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const headers = new Headers();
  for (const name of ['x-forwarded-for', 'cookie']) {
    const value = incoming.headers[name];
    if (value !== undefined) headers.set(name, String(value));
  }
  try {
    const peer = findPeer(headers, settings().TRUST_PROXY);
    const account = await accountAtWork(soleSessionToken(headers), peer, gone.signal);
    if (account === undefined) requireRateOf(`pages ${peer.network}`, 'your address', ANONYMOUS);
    const guest = guestOf(account ?? peer.network, { isRead: true, isStranger: account === undefined });
    const inPlace = (work: () => Promise<void>) => room.within(guest, gone.signal, work);
    const { id, queue } = guest;
    await pages.within({ id, queue, most: AT_ONCE }, gone.signal, () =>
      inPlace(async () => {
        if (gone.signal.aborted) return;
        // Whoever reads slowly holds no place, and neither does whoever has gone.
        const made = new Promise((resolve) => {
          outgoing.once('prefinish', resolve);
          gone.signal.addEventListener('abort', resolve);
        });
        await render(incoming, outgoing);
        await made;
      }),
    );
  } catch (error) {
    if (gone.signal.aborted || outgoing.headersSent || outgoing.destroyed) return;
    if (!(error instanceof AppError)) throw error;
    outgoing.writeHead(error.status, { 'content-type': 'text/plain; charset=utf-8', ...error.headers });
    outgoing.end(`${error.message}\n`);
  }
}

/**
 * Whose page it is: the client's, or that of a person of the staff; a cookie whose session has ended is a stranger's.
 * While the database is away everybody is one, and the page says so itself.
 */
async function accountAtWork(token: string | undefined, peer: Peer, signal: AbortSignal) {
  try {
    const session = await lookUpSession(token, peer, signal, () => findSession(token, new Date()));
    return session && (session.client?.id ?? session.user.id);
  } catch (error) {
    if (isDatabaseAway(error)) return undefined;
    throw error;
  }
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { claimsOf } from '#lib/auth/sessions';
import { AppError } from '#lib/errors';
import { findPeer } from '#lib/http/peer';
import { requireRateOf } from '#lib/http/rate';
import { guestOf, room } from '#lib/http/room';
import { soleSessionToken } from '#lib/http/session-cookie';
import { settings } from '#lib/settings';

type Render = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

/** Files with a hash in their name: reading them costs next to nothing, and a page has many. */
const FILES = '/_next/static/';

/** A page is made by the process that books payments, so nobody whom we do not know has many of them. */
const ANONYMOUS = { ratePerSecond: 20, burst: 200 };

/**
 * A page of Next, within the rate and the share of the person who is signed in, or of the address that it is asked from;
 * beyond them it is 429 or 503.
 */
export async function servePage(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  render: Render,
): Promise<void> {
  if (incoming.url?.startsWith(FILES)) return render(incoming, outgoing);
  // Heard from the first moment on: it may come before it is known who asks.
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const headers = new Headers();
  for (const name of ['x-forwarded-for', 'cookie']) {
    const value = incoming.headers[name];
    if (value !== undefined) headers.set(name, String(value));
  }
  try {
    const person = (await claimsOf(soleSessionToken(headers)))?.userId;
    const { network } = findPeer(headers, settings().TRUST_PROXY);
    if (person) requireRateOf(`pages ${person}`, 'you');
    else requireRateOf(`pages ${network}`, 'your address', ANONYMOUS);
    await room.within(guestOf(person ?? network, { isRead: true }), gone.signal, async () => {
      if (gone.signal.aborted) return;
      // Whoever reads slowly holds no place, and neither does whoever has gone.
      const made = new Promise((resolve) => {
        outgoing.once('prefinish', resolve);
        gone.signal.addEventListener('abort', resolve);
      });
      await render(incoming, outgoing);
      await made;
    });
  } catch (error) {
    if (gone.signal.aborted || outgoing.headersSent || outgoing.destroyed) return;
    if (!(error instanceof AppError)) throw error;
    outgoing.writeHead(error.status, { 'content-type': 'text/plain; charset=utf-8', ...error.headers });
    outgoing.end(`${error.message}\n`);
  }
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '#lib/errors';
import { findPeer } from '#lib/http/peer';
import { requireRateOf } from '#lib/http/rate';
import { guestOf, room } from '#lib/http/room';
import { settings } from '#lib/settings';

type Render = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

/** Files with a hash in their name: reading them costs next to nothing, and a page has many. */
const FILES = '/_next/static/';

/** A page of Next, within the rate and the share of the address that it is asked from; beyond them it is 429 or 503. */
export async function servePage(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  render: Render,
): Promise<void> {
  if (incoming.url?.startsWith(FILES)) return render(incoming, outgoing);
  const forwarded = incoming.headers['x-forwarded-for'];
  const headers = new Headers(forwarded === undefined ? {} : { 'x-forwarded-for': String(forwarded) });
  const { network } = findPeer(headers, settings().TRUST_PROXY);
  const hangUp = new AbortController();
  outgoing.once('close', () => hangUp.abort());
  try {
    requireRateOf(`pages ${network}`, 'your address');
    await room.within(guestOf(network, { isRead: true }), hangUp.signal, async () => {
      // Whoever reads slowly holds no place.
      const made = new Promise((resolve) => outgoing.once('prefinish', resolve).once('close', resolve));
      await render(incoming, outgoing);
      await made;
    });
  } catch (error) {
    if (outgoing.headersSent || outgoing.destroyed) return;
    if (!(error instanceof AppError)) throw error;
    outgoing.writeHead(error.status, { 'content-type': 'text/plain; charset=utf-8', ...error.headers });
    outgoing.end(`${error.message}\n`);
  }
}

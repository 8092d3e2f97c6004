import { AppError } from '#lib/errors';
import { isOwnOrigin } from '#lib/http/own-origin';
import type { Peer } from '#lib/http/peer';
import { readBody } from '#lib/http/read-body';
import { room } from '#lib/http/room';

/** The button of a form of the customer's pages. Throws as `readForm` does. */
export async function readChoice(request: Request): Promise<string | null> {
  return (await readForm(request, 1024)).get('choice');
}

/** What a form of a page says. Throws `UNSUPPORTED_MEDIA_TYPE` for anything else than a form. */
export async function readForm(request: Request, maxBytes: number): Promise<URLSearchParams> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the choice as a form.');
  }
  return new URLSearchParams(Buffer.from(await readFromGuest(request, maxBytes)).toString('utf8'));
}

/** What a guest sends: whoever does so slowly holds no place. */
export function readFromGuest(request: Request, maxBytes: number): Promise<Uint8Array> {
  return room.away(() => readBody(request, { maxBytes, deadlineMs: 10_000 }));
}

/**
 * As browsers say, by either header. One that says nothing is believed, and so is the name `null` in `Origin`: the forms of
 * our pages, which tell nobody where one comes from, have no other.
 */
export function isOfAnotherSite({ headers }: Request, peer: Peer): boolean {
  if (['cross-site', 'same-site'].includes(headers.get('sec-fetch-site') ?? '')) return true;
  const origin = headers.get('origin') ?? 'null';
  return origin !== 'null' && !isOwnOrigin(origin, headers.get('host'), peer);
}

import { sqlClient } from '#db/client';
import { AppError } from '#lib/errors';
import { asAppError } from '#lib/http/api-route';
import { findPeer } from '#lib/http/peer';
import { factsOf } from '#lib/http/probes';
import { requireRateOf } from '#lib/http/rate';
import { answer, envelope, errorAnswer } from '#lib/http/respond';
import { guestOf, room } from '#lib/http/room';
import { listRailFaces, railFace } from '#lib/rails/rail-faces';
import { settings } from '#lib/settings';

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

/**
 * The names, colours and logos of the rails. They stand on pages that anybody may open, so anybody may read them; an open
 * page asks now and then.
 */
export const facesRoute: Handler = forAnybody(async (request) => {
  const data = await listRailFaces();
  return answer(envelope(data), 200, factsOf(request));
});

const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** By provider, with the path that names this very drawing. */
const drawings = new Map<string, { path: string; svg: string }>();

/** A rail's logo. `?v=` names one drawing, which never changes; without it, or with an older one, it is asked for again soon. */
export const logoRoute: Handler = forAnybody(async (request, { provider = '' }) => {
  await listRailFaces();
  const { logo } = railFace(provider);
  const svg = logo === null ? undefined : await drawingOf(provider, logo);
  if (svg === undefined) throw new AppError('NOT_FOUND', 'This rail has no logo.');
  const { pathname, search } = new URL(request.url, settings().baseUrl);
  const isThisOne = logo === pathname + search;
  return answer(svg, 200, factsOf(request), {
    'content-type': 'image/svg+xml',
    'cache-control': isThisOne ? `public, max-age=${YEAR_SECONDS}, immutable` : 'public, max-age=60',
    // Also where it is opened by itself: nothing in it could run or load, whatever it were.
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cross-origin-resource-policy': 'same-site',
  });
});

async function drawingOf(provider: string, path: string): Promise<string | undefined> {
  const known = drawings.get(provider);
  if (known?.path === path) return known.svg;
  const [row] = await sqlClient()`select logo from rail_faces where provider = ${provider}`;
  if (typeof row?.logo !== 'string') return undefined;
  drawings.set(provider, { path, svg: row.logo });
  return row.logo;
}

/** No key and no session; within the rate and the places of the address that asks. */
function forAnybody(
  handle: (request: Request, params: Record<string, string>) => Promise<Response>,
): Handler {
  return async (request, { params }) => {
    const facts = factsOf(request);
    try {
      const { network } = findPeer(request.headers, settings().TRUST_PROXY);
      requireRateOf(`pages ${network}`, 'your address', { ratePerSecond: 20, burst: 200 });
      const guest = guestOf(network, { isRead: true, isStranger: true });
      return await room.within(guest, request.signal, async () => handle(request, await params));
    } catch (error) {
      return errorAnswer(asAppError(error, facts.requestId), facts);
    }
  };
}

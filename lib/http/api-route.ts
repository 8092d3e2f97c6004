import { isDatabaseAway } from '#db/client';
import { type Caller, findCaller, type Scope } from '#lib/auth/find-caller';
import { isAllowedAddress } from '#lib/auth/ip-allowlist';
import { parseApiKey } from '#lib/auth/key-format';
import { noteKeyUse } from '#lib/auth/key-usage';
import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { requireHistory } from '#lib/history/history';
import { fingerprintOf, once, readIdempotencyKey } from '#lib/http/idempotency';
import { parseJsonObject } from '#lib/http/parse-json';
import { findPeer, type Peer } from '#lib/http/peer';
import { requireRateOf, requireRateOfKey } from '#lib/http/rate';
import { readBody, requireJsonContentType } from '#lib/http/read-body';
import { readBy } from '#lib/http/read-by';
import { type AnswerFacts, answer, envelope, errorAnswer } from '#lib/http/respond';
import { guestOf, room } from '#lib/http/room';
import { newId } from '#lib/ids';
import { describeError, log } from '#lib/log';
import { requestSeconds } from '#lib/metrics';
import { refreshRailFaces } from '#lib/rails/rail-faces';
import type { Freshness } from '#lib/reads/read-apart';
import { settings } from '#lib/settings';

const MAX_BODY_BYTES = 64 * 1024;
const BODY_DEADLINE_MS = 10_000;

export interface RouteContext {
  params: Promise<Record<string, string>>;
  /** The path pattern, for metrics; the production host knows it. */
  route?: string;
}

export interface ApiRequest {
  method: string;
  /** The parsed JSON object; empty when no body came. */
  body: Record<string, unknown>;
  params: Record<string, string>;
  query: Record<string, string>;
  headers: Headers;
  /** Aborted when the caller hangs up. */
  signal: AbortSignal;
  /** Throws what a request of this caller would be refused with by now: for an answer that stays open. */
  requireAccess(): Promise<void>;
  /** A further part of an answer that is on its way, with a place of the caller's as the request itself had (room.ts). */
  inPlace: InPlace;
}

export type InPlace = <T>(work: () => Promise<T>) => Promise<T>;

interface ApiRouteOptions<Result> {
  /** Which limited keys may call this: `read` keys may GET everything; `full` keys may do anything; `any` is for all. */
  scope: 'collections' | 'payouts' | 'account' | 'any';
  handle(ctx: Context, request: ApiRequest): Promise<Result>;
  /** The `data` of the answer; without it, what `handle` returned. */
  present?(result: Result): unknown;
  /** The whole body of the answer, for the bodies that the spec shows bare or wider. */
  bare?: boolean;
  /** Whether the answer repeats what an earlier request did. */
  replayed?(result: Result): boolean;
  /** Of every answer, also an error. */
  headers?: Record<string, string>;
  /** Makes the whole answer, where it is not one JSON text. */
  respond?(result: Result, facts: AnswerFacts): Response;
  /** A change that may walk over much of what its client has: it has the places of reads, and their share of the connections. */
  isExpensive?: boolean;
  /** It walks over much and decides nothing: read at the standby, if there is one that is fresh enough for it. */
  reads?: Freshness;
  /** A POST that needs no body, such as a cancellation; one that comes must still be a JSON object. */
  withoutBody?: boolean;
}

export type ApiHandler = (request: Request, context: RouteContext) => Promise<Response>;

/**
 * Makes a route handler of a verb. What every request passes, in this order:
 * request id → https → key → address → rate limit → scope → body → a place (room.ts) → idempotency → handle → envelope.
 */
export function apiRoute<Result>(options: ApiRouteOptions<Result>): ApiHandler {
  return async (request, { params, route }) => {
    const startedAt = performance.now();
    const { TRUST_PROXY, baseUrl } = settings();
    const peer = findPeer(request.headers, TRUST_PROXY);
    const facts: AnswerFacts = { requestId: newId(), secure: peer.secure };
    let response: Response;
    try {
      requireHttps(peer);
      const caller = await requireCaller(request.headers, peer);
      requireAllowed(caller, peer);
      await requireRateOfKey(caller.keyId, caller.rateLimit);
      requireScope(caller, options.scope, request.method);
      if (!isReading(request.method)) requireHistory();
      const ctx = contextOf(caller);
      const url = new URL(request.url, baseUrl);
      noteKeyUse(caller.keyId, {
        at: ctx.now().toISOString(),
        address: peer.address,
        route: `${request.method} ${route ?? url.pathname}`,
      });
      const bytes = await bodyOf(request);
      const guest = guestFor(caller, options.isExpensive || isReading(request.method));
      const input: ApiRequest = {
        method: request.method,
        body: bytes.length > 0 || needsBody(request.method, options) ? parseJsonObject(bytes) : {},
        params: await params,
        query: Object.fromEntries(url.searchParams),
        headers: request.headers,
        signal: request.signal,
        requireAccess: async () => {
          const present = await requireCaller(request.headers, peer);
          requireAllowed(present, peer);
          requireScope(present, options.scope, request.method);
        },
        inPlace: (work) => room.within(guest, request.signal, work),
      };
      response = await room.within(guest, request.signal, () =>
        answerOnce(ctx, request, url, bytes, facts, options, async () => {
          await refreshRailFaces();
          return readBy(options.reads, facts, input.inPlace, (inPlace) =>
            options.handle(ctx, { ...input, inPlace }),
          );
        }),
      );
    } catch (error) {
      response = errorAnswer(asAppError(error, facts.requestId), facts, options.headers);
    }
    const seconds = (performance.now() - startedAt) / 1000;
    requestSeconds.observe(
      { method: request.method, route: route ?? 'unknown', status: response.status },
      seconds,
    );
    if (log.isLevelEnabled('debug')) {
      log.debug(
        { requestId: facts.requestId, method: request.method, route, status: response.status, seconds },
        'request',
      );
    }
    return response;
  };
}

/** What a caller is told of any error: its own words, or nothing but a request id that stands in the log. */
export function asAppError(error: unknown, requestId: string, isSignIn = false): AppError {
  if (error instanceof AppError) {
    if (error.status >= 500) log.warn({ requestId, code: error.code }, error.message);
    return error;
  }
  log.error({ requestId, ...describeError(error) }, 'request failed');
  if (isDatabaseAway(error)) {
    return new AppError(
      'SERVICE_UNAVAILABLE',
      `Kaira cannot reach its database at the moment. ${isSignIn ? 'Nobody can sign in until it does. Try again in a few seconds.' : 'Repeat the request with the same reference in a few seconds.'}`,
      { retryAfterSeconds: 5 },
    );
  }
  return new AppError(
    'INTERNAL_ERROR',
    'Something went wrong on our side. Repeat the request with the same reference; if it stays, send us the request id.',
  );
}

export async function answerOnce<Result>(
  ctx: Context,
  request: Request,
  url: URL,
  bytes: Uint8Array,
  facts: AnswerFacts,
  options: ApiRouteOptions<Result>,
  handle: () => Promise<Result>,
): Promise<Response> {
  const render = (result: unknown) => {
    const data = options.present ? options.present(result as Result) : result;
    return { responseStatus: 200, body: options.bare ? JSON.stringify(data) : envelope(data) };
  };
  const key = request.method === 'POST' ? readIdempotencyKey(request.headers) : undefined;
  if (key === undefined) {
    const result = await handle();
    if (options.respond) return options.respond(result, facts);
    return answer(render(result).body, 200, facts, headersOf(options, options.replayed?.(result) ?? false));
  }
  const fingerprint = fingerprintOf(request.method, url.pathname, bytes);
  let replayed = true;
  const { responseStatus, body } = await once(ctx, key, fingerprint, render, async () => {
    const result = await handle();
    replayed = options.replayed?.(result) ?? false;
    return result;
  });
  return answer(body, responseStatus, facts, headersOf(options, replayed));
}

function headersOf<Result>(
  options: ApiRouteOptions<Result>,
  replayed: boolean,
): Record<string, string> | undefined {
  return replayed ? { ...options.headers, 'idempotent-replayed': 'true' } : options.headers;
}

export function requireHttps(peer: Peer): void {
  const { TRUST_PROXY, ALLOW_INSECURE_HTTP } = settings();
  if (peer.secure || (TRUST_PROXY === 0 && (peer.loopback || ALLOW_INSECURE_HTTP))) return;
  throw new AppError(
    'HTTPS_REQUIRED',
    'Only HTTPS is accepted: call the https:// address. A key that was sent without it can have been read on the way; have it rotated.',
  );
}

async function requireCaller(headers: Headers, peer: Peer): Promise<Caller> {
  const header = headers.get('authorization');
  if (header === null) {
    throw new AppError(
      'UNAUTHORIZED',
      'No API key. Send the header "Authorization: Bearer sk_test_…" (or sk_live_…).',
    );
  }
  // Two headers arrive joined by a comma, and no key contains one.
  const key = /^bearer +([A-Za-z0-9_]+)$/i.exec(header)?.[1];
  if (key === undefined) {
    throw new AppError('UNAUTHORIZED', 'The Authorization header must be exactly one "Bearer <API key>".');
  }
  if (parseApiKey(key) === undefined) {
    throw new AppError(
      'UNAUTHORIZED',
      'This is not an API key of Kaira: its checksum is wrong. Copy it again, whole and without anything around it.',
    );
  }
  const caller = await findCaller(key, () => requireLookUp(peer));
  if (caller === undefined) {
    throw new AppError(
      'UNAUTHORIZED',
      'This API key is unknown, revoked or expired. Use one that your dashboard lists as active.',
    );
  }
  return caller;
}

function requireAllowed(caller: Caller, peer: Peer): void {
  if (caller.client.suspended) {
    throw new AppError(
      'CLIENT_SUSPENDED',
      'This account is suspended. Contact the operators of this gateway.',
    );
  }
  if (!isAllowedAddress(peer.address, caller.client.ipAllowlist)) {
    throw new AppError(
      'IP_NOT_ALLOWED',
      `This account accepts calls from listed addresses only, and ${peer.address ?? 'your address'} is not one of them. Call from a listed one, or ask in the dashboard for this one to be added.`,
    );
  }
}

/** A key that nobody knows costs a look-up: of these an address has its share as well. */
function requireLookUp({ network }: Peer): void {
  requireRateOf(`keys from ${network}`, 'your address, with keys that were not used a moment ago,');
}

function guestFor({ client, environment, rateLimit }: Caller, isRead: boolean) {
  return guestOf(client.id, { isRead, environment, burst: rateLimit?.burst });
}

function requireScope(caller: Caller, needed: ApiRouteOptions<never>['scope'], method: string): void {
  const isRead = isReading(method);
  const scope: Scope = caller.scope;
  if (scope === 'full' || needed === 'any' || scope === needed || (scope === 'read' && isRead)) return;
  const enough = [
    'full',
    ...(isRead ? ['read'] : []),
    ...(needed === 'collections' || needed === 'payouts' ? [needed] : []),
  ];
  const named = enough.map((each) => `"${each}"`).join(' or ');
  throw new AppError('SCOPE_MISSING', `This key is limited to "${scope}". Use one with the scope ${named}.`);
}

function contextOf(caller: Caller): Context {
  const { id, name, commissionBps } = caller.client;
  return {
    client: { id, name, commissionBps },
    environment: caller.environment,
    actor: { type: 'api_key', id: caller.keyId },
    now: () => new Date(),
  };
}

function needsBody(method: string, options: { withoutBody?: boolean }): boolean {
  return (method === 'POST' || method === 'PATCH') && !options.withoutBody;
}

export function isReading(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

const noBytes = new Uint8Array();

export async function bodyOf(request: Request, maxBytes = MAX_BODY_BYTES): Promise<Uint8Array> {
  if (isReading(request.method)) return noBytes;
  requireJsonContentType(request.headers);
  return readBody(request, { maxBytes, deadlineMs: BODY_DEADLINE_MS });
}

import { requireSession } from '#lib/auth/require-session';
import { mayDo, type Permission, wantsStepUp } from '#lib/auth/roles';
import type { Door, RequestOrigin, Session, StartedSession } from '#lib/auth/sessions';
import { requireProof } from '#lib/auth/step-up';
import { type UserContext, userContext } from '#lib/auth/user-context';
import type { Context, Environment } from '#lib/context';
import { AppError } from '#lib/errors';
import { requireHistory } from '#lib/history/history';
import {
  type ApiHandler,
  asAppError,
  bodyOf,
  type InPlace,
  isReading,
  type RouteContext,
  requireHttps,
} from '#lib/http/api-route';
import { lookUpSession } from '#lib/http/look-up-session';
import { isOwnOrigin } from '#lib/http/own-origin';
import { parseJsonObject } from '#lib/http/parse-json';
import { findPeer, type Peer } from '#lib/http/peer';
import { readBy } from '#lib/http/read-by';
import { type AnswerFacts, answer, envelope, errorAnswer, validationError } from '#lib/http/respond';
import { guestOf, room } from '#lib/http/room';
import { sessionCookie, sessionTokens, soleSessionToken } from '#lib/http/session-cookie';
import { newId } from '#lib/ids';
import { requestSeconds } from '#lib/metrics';
import { refreshRailFaces } from '#lib/rails/rail-faces';
import type { Freshness } from '#lib/reads/read-apart';
import { settings } from '#lib/settings';

export interface SessionRequest {
  body: Record<string, unknown>;
  params: Record<string, string>;
  query: Record<string, string>;
  headers: Headers;
  signal: AbortSignal;
  session: Session;
  /** A further part of an answer that is on its way, with a place of the same share (room.ts). */
  inPlace: InPlace;
}

/** What a verb is told by the client dashboard: whose account, which environment, and which person. */
export type DashboardContext = Context & UserContext;

export interface SessionRouteOptions<Ctx, Result> {
  /**
   * What the role must be good for, and whether the password is wanted anew. Without one a client's person must be good
   * for `business.read`, and staff for nothing.
   */
  permission?: Permission;
  /** An operator's change of live money alone: whoever names the sandbox for it is refused. */
  isLive?: boolean;
  /** It is about the caller's own account, so it is for every role. */
  isOwnAccount?: boolean;
  handle(ctx: Ctx, request: SessionRequest): Promise<Result>;
  /** The `data` of the answer; without it, what `handle` returned. */
  present?(result: Result): unknown;
  /** The whole body of the answer, for lists with their paging. */
  bare?: boolean;
  /** Makes the whole answer, where it is not one JSON text. */
  respond?(result: Result, facts: AnswerFacts): Response;
  /** As of `apiRoute`. */
  isExpensive?: boolean;
  /** As of `apiRoute`. */
  reads?: Freshness;
  /** For a route that takes a file; the body is read after session and role are known. */
  maxBodyBytes?: number;
  /** The session that takes the place of the caller's: it goes into the cookie. */
  session?(result: Result): StartedSession;
}

/** A handler under `/api/dashboard`: the verbs of the API over a client user's session, for `?environment=`. */
export function dashboardRoute<Result>(options: SessionRouteOptions<DashboardContext, Result>): ApiHandler {
  return sessionRoute('client', options, (session, from, query) => {
    const client = session.client;
    if (client === undefined) throw new AppError('FORBIDDEN', wrongDoor);
    return {
      ...userContext(session, from),
      client,
      environment: environmentOf(query),
      actor: { type: 'user' as const, id: session.user.id },
    };
  });
}

/** A handler under `/api/admin`, over a session of the operators' staff. */
export function adminRoute<Result>(options: SessionRouteOptions<UserContext, Result>): ApiHandler {
  return sessionRoute('admin', options, (session, from) => userContext(session, from));
}

const wrongDoor = 'This session belongs to the other dashboard. Sign in to this one.';

/** In this order: https → rate limit → a place → session → dashboard → same origin → role → step-up → body → a place → handle → envelope. */
function sessionRoute<Ctx, Result>(
  door: Door,
  options: SessionRouteOptions<Ctx, Result>,
  contextOf: (session: Session, from: RequestOrigin, query: Record<string, string>) => Ctx,
): ApiHandler {
  return answering(async (request, { params }, peer, facts) => {
    const token = soleSessionToken(request.headers);
    const session = await lookUpSession(token, peer, request.signal, () => requireSession(token, new Date()));
    if (session.door !== door) throw new AppError('FORBIDDEN', wrongDoor);
    const changes = !isReading(request.method);
    if (changes) {
      requireSameOrigin(request.headers, peer, { evenIfUnsaid: true });
      requireJson(request.headers);
    }
    const reads = door === 'client' && !options.isOwnAccount ? 'business.read' : undefined;
    requirePermission(session, options.permission ?? reads);
    if (changes) requireHistory();
    if (changes && session.client?.suspended) {
      throw new AppError('CLIENT_SUSPENDED', 'This account is suspended. Contact the operators.');
    }
    if (changes && options.permission && wantsStepUp(options.permission)) requireProof(session, new Date());
    const query = Object.fromEntries(new URL(request.url, settings().baseUrl).searchParams);
    const ctx = contextOf(session, originOf(request.headers, peer), query);
    const bytes = await bodyOf(request, options.maxBodyBytes);
    const environment = door === 'client' ? environmentOf(query) : undefined;
    const guest = guestOf(session.client?.id ?? session.user.id, {
      isRead: !changes || options.isExpensive === true,
      environment,
    });
    const input: SessionRequest = {
      body: bytes.length > 0 ? parseJsonObject(bytes) : {},
      params: await params,
      query,
      headers: request.headers,
      signal: request.signal,
      session,
      inPlace: (work) => room.within(guest, request.signal, work),
    };
    if (options.isLive) requireLive(input);
    const result = await room.within(guest, request.signal, async () => {
      await refreshRailFaces();
      return readBy(options.reads, facts, input.inPlace, (inPlace) =>
        options.handle(ctx, { ...input, inPlace }),
      );
    });
    if (options.respond) return options.respond(result, facts);
    const data = options.present ? options.present(result) : result;
    const cookie = options.session && sessionCookie(options.session(result).token, facts.secure);
    const headers = cookie === undefined ? {} : { 'set-cookie': cookie };
    return answer(options.bare ? JSON.stringify(data) : envelope(data), 200, facts, headers);
  });
}

/** A handler under `/auth`: no session is needed, and a request that names another site as its origin is refused. */
export function authRoute(
  handle: (
    request: { body: Record<string, unknown>; tokens: string[] },
    from: RequestOrigin,
    facts: AnswerFacts,
  ) => Promise<{ body: unknown; cookie?: string }>,
): ApiHandler {
  return answering(async (request, _context, peer, facts) => {
    requireSameOrigin(request.headers, peer, { evenIfUnsaid: false });
    const bytes = await bodyOf(request);
    const body = bytes.length > 0 ? parseJsonObject(bytes) : {};
    const from = originOf(request.headers, peer);
    const guest = guestOf(peer.network, { isRead: false, isStranger: true });
    const result = await room.within(guest, request.signal, () =>
      handle({ body, tokens: sessionTokens(request.headers) }, from, facts),
    );
    const headers = result.cookie === undefined ? {} : { 'set-cookie': result.cookie };
    return answer(JSON.stringify(result.body), 200, facts, headers);
  });
}

function answering(
  work: (request: Request, context: RouteContext, peer: Peer, facts: AnswerFacts) => Promise<Response>,
): ApiHandler {
  return async (request, context) => {
    const startedAt = performance.now();
    const peer = findPeer(request.headers, settings().TRUST_PROXY);
    const facts: AnswerFacts = { requestId: newId(), secure: peer.secure };
    let response: Response;
    try {
      requireHttps(peer);
      response = await work(request, context, peer, facts);
    } catch (error) {
      response = errorAnswer(asAppError(error, facts.requestId, isSignIn(request)), facts);
    }
    requestSeconds.observe(
      { method: request.method, route: context.route ?? 'unknown', status: response.status },
      (performance.now() - startedAt) / 1000,
    );
    return response;
  };
}

/** At a log-in nothing bears a reference that could be repeated. */
function isSignIn(request: Request): boolean {
  return new URL(request.url).pathname.startsWith('/auth/');
}

/** Where a request came from. */
export function originOf(headers: Headers, peer: Peer): RequestOrigin {
  return { address: peer.address, userAgent: headers.get('user-agent') };
}

/**
 * A browser says where a request was made; another site's page must not act with this site's cookie. The host that
 * was asked for is this site's, whatever name the machine is reached by.
 */
export function requireSameOrigin(
  headers: Headers,
  peer: Peer,
  { evenIfUnsaid }: { evenIfUnsaid: boolean },
): void {
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site');
  const isOwn =
    origin === null
      ? site === 'same-origin' || (site === null && !evenIfUnsaid)
      : (site === null || site === 'same-origin') && isOwnOrigin(origin, headers.get('host'), peer);
  if (!isOwn)
    throw new AppError(
      'FORBIDDEN',
      'This request was not made by a page of this site. Open the dashboard at its own address and try again.',
    );
}

function requireJson(headers: Headers): void {
  if (/^application\/json\s*(;|$)/i.test(headers.get('content-type') ?? '')) return;
  throw new AppError('FORBIDDEN', 'Send "Content-Type: application/json", also without a body.');
}

function requirePermission(session: Session, permission: Permission | undefined): void {
  const { user, door, isConfirmed } = session;
  if (permission === undefined) return;
  if (mayDo(user.role, permission)) {
    if (door === 'client' || isConfirmed) return;
    throw new AppError(
      'FORBIDDEN',
      'No other operator has confirmed you yet, and until then you only read. Ask one to do so, under Approvals.',
    );
  }
  const leader = door === 'client' ? 'an owner of the account' : 'an admin';
  throw new AppError('FORBIDDEN', `Your role, ${user.role}, may not do this. Ask ${leader}.`);
}

/** An `environment` is a field of such a change, and none that is ignored: whoever names one means it. */
function requireLive({ body, query }: SessionRequest): void {
  if ([body.environment, query.environment].every((named) => named === undefined || named === 'LIVE')) return;
  const message = 'This is of live money alone: name the environment LIVE, or none.';
  throw validationError([{ path: 'environment', message, code: 'invalid_value' }]);
}

function environmentOf(query: Record<string, string>): Environment {
  const named = query.environment ?? 'SANDBOX';
  if (named === 'SANDBOX' || named === 'LIVE') return named;
  throw validationError([
    { path: 'environment', message: 'The environment must be SANDBOX or LIVE.', code: 'invalid_value' },
  ]);
}

import { readFile } from 'node:fs/promises';
import { askForPasswordReset, passwordResetRequest } from '#lib/auth/ask-for-password-reset';
import { answerChallenge, logIn, logInRequest, secondFactorRequest } from '#lib/auth/log-in';
import { type LogInView, renderLogIn, styleHash } from '#lib/auth/log-in-view';
import { nextPath } from '#lib/auth/next-path';
import { whyEnded } from '#lib/auth/require-session';
import { type Door, findSession, type StartedSession } from '#lib/auth/sessions';
import { later, refusal } from '#lib/browser/language/words';
import { AppError, type FieldFault } from '#lib/errors';
import { type ApiHandler, asAppError, requireHttps } from '#lib/http/api-route';
import { plainPolicy } from '#lib/http/content-policy';
import { findPeer, type Peer } from '#lib/http/peer';
import { readBody } from '#lib/http/read-body';
import { HSTS } from '#lib/http/respond';
import { guestOf, room } from '#lib/http/room';
import { sessionCookie, soleSessionToken } from '#lib/http/session-cookie';
import { originOf, requireSameOrigin } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { newId } from '#lib/ids';
import { inLanguage } from '#lib/language/in-language';
import { askedLanguage, languageCookie, languageOf } from '#lib/language/request-language';
import { mailWay } from '#lib/messages/mail-sender';
import { settings } from '#lib/settings';

const MAX_BODY_BYTES = 16 * 1024;
const BODY_DEADLINE_MS = 10_000;

interface Visit {
  request: Request;
  peer: Peer;
  requestId: string;
}

/**
 * The log-in page of a dashboard, plain HTML that works without a script: `GET` shows it, or leads on whoever is signed
 * in; `POST` takes its form, first e-mail and password, then the second factor where it is on, by the same rules as
 * `/auth/{client,admin}/login`, and leads to `next`. What is refused is said on the page, with what was typed but for
 * secrets. While somebody types, the browser fetches what the dashboard will want.
 */
export function logInPageAt(door: Door): { GET: ApiHandler; POST: ApiHandler } {
  const view: LogInView = { door, step: 'password', next: nextPath(door, undefined) };
  return {
    GET: handler(view, (visit) => inPlace(visit, () => open(door, visit))),
    POST: handler(view, (visit) => take(door, visit)),
  };
}

const forgotten: LogInView = { door: 'client', step: 'forgotten', next: '/' };

/** The page of both doors for whoever forgot the password; its form is taken as `/auth/password-reset` is. */
export const passwordResetPage: { GET: ApiHandler; POST: ApiHandler } = {
  GET: handler(forgotten, (visit) =>
    inPlace(visit, () =>
      show(visit, { ...forgotten, door: doorOf(new URL(visit.request.url).searchParams.get('door')) }),
    ),
  ),
  POST: handler(forgotten, async (visit) => {
    const fields = await readOwnForm(visit);
    const view = { ...forgotten, door: doorOf(fields.door), email: fields.email };
    try {
      const { email } = validate(passwordResetRequest, { email: fields.email });
      const from = originOf(visit.request.headers, visit.peer);
      await inPlace(visit, () => askForPasswordReset(email, from.address, new Date()));
      return show(visit, { ...view, step: 'told' });
    } catch (error) {
      return refuse(visit, view, error);
    }
  }),
};

function doorOf(given: string | null | undefined): Door {
  return given === 'admin' ? 'admin' : 'client';
}

/** What is refused before a form is read is said on `view`. */
function handler(view: LogInView, work: (visit: Visit) => Promise<Response>): ApiHandler {
  return async (request) => {
    const peer = findPeer(request.headers, settings().TRUST_PROXY);
    const visit = { request, peer, requestId: newId() };
    try {
      return await work(visit);
    } catch (error) {
      return refuse(visit, view, error);
    }
  };
}

/** Holds a place meanwhile, which nobody does while a form arrives. */
function inPlace<Result>({ request, peer }: Visit, work: () => Promise<Result>): Promise<Result> {
  const guest = guestOf(peer.network, { isRead: request.method !== 'POST', isStranger: true });
  return room.within(guest, request.signal, work);
}

/** After the link of an invitation, or of a password that was forgotten. */
const passwordIsSet = later('Your password is set. Sign in with your e-mail and the new password.');

async function open(door: Door, visit: Visit): Promise<Response> {
  const { searchParams } = new URL(visit.request.url);
  const next = nextPath(door, searchParams.get('next'));
  const token = soleSessionToken(visit.request.headers);
  // Whoever is signed in at this door has nothing to do here.
  if ((await findSession(token, new Date()))?.door === door) return lead(visit, next);
  const ended = await whyEnded(token);
  const why = ended === undefined ? undefined : () => refusal(ended);
  const notice = searchParams.get('password') === 'set' ? passwordIsSet : why;
  return show(visit, { door, step: 'password', next, notice });
}

async function take(door: Door, visit: Visit): Promise<Response> {
  const { next: given, other, ...fields } = await readOwnForm(visit);
  const next = nextPath(door, given);
  const view = stepOf(door, next, fields, other !== undefined);
  // The button that asks for the other field instead.
  if (other !== undefined && view.step !== 'password') return show(visit, view);
  try {
    const from = originOf(visit.request.headers, visit.peer);
    if (view.step !== 'password') {
      const { challenge_token, code, recovery_code } = fields;
      const given = { challenge_token, ...(view.step === 'code' ? { code } : { recovery_code }) };
      const answer = validate(secondFactorRequest, given);
      return lead(visit, next, await inPlace(visit, () => answerChallenge(answer, from, new Date())));
    }
    const asked = validate(logInRequest, fields);
    const result = await inPlace(visit, () => logIn(door, asked, from, new Date()));
    if (result.status === 'success') return lead(visit, next, result.session);
    return show(visit, { door, step: 'code', next, challenge: result.challengeToken });
  } catch (error) {
    return refuse(visit, view, error);
  }
}

/** Which of the page's forms was sent, to be shown again; `isOther`: it is to be the other one of the second step. */
function stepOf(door: Door, next: string, fields: Record<string, string>, isOther: boolean): LogInView {
  const { email, challenge_token: challenge } = fields;
  if (challenge === undefined) return { door, step: 'password', next, email };
  const isRecovery = (fields.recovery_code !== undefined) !== isOther;
  return { door, step: isRecovery ? 'recovery_code' : 'code', next, challenge };
}

function readOwnForm({ request, peer }: Visit): Promise<Record<string, string>> {
  requireHttps(peer);
  requireSameOrigin(request.headers, peer, { evenIfUnsaid: false });
  return readForm(request);
}

async function readForm(request: Request): Promise<Record<string, string>> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    throw new AppError(
      'UNSUPPORTED_MEDIA_TYPE',
      'This page takes its own form. Programs use /auth/client/login.',
    );
  }
  const bytes = await readBody(request, { maxBytes: MAX_BODY_BYTES, deadlineMs: BODY_DEADLINE_MS });
  return Object.fromEntries(new URLSearchParams(new TextDecoder().decode(bytes)));
}

function lead({ peer, requestId }: Visit, location: string, session?: StartedSession): Response {
  const headers = new Headers({
    location,
    'cache-control': 'no-store',
    'x-request-id': requestId,
    ...(peer.secure && { 'strict-transport-security': HSTS }),
  });
  if (session) headers.append('set-cookie', sessionCookie(session.token, peer.secure));
  // What somebody has chosen goes with them from browser to browser.
  if (session?.language) headers.append('set-cookie', languageCookie(session.language, peer.secure));
  return new Response(null, { status: 303, headers });
}

function refuse(visit: Visit, view: LogInView, error: unknown): Promise<Response> {
  const { status, message, headers, details } = asAppError(error, visit.requestId, true);
  const faults = ((details?.fields ?? []) as FieldFault[]).map((each) => each.message);
  const fault = () => faults.map(refusal).join(' ') || refusal(message);
  return show(visit, { ...view, fault }, status, headers);
}

async function show(
  { request, peer, requestId }: Visit,
  view: LogInView,
  status = 200,
  headers: Record<string, string> = {},
): Promise<Response> {
  const prefetch = view.step === 'forgotten' || view.step === 'told' ? [] : await scriptsOfPages();
  const { searchParams } = new URL(request.url);
  // The same page in another language leads to where this one does, whatever was asked for.
  if (searchParams.has('next')) searchParams.set('next', view.next);
  const search = searchParams.toString();
  const frame = { prefetch, isSimulated: settings().KAIRA_RAILS_SIMULATED, mailWay: mailWay(), search };
  const document = await inLanguage(languageOf(request), () => renderLogIn(view, frame));
  const asked = askedLanguage(request.url);
  return new Response(document, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': plainPolicy(styleHash, { isFramed: false }),
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      // The browser then says where a form was sent from, which a stricter policy would keep from us too.
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
      'x-request-id': requestId,
      ...headers,
      ...(asked && { 'set-cookie': languageCookie(asked, peer.secure) }),
      ...(peer.secure && { 'strict-transport-security': HSTS }),
    },
  });
}

let scripts: Promise<string[]> | undefined;

/** The scripts that every page of a dashboard begins with, as the build has them; none in development. */
function scriptsOfPages(): Promise<string[]> {
  scripts ??= readFile('.next/build-manifest.json', 'utf8').then(
    (text) => (JSON.parse(text).rootMainFiles as string[]).map((file) => `/_next/${file}`),
    () => [],
  );
  return scripts;
}

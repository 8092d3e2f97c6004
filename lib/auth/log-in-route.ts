import { logIn, logInRequest } from '#lib/auth/log-in';
import type { Door, StartedSession } from '#lib/auth/sessions';
import type { ApiHandler } from '#lib/http/api-route';
import type { AnswerFacts } from '#lib/http/respond';
import { sessionCookie } from '#lib/http/session-cookie';
import { authRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';

/** `POST /auth/client/login` and `/auth/admin/login`; contract.md §9. */
export function logInAt(door: Door): ApiHandler {
  return authRoute(async ({ body }, from, facts) => {
    const result = await logIn(door, validate(logInRequest, body), from, new Date());
    if (result.status === 'success') return presentSession(result.session, facts);
    return {
      body: {
        status: result.status,
        data: { challenge_token: result.challengeToken, expires_at: result.expiresAt.toISOString() },
      },
    };
  });
}

/** The answer with a new session's cookie. */
export function presentSession(session: StartedSession, facts: AnswerFacts) {
  return {
    body: {
      status: 'success',
      data: { user: session.user, expires_at: session.expiresAt.toISOString() },
    },
    cookie: sessionCookie(session.token, facts.secure),
  };
}

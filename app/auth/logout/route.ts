import { endSession } from '#lib/auth/sessions';
import { authRoute, sessionCookie } from '#lib/http/session-route';

export const POST = authRoute(async ({ token }, _from, facts) => {
  await endSession(token);
  return { body: { status: 'success' }, cookie: sessionCookie(undefined, facts.secure) };
});

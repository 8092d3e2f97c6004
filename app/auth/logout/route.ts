import { endSession } from '#lib/auth/sessions';
import { sessionCookie } from '#lib/http/session-cookie';
import { authRoute } from '#lib/http/session-route';

export const POST = authRoute(async ({ tokens }, _from, facts) => {
  await Promise.all(tokens.map(endSession));
  return { body: { status: 'success' }, cookie: sessionCookie(undefined, facts.secure) };
});

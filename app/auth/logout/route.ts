import { endSession } from '#lib/auth/sessions';
import { authRoute, sessionCookie } from '#lib/http/session-route';

export const POST = authRoute(async ({ tokens }, _from, facts) => {
  await Promise.all(tokens.map(endSession));
  return { body: { status: 'success' }, cookie: sessionCookie(undefined, facts.secure) };
});

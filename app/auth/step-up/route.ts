import { requireSession } from '#lib/auth/require-session';
import { stepUp, stepUpRequest } from '#lib/auth/step-up';
import { userContext } from '#lib/auth/user-context';
import { authRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';

export const POST = authRoute(async ({ body, tokens }, from) => {
  const session = await requireSession(tokens.length === 1 ? tokens[0] : undefined, new Date());
  const provedUntil = await stepUp(userContext(session, from), session, validate(stepUpRequest, body));
  return {
    body: {
      status: 'success',
      data: {
        user: session.user,
        expires_at: session.expiresAt.toISOString(),
        proved_until: provedUntil.toISOString(),
      },
    },
  };
});

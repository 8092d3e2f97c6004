import { answerChallenge, secondFactorRequest } from '#lib/auth/log-in';
import { presentSession } from '#lib/auth/log-in-route';
import { authRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';

export const POST = authRoute(async ({ body }, from, facts) =>
  presentSession(await answerChallenge(validate(secondFactorRequest, body), from, new Date()), facts),
);

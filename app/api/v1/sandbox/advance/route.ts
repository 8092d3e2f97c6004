import { apiRoute } from '#lib/http/api-route';
import { validate } from '#lib/http/validate';
import { advanceClock, advanceRequest } from '#lib/sandbox/advance-clock';

export const POST = apiRoute({
  scope: 'account',
  handle: (ctx, { body, signal }) => advanceClock(ctx, validate(advanceRequest, body), signal),
});

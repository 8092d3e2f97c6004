import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { advanceClock, advanceRequest } from '#lib/sandbox/advance-clock';

export const POST = dashboardRoute({
  permission: 'sandbox.fund',
  handle: (ctx, { body, signal }) => advanceClock(ctx, validate(advanceRequest, body), signal),
});

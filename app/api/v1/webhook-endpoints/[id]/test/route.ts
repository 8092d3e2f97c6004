import { apiRoute } from '#lib/http/api-route';
import { validate } from '#lib/http/validate';
import { presentTestAttempt, sendTestEvent, testRequest } from '#lib/webhooks/send-test';

export const POST = apiRoute({
  scope: 'account',
  handle: (ctx, { body, params }) => sendTestEvent(ctx, params.id ?? '', validate(testRequest, body)),
  present: presentTestAttempt,
  withoutBody: true,
});

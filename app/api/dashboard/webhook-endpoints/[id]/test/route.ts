import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { presentTestAttempt, sendTestEvent, testRequest } from '#lib/webhooks/send-test';

export const POST = dashboardRoute({
  permission: 'webhooks.manage',
  handle: async (ctx, { body, params }) => sendTestEvent(ctx, params.id ?? '', validate(testRequest, body)),
  present: presentTestAttempt,
});

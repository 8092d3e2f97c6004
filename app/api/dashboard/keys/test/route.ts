import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { keyRequest } from '#lib/keys/ask-for-key';
import { makeTestKey } from '#lib/keys/make-test-key';

export const POST = dashboardRoute({
  permission: 'keys.manage',
  handle: async (ctx, { body }) => makeTestKey(ctx, validate(keyRequest, body)),
});

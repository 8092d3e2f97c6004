import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { askForKey, keyRequest } from '#lib/keys/ask-for-key';
import { listKeys } from '#lib/keys/list-keys';

export const GET = dashboardRoute({ handle: (ctx) => listKeys(ctx.client.id, ctx.now(), ctx.environment) });

export const POST = dashboardRoute({
  permission: 'keys.manage',
  handle: async (ctx, { body }) => askForKey(ctx, validate(keyRequest, body)),
});

import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { askForConnection, askForDisconnection, connectionFields } from '#lib/rails/ask-for-connection';

export const POST = adminRoute({
  isLive: true,
  permission: 'rails.manage',
  handle: async (ctx, { params, body }) =>
    askForConnection(ctx, params.provider ?? '', validate(connectionFields, body)),
});

export const DELETE = adminRoute({
  isLive: true,
  permission: 'rails.manage',
  handle: async (ctx, { params }) => askForDisconnection(ctx, params.provider ?? ''),
});

import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { connectionFields, removeConnection, setConnection } from '#lib/rails/set-connection';

export const POST = adminRoute({
  permission: 'rails.manage',
  handle: async (ctx, { params, body }) =>
    setConnection(ctx, params.provider ?? '', validate(connectionFields, body)),
});

export const DELETE = adminRoute({
  permission: 'rails.manage',
  handle: async (ctx, { params }) => removeConnection(ctx, params.provider ?? ''),
});

import { dashboardRoute } from '#lib/http/session-route';
import { revokeKey } from '#lib/keys/revoke-key';

export const POST = dashboardRoute({
  permission: 'keys.manage',
  handle: (ctx, { params }) => revokeKey(ctx, params.id ?? ''),
});

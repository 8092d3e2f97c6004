import { dashboardRoute } from '#lib/http/session-route';
import { revealKey } from '#lib/keys/reveal-key';

export const POST = dashboardRoute({
  permission: 'keys.reveal',
  handle: (ctx, { params }) => revealKey(ctx, params.id ?? ''),
});

import { adminRoute } from '#lib/http/session-route';
import { revealLink } from '#lib/users/reveal-link';

export const POST = adminRoute({
  permission: 'users.manage',
  handle: (ctx, { params }) => revealLink(ctx, params.id ?? ''),
});

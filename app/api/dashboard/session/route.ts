import { dashboardRoute } from '#lib/http/session-route';

export const GET = dashboardRoute({
  isOwnAccount: true,
  handle: async (_ctx, { session }) => ({ user: session.user, expires_at: session.expiresAt.toISOString() }),
});

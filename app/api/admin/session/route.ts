import { adminRoute } from '#lib/http/session-route';

export const GET = adminRoute({
  handle: async (_ctx, { session }) => ({ user: session.user, expires_at: session.expiresAt.toISOString() }),
});

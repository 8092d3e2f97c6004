import { getHealth } from '#lib/health/get-health';
import { adminRoute } from '#lib/http/session-route';

export const GET = adminRoute({ handle: async (ctx) => getHealth(ctx.now()) });

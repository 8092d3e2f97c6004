import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { getOperatorOverview, overviewQuery } from '#lib/overview/operator-overview';

export const GET = adminRoute({
  handle: async (ctx, { query }) =>
    getOperatorOverview(validate(overviewQuery, query).environment, ctx.now()),
});

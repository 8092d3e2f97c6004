import { getOverview, overviewQuery } from '#lib/clients/get-overview';
import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';

export const GET = dashboardRoute({
  handle: (ctx, { query }) => getOverview(ctx, validate(overviewQuery, query)),
});

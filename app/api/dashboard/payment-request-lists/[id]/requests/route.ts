import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { listRequests, listRequestsQuery } from '#lib/request-lists/list-requests';

export const GET = dashboardRoute({
  handle: (ctx, { params, query: { environment: _, ...query } }) =>
    listRequests(ctx, params.id ?? '', validate(listRequestsQuery, query)),
  bare: true,
});

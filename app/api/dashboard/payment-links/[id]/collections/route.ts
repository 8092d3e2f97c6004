import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { linkCollectionsQuery, listLinkCollections } from '#lib/payment-links/list-link-collections';

export const GET = dashboardRoute({
  handle: (ctx, { params, query: { environment: _, ...query } }) =>
    listLinkCollections(ctx, params.id ?? '', validate(linkCollectionsQuery, query)),
  bare: true,
});

import { listRecentCollections } from '#lib/collections/list-recent-collections';
import { presentOwnCollection } from '#lib/collections/own-collection';
import { readCollection } from '#lib/collections/read-collection';
import { dashboardRoute } from '#lib/http/session-route';
import { sell } from '#lib/till/own-sales';

export const GET = dashboardRoute({
  handle: (ctx, { query }) => listRecentCollections(ctx, { onlyOpen: query.open === 'true' }),
  present: (collections) => collections.map((each) => presentOwnCollection(each)),
});

export const POST = dashboardRoute({
  permission: 'collections.create',
  handle: async (ctx, { body, headers }) => sell(ctx, await readCollection(ctx, body, headers)),
  present: ({ transaction }) => presentOwnCollection(transaction),
});

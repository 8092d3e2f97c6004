import { initiateCollection } from '#lib/collections/initiate-collection';
import { listRecentCollections, presentOwnCollection } from '#lib/collections/list-recent-collections';
import { readCollection } from '#lib/collections/read-collection';
import { dashboardRoute } from '#lib/http/session-route';

export const GET = dashboardRoute({
  handle: (ctx, { query }) => listRecentCollections(ctx, { onlyOpen: query.open === 'true' }),
  present: (collections) => collections.map(presentOwnCollection),
});

export const POST = dashboardRoute({
  permission: 'collections.create',
  handle: async (ctx, { body, headers }) => initiateCollection(ctx, await readCollection(ctx, body, headers)),
  present: ({ transaction }) => presentOwnCollection(transaction),
});

import { collectionRequest, missingMobile } from '#lib/collections/collection-request';
import { initiateCollection } from '#lib/collections/initiate-collection';
import { listRecentCollections, presentOwnCollection } from '#lib/collections/list-recent-collections';
import { dashboardRoute } from '#lib/http/session-route';
import { readInitiation } from '#lib/transactions/request';

export const GET = dashboardRoute({
  handle: (ctx, { query }) => listRecentCollections(ctx, { onlyOpen: query.open === 'true' }),
  present: (collections) => collections.map(presentOwnCollection),
});

export const POST = dashboardRoute({
  permission: 'collections.create',
  handle: async (ctx, { body }) => {
    const schema = collectionRequest[ctx.environment];
    return initiateCollection(
      ctx,
      await readInitiation(schema, body, ctx.environment, 'collection', missingMobile(body)),
    );
  },
  present: ({ transaction }) => presentOwnCollection(transaction),
});

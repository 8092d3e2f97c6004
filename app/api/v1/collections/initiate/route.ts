import { collectionRequest, missingMobile } from '#lib/collections/collection-request';
import { initiateCollection } from '#lib/collections/initiate-collection';
import { presentCollection } from '#lib/collections/present-collection';
import { apiRoute } from '#lib/http/api-route';
import { readInitiation } from '#lib/transactions/request';

export const POST = apiRoute({
  scope: 'collections',
  handle: async (ctx, { body }) => {
    const schema = collectionRequest[ctx.environment];
    return initiateCollection(
      ctx,
      await readInitiation(schema, body, ctx.environment, 'collection', missingMobile(body)),
    );
  },
  present: ({ transaction }) => presentCollection(transaction),
  replayed: ({ replayed }) => replayed,
});

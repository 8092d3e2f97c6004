import { getCollection } from '#lib/collections/get-collection';
import { presentCollectionStatus } from '#lib/collections/present-collection';
import { apiRoute } from '#lib/http/api-route';

export const GET = apiRoute({
  scope: 'collections',
  handle: (ctx, { params }) => getCollection(ctx, params.reference ?? ''),
  present: presentCollectionStatus,
});

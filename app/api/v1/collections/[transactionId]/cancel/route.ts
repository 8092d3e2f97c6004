import { cancelCollection } from '#lib/collections/cancel-collection';
import { presentCollectionStatus } from '#lib/collections/present-collection';
import { apiRoute } from '#lib/http/api-route';

export const POST = apiRoute({
  scope: 'collections',
  withoutBody: true,
  handle: (ctx, { params }) => cancelCollection(ctx, params.transactionId ?? ''),
  present: presentCollectionStatus,
});

import { cancelCollection } from '#lib/collections/cancel-collection';
import { presentCollectionStatus } from '#lib/collections/present-collection';
import { dashboardRoute } from '#lib/http/session-route';

export const POST = dashboardRoute({
  permission: 'collections.create',
  handle: (ctx, { params }) => cancelCollection(ctx, params.transactionId ?? ''),
  present: presentCollectionStatus,
});

import { cancelCollection } from '#lib/collections/cancel-collection';
import { presentOwnCollection } from '#lib/collections/own-collection';
import { dashboardRoute } from '#lib/http/session-route';

export const POST = dashboardRoute({
  permission: 'collections.create',
  handle: (ctx, { params }) => cancelCollection(ctx, params.transactionId ?? ''),
  present: ({ transaction }) => presentOwnCollection(transaction),
});

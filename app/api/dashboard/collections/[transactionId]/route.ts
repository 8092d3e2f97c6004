import { getCollection } from '#lib/collections/get-collection';
import { presentOwnCollection } from '#lib/collections/list-recent-collections';
import { dashboardRoute } from '#lib/http/session-route';

export const GET = dashboardRoute({
  handle: (ctx, { params }) => getCollection(ctx, params.transactionId ?? ''),
  present: ({ transaction }) => presentOwnCollection(transaction),
});

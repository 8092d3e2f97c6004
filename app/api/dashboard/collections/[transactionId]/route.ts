import { followCollection, presentOwnCollection } from '#lib/collections/own-collection';
import { dashboardRoute } from '#lib/http/session-route';

export const GET = dashboardRoute({
  handle: (ctx, { params }) => followCollection(ctx, params.transactionId ?? ''),
  present: ({ transaction, mayChoose }) => presentOwnCollection(transaction, mayChoose),
});

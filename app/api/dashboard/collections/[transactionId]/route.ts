import { followCollection, presentOwnCollection } from '#lib/collections/own-collection';
import { dashboardRoute } from '#lib/http/session-route';
import { requireOwnSale } from '#lib/till/own-sales';

export const GET = dashboardRoute({
  permission: 'till.read',
  handle: async (ctx, { params }) => followCollection(ctx, await requireOwnSale(ctx, params.transactionId)),
  present: ({ transaction, mayChoose }) => presentOwnCollection(transaction, mayChoose),
});

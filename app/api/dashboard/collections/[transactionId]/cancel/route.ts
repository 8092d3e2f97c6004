import { cancelCollection } from '#lib/collections/cancel-collection';
import { presentOwnCollection } from '#lib/collections/own-collection';
import { dashboardRoute } from '#lib/http/session-route';
import { requireOwnSale } from '#lib/till/own-sales';

export const POST = dashboardRoute({
  permission: 'collections.create',
  handle: async (ctx, { params }) => cancelCollection(ctx, await requireOwnSale(ctx, params.transactionId)),
  present: ({ transaction }) => presentOwnCollection(transaction),
});

import { presentOwnCollection } from '#lib/collections/own-collection';
import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { saleBody, sellItems } from '#lib/till/sell-items';

export const POST = dashboardRoute({
  permission: 'collections.create',
  handle: (ctx, { body, headers }) => sellItems(ctx, validate(saleBody, body), headers),
  present: ({ transaction }) => presentOwnCollection(transaction),
});

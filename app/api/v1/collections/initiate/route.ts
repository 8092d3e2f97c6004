import { initiateCollection } from '#lib/collections/initiate-collection';
import { presentCollection } from '#lib/collections/present-collection';
import { readCollection } from '#lib/collections/read-collection';
import { apiRoute } from '#lib/http/api-route';

export const POST = apiRoute({
  scope: 'collections',
  handle: async (ctx, { body, headers }) => initiateCollection(ctx, await readCollection(ctx, body, headers)),
  present: ({ transaction }) => presentCollection(transaction),
  replayed: ({ replayed }) => replayed,
});

import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { listBody } from '#lib/request-lists/check-list';
import { createList } from '#lib/request-lists/create-list';
import { listLists, listsQuery } from '#lib/request-lists/list-lists';
import { MAX_FILE_BYTES } from '#lib/request-lists/request-file';

export const GET = dashboardRoute({
  handle: (ctx, { query: { environment: _, ...query } }) => listLists(ctx, validate(listsQuery, query)),
  bare: true,
});

export const POST = dashboardRoute({
  permission: 'requests.import',
  // The whole file at once: all of its requests are made or none.
  maxBodyBytes: MAX_FILE_BYTES,
  isExpensive: true,
  handle: (ctx, { body }) => createList(ctx, validate(listBody, body)),
});

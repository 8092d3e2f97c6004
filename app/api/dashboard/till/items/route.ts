import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { presentTillItems, readTillItems, saveTillItems, tillItemsBody } from '#lib/till/till-items';

export const GET = dashboardRoute({
  permission: 'till.read',
  handle: (ctx) => readTillItems(ctx),
  present: presentTillItems,
});

export const POST = dashboardRoute({
  permission: 'till.manage',
  handle: (ctx, { body }) => saveTillItems(ctx, validate(tillItemsBody, body)),
  present: presentTillItems,
});

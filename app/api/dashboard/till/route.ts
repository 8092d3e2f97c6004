import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { readTillDay, tillQuery } from '#lib/till/till-day';

export const GET = dashboardRoute({
  permission: 'till.read',
  handle: (ctx, { query }) => readTillDay(ctx, validate(tillQuery, query)),
});

import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { daysQuery, listDays } from '#lib/reconciliation/list-days';

export const GET = adminRoute({
  handle: async (ctx, { query }) => listDays(validate(daysQuery, query), ctx.now()),
});

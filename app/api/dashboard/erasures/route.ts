import { presentErasure } from '#lib/customers/erasure';
import { erasuresQuery, listErasures } from '#lib/customers/list-erasures';
import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';

export const GET = dashboardRoute({
  handle: (ctx, { query }) => listErasures(ctx, validate(erasuresQuery, query)),
  present: (erasures) => erasures.map(presentErasure),
});

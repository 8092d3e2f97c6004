import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { listOperatorsSettlements, operatorsQuery } from '#lib/settlements/list-settlements';

export const GET = adminRoute({
  handle: (_ctx, { query }) => listOperatorsSettlements(validate(operatorsQuery, query)),
  bare: true,
});

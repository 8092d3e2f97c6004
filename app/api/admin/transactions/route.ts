import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { findTransactionsAsOperator, operatorQuery } from '#lib/reads/find-as-operator';

export const GET = adminRoute({
  bare: true,
  handle: async (_ctx, { query }) => findTransactionsAsOperator(validate(operatorQuery, query)),
});

import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { findTransactionsAsOperator, operatorQuery } from '#lib/reads/find-as-operator';

export const GET = adminRoute({
  reads: 'recent',
  bare: true,
  handle: async (ctx, { query }) => findTransactionsAsOperator(validate(operatorQuery, query), ctx.now()),
});

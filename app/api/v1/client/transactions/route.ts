import { apiRoute } from '#lib/http/api-route';
import { validate } from '#lib/http/validate';
import { listTransactions, transactionQuery } from '#lib/reads/list-transactions';

export const GET = apiRoute({
  scope: 'account',
  handle: (ctx, { query }) => listTransactions(ctx, validate(transactionQuery, query)),
  bare: true,
});

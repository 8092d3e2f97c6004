import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { searchQuery, searchTransactions } from '#lib/reads/search-transactions';

export const GET = dashboardRoute({
  bare: true,
  handle: (ctx, { query }) => searchTransactions(ctx, validate(searchQuery, query)),
});

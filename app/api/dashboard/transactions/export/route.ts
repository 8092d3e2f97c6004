import { fileAnswer } from '#lib/http/respond';
import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { exportName, exportTransactions } from '#lib/reads/export-transactions';
import { transactionFilters } from '#lib/reads/search-transactions';

export const GET = dashboardRoute({
  reads: 'whole',
  handle: async (ctx, { query, inPlace }) => ({
    stream: await exportTransactions(ctx, validate(transactionFilters, query), inPlace),
    name: exportName(ctx),
  }),
  respond: ({ stream, name }, facts) => fileAnswer(stream, { type: 'text/csv; charset=utf-8', name }, facts),
});

import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { listStatementLines, statementLinesQuery } from '#lib/ledger/list-statement-lines';

export const GET = dashboardRoute({
  reads: 'whole',
  handle: (ctx, { query }) => listStatementLines(ctx, validate(statementLinesQuery, query)),
  bare: true,
});

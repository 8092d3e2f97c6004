import { CSV_BOM } from '#lib/csv';
import { fileAnswer } from '#lib/http/respond';
import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { statementQuery } from '#lib/ledger/statement';
import { writeStatement } from '#lib/ledger/write-statement';

export const GET = dashboardRoute({
  handle: (ctx, { query, inPlace }) =>
    writeStatement(ctx, { ...validate(statementQuery, query), csvMark: CSV_BOM }, inPlace),
  respond: ({ stream, ...file }, facts) => fileAnswer(stream, file, facts),
});

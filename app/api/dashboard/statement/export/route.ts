import { CSV_BOM } from '#lib/csv';
import { fileAnswer } from '#lib/http/respond';
import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { languageOf } from '#lib/language/request-language';
import { statementQuery } from '#lib/ledger/statement';
import { writeStatement } from '#lib/ledger/write-statement';

export const GET = dashboardRoute({
  reads: 'whole',
  handle: (ctx, { query, inPlace, headers }) => {
    const language = languageOf({ url: '', headers });
    const asked = { ...validate(statementQuery, query), csvMark: CSV_BOM, language };
    return writeStatement(ctx, asked, inPlace);
  },
  respond: ({ stream, ...file }, facts) => fileAnswer(stream, file, facts),
});

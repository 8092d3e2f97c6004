import { apiRoute } from '#lib/http/api-route';
import { fileAnswer } from '#lib/http/respond';
import { validate } from '#lib/http/validate';
import { statementQuery } from '#lib/ledger/statement';
import { writeStatement } from '#lib/ledger/write-statement';

export const GET = apiRoute({
  reads: 'whole',
  scope: 'account',
  handle: (ctx, { query, inPlace }) => writeStatement(ctx, validate(statementQuery, query), inPlace),
  respond: ({ stream, ...file }, facts) => fileAnswer(stream, file, facts),
});

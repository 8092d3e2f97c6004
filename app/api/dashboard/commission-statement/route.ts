import { fileAnswer } from '#lib/http/respond';
import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { languageOf } from '#lib/language/request-language';
import { commissionQuery } from '#lib/ledger/commission-statement';
import { writeCommission } from '#lib/ledger/write-commission';

export const GET = dashboardRoute({
  reads: 'whole',
  handle: async ({ client, environment, now }, { query, headers }) => {
    const owner = { clientId: client.id, environment };
    return writeCommission(owner, validate(commissionQuery, query), now(), languageOf({ url: '', headers }));
  },
  respond: ({ stream, ...file }, facts) => fileAnswer(stream, file, facts),
});

import { fileAnswer } from '#lib/http/respond';
import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { commissionQuery } from '#lib/ledger/commission-statement';
import { writeCommission } from '#lib/ledger/write-commission';

export const GET = dashboardRoute({
  handle: async ({ client, environment, now }, { query }) =>
    writeCommission({ clientId: client.id, environment }, validate(commissionQuery, query), now()),
  respond: ({ stream, ...file }, facts) => fileAnswer(stream, file, facts),
});

import { getClientId } from '#lib/clients/get-client-id';
import { fileAnswer } from '#lib/http/respond';
import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { operatorCommissionQuery } from '#lib/ledger/commission-statement';
import { writeCommission } from '#lib/ledger/write-commission';

export const GET = adminRoute({
  reads: 'whole',
  handle: async ({ now }, { params, query }) => {
    const { environment, ...asked } = validate(operatorCommissionQuery, query);
    return writeCommission({ clientId: await getClientId(params.id ?? ''), environment }, asked, now());
  },
  respond: ({ stream, ...file }, facts) => fileAnswer(stream, file, facts),
});

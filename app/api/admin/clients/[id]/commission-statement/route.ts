import { getClientId } from '#lib/clients/get-client-id';
import { fileAnswer } from '#lib/http/respond';
import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { languageOf } from '#lib/language/request-language';
import { operatorCommissionQuery } from '#lib/ledger/commission-statement';
import { writeCommission } from '#lib/ledger/write-commission';

export const GET = adminRoute({
  handle: async ({ now }, { params, query, headers }) => {
    const { environment, ...asked } = validate(operatorCommissionQuery, query);
    const owner = { clientId: await getClientId(params.id ?? ''), environment };
    return writeCommission(owner, asked, now(), languageOf({ url: '', headers }));
  },
  respond: ({ stream, ...file }, facts) => fileAnswer(stream, file, facts),
});

import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { commissionListQuery, listCommission } from '#lib/ledger/list-commission';

export const GET = adminRoute({
  reads: 'recent',
  handle: async (_ctx, { query }) => listCommission(validate(commissionListQuery, query)),
});

import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { chartQuery, getChartOfAccounts } from '#lib/ledger/chart-of-accounts';

export const GET = adminRoute({
  reads: 'recent',
  handle: async (_ctx, { query }) => getChartOfAccounts(validate(chartQuery, query)),
});

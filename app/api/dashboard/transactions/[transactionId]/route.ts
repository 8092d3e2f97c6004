import { dashboardRoute } from '#lib/http/session-route';
import { getTransactionDetail } from '#lib/reads/get-transaction-detail';

export const GET = dashboardRoute({
  handle: (ctx, { params }) => getTransactionDetail(ctx, params.transactionId ?? ''),
});

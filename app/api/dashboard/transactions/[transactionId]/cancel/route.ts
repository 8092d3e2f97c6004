import { dashboardRoute } from '#lib/http/session-route';
import { cancelTransaction } from '#lib/transactions/cancel-transaction';
import { presentTransaction } from '#lib/transactions/present-transaction';

export const POST = dashboardRoute({
  roles: ['owner'],
  handle: (ctx, { params }) => cancelTransaction(ctx, params.transactionId ?? ''),
  present: presentTransaction,
});

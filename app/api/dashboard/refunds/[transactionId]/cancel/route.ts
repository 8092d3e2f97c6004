import { dashboardRoute } from '#lib/http/session-route';
import { cancelRefund } from '#lib/refunds/cancel-refund';
import { presentRefund } from '#lib/refunds/present-refund';

export const POST = dashboardRoute({
  permission: 'payouts.prepare',
  handle: (ctx, { params }) => cancelRefund(ctx, params.transactionId ?? ''),
  present: presentRefund,
});

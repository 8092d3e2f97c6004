import { dashboardRoute } from '#lib/http/session-route';
import { getRefund } from '#lib/refunds/get-refund';
import { presentRefund } from '#lib/refunds/present-refund';

export const GET = dashboardRoute({
  handle: (ctx, { params }) => getRefund(ctx, params.transactionId ?? ''),
  present: presentRefund,
});

import { dashboardRoute } from '#lib/http/session-route';
import { checkRefund, presentRefundCheck } from '#lib/refunds/check-refund';

export const GET = dashboardRoute({
  handle: (ctx, { params }) => checkRefund(ctx, params.transactionId ?? ''),
  present: presentRefundCheck,
});

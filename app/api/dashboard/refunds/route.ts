import { dashboardRoute } from '#lib/http/session-route';
import { giveBack, presentPayment } from '#lib/payment-approvals/make-payment';
import { presentRefund } from '#lib/refunds/present-refund';
import { readRefund } from '#lib/refunds/refund-request';

export const POST = dashboardRoute({
  permission: 'refunds.create',
  handle: async (ctx, { body }) => giveBack(ctx, readRefund(body)),
  present: presentPayment(presentRefund),
});

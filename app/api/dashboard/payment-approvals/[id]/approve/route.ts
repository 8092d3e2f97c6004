import { dashboardRoute } from '#lib/http/session-route';
import { approvePayment } from '#lib/payment-approvals/decide-payment';

export const POST = dashboardRoute({
  permission: 'payouts.decide',
  handle: (ctx, { params }) => approvePayment(ctx, params.id ?? ''),
});

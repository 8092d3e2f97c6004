import { dashboardRoute } from '#lib/http/session-route';
import { withdrawPayment } from '#lib/payment-approvals/decide-payment';

export const POST = dashboardRoute({
  permission: 'payouts.prepare',
  handle: (ctx, { params }) => withdrawPayment(ctx, params.id ?? ''),
});

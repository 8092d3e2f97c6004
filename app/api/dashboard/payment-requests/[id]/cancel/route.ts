import { dashboardRoute } from '#lib/http/session-route';
import { cancelPaymentRequest } from '#lib/payment-requests/cancel-payment-request';
import { presentPaymentRequest } from '#lib/payment-requests/payment-request';

export const POST = dashboardRoute({
  permission: 'requests.manage',
  handle: (ctx, { params }) => cancelPaymentRequest(ctx, params.id ?? ''),
  present: (request) => presentPaymentRequest(request),
});

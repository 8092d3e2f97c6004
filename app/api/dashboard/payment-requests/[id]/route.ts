import { dashboardRoute } from '#lib/http/session-route';
import { getPaymentRequest } from '#lib/payment-requests/get-payment-request';
import { presentPaymentRequest } from '#lib/payment-requests/payment-request';

export const GET = dashboardRoute({
  permission: 'requests.read',
  handle: (ctx, { params }) => getPaymentRequest(ctx, params.id ?? ''),
  present: (request) => presentPaymentRequest(request),
});

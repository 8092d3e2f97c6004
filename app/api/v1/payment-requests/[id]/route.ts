import { apiRoute } from '#lib/http/api-route';
import { getPaymentRequest } from '#lib/payment-requests/get-payment-request';
import { presentPaymentRequest } from '#lib/payment-requests/payment-request';

export const GET = apiRoute({
  scope: 'collections',
  handle: (ctx, { params }) => getPaymentRequest(ctx, params.id ?? ''),
  present: (request) => presentPaymentRequest(request),
});

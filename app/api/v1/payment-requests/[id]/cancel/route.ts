import { apiRoute } from '#lib/http/api-route';
import { cancelPaymentRequest } from '#lib/payment-requests/cancel-payment-request';
import { presentPaymentRequest } from '#lib/payment-requests/payment-request';

export const POST = apiRoute({
  scope: 'collections',
  withoutBody: true,
  handle: (ctx, { params }) => cancelPaymentRequest(ctx, params.id ?? ''),
  present: (request) => presentPaymentRequest(request),
});

import { apiRoute } from '#lib/http/api-route';
import { validate } from '#lib/http/validate';
import { markPaidBody, markPaidByHand } from '#lib/payment-requests/mark-paid-by-hand';
import { presentPaymentRequest } from '#lib/payment-requests/payment-request';

export const POST = apiRoute({
  scope: 'collections',
  withoutBody: true,
  handle: (ctx, { params, body }) => markPaidByHand(ctx, params.id ?? '', validate(markPaidBody, body)),
  present: (request) => presentPaymentRequest(request),
});

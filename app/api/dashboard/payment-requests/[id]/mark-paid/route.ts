import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { markPaidBody, markPaidByHand } from '#lib/payment-requests/mark-paid-by-hand';
import { presentPaymentRequest } from '#lib/payment-requests/payment-request';

export const POST = dashboardRoute({
  permission: 'requests.manage',
  handle: (ctx, { params, body }) => markPaidByHand(ctx, params.id ?? '', validate(markPaidBody, body)),
  present: (request) => presentPaymentRequest(request),
});

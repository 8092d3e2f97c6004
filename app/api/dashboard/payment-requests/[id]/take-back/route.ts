import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { presentPaymentRequest } from '#lib/payment-requests/payment-request';
import { takeBackBody, takeBackMark } from '#lib/payment-requests/take-back-mark';

export const POST = dashboardRoute({
  permission: 'requests.take_back',
  handle: (ctx, { params, body }) => takeBackMark(ctx, params.id ?? '', validate(takeBackBody, body)),
  present: (request) => presentPaymentRequest(request),
});

import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { createPaymentRequest } from '#lib/payment-requests/create-payment-request';
import { listPaymentRequests, paymentRequestQuery } from '#lib/payment-requests/list-payment-requests';
import { presentPaymentRequest } from '#lib/payment-requests/payment-request';
import { readNewRequest } from '#lib/payment-requests/request-body';

export const GET = dashboardRoute({
  permission: 'requests.read',
  handle: (ctx, { query: { environment: _, ...query } }) =>
    listPaymentRequests(ctx, validate(paymentRequestQuery, query)),
  bare: true,
});

export const POST = dashboardRoute({
  permission: 'requests.manage',
  handle: async (ctx, { body }) => createPaymentRequest(ctx, await readNewRequest(ctx.environment, body)),
  present: ({ request }) => presentPaymentRequest(request),
});

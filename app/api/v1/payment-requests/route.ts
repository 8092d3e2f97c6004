import { apiRoute } from '#lib/http/api-route';
import { validate } from '#lib/http/validate';
import { createPaymentRequest } from '#lib/payment-requests/create-payment-request';
import { listPaymentRequests, paymentRequestQuery } from '#lib/payment-requests/list-payment-requests';
import { presentPaymentRequest } from '#lib/payment-requests/payment-request';
import { readNewRequest } from '#lib/payment-requests/request-body';

export const GET = apiRoute({
  scope: 'collections',
  handle: (ctx, { query }) => listPaymentRequests(ctx, validate(paymentRequestQuery, query)),
  bare: true,
});

export const POST = apiRoute({
  scope: 'collections',
  handle: async (ctx, { body }) => createPaymentRequest(ctx, await readNewRequest(ctx.environment, body)),
  present: ({ request }) => presentPaymentRequest(request),
  replayed: ({ replayed }) => replayed,
});

import { proofQuery, provePayment } from '#lib/book-seals/prove-payment';
import { apiRoute } from '#lib/http/api-route';
import { validate } from '#lib/http/validate';

export const GET = apiRoute({
  scope: 'account',
  handle: (ctx, { params, query }) => provePayment(ctx, params.id ?? '', validate(proofQuery, query)),
});

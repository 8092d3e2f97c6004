import { listSeals, sealQuery } from '#lib/book-seals/list-seals';
import { apiRoute } from '#lib/http/api-route';
import { validate } from '#lib/http/validate';

export const GET = apiRoute({
  scope: 'account',
  handle: (ctx, { query }) => listSeals(ctx, validate(sealQuery, query)),
  bare: true,
});

import { apiRoute } from '#lib/http/api-route';
import { validate } from '#lib/http/validate';
import { ledgerQuery, listEntries } from '#lib/ledger/list-entries';

export const GET = apiRoute({
  scope: 'account',
  handle: (ctx, { query }) => listEntries(ctx, validate(ledgerQuery, query)),
  bare: true,
});

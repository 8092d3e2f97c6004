import { customerQuery, listCustomers } from '#lib/customers/list-customers';
import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';

export const GET = dashboardRoute({
  handle: (ctx, { query: { environment: _, ...query } }) =>
    listCustomers(ctx, validate(customerQuery, query)),
  bare: true,
});

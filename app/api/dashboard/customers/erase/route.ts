import { eraseBody, eraseCustomer } from '#lib/customers/erase-customer';
import { presentErasure } from '#lib/customers/erasure';
import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';

export const POST = dashboardRoute({
  permission: 'customers.erase',
  handle: (ctx, { body }) => eraseCustomer(ctx, validate(eraseBody, body)),
  present: presentErasure,
});

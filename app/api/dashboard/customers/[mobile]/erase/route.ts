import { eraseCustomer } from '#lib/customers/erase-customer';
import { presentErasure } from '#lib/customers/erasure';
import { dashboardRoute } from '#lib/http/session-route';

export const POST = dashboardRoute({
  permission: 'customers.erase',
  handle: (ctx, { params }) => eraseCustomer(ctx, params.mobile ?? ''),
  present: presentErasure,
});

import { getCustomer } from '#lib/customers/get-customer';
import { dashboardRoute } from '#lib/http/session-route';

export const GET = dashboardRoute({
  handle: (ctx, { params }) => getCustomer(ctx, params.mobile ?? ''),
});

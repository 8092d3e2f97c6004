import { apiRoute } from '#lib/http/api-route';
import { getRefund } from '#lib/refunds/get-refund';
import { presentRefund } from '#lib/refunds/present-refund';

export const GET = apiRoute({
  scope: 'payouts',
  handle: (ctx, { params }) => getRefund(ctx, params.reference ?? ''),
  present: presentRefund,
});

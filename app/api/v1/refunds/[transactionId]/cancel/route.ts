import { apiRoute } from '#lib/http/api-route';
import { cancelRefund } from '#lib/refunds/cancel-refund';
import { presentRefund } from '#lib/refunds/present-refund';

export const POST = apiRoute({
  scope: 'payouts',
  withoutBody: true,
  handle: (ctx, { params }) => cancelRefund(ctx, params.transactionId ?? ''),
  present: presentRefund,
});

import { apiRoute } from '#lib/http/api-route';
import { type InitiatedRefund, initiateRefund } from '#lib/refunds/initiate-refund';
import { presentRefund } from '#lib/refunds/present-refund';
import { readRefund } from '#lib/refunds/refund-request';

export const POST = apiRoute<InitiatedRefund>({
  scope: 'payouts',
  handle: async (ctx, { body }) => initiateRefund(ctx, readRefund(body)),
  present: presentRefund,
  replayed: ({ replayed }) => replayed,
});

import { apiRoute } from '#lib/http/api-route';
import { type InitiatedRefund, initiateRefund } from '#lib/refunds/initiate-refund';
import { presentRefund } from '#lib/refunds/present-refund';
import { readRefund } from '#lib/refunds/refund-request';
import { askedOfRefund } from '#lib/sandbox/scenario';

export const POST = apiRoute<InitiatedRefund>({
  scope: 'payouts',
  handle: async (ctx, { body, headers }) =>
    initiateRefund(ctx, readRefund(body, askedOfRefund(ctx.environment, headers).faults)),
  present: presentRefund,
  replayed: ({ replayed }) => replayed,
});

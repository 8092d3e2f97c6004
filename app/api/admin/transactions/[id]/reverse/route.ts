import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { reversalRequest, reverseAsOperator } from '#lib/payouts/reverse-as-operator';

export const POST = adminRoute({
  permission: 'payouts.reverse',
  handle: async (ctx, { params, body }) =>
    reverseAsOperator(ctx, params.id ?? '', validate(reversalRequest, body).reason),
});

import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { cancelAsOperator, cancellation } from '#lib/payouts/cancel-as-operator';

export const POST = adminRoute({
  permission: 'payouts.cancel',
  handle: async (ctx, { params, body }) =>
    cancelAsOperator(ctx, params.id ?? '', validate(cancellation, body).reason),
});

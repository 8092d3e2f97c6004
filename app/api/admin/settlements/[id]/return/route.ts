import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { returnRequest, returnSettlement } from '#lib/settlements/answer-settlement';
import { presentToOperator } from '#lib/settlements/settlement';

export const POST = adminRoute({
  permission: 'settlements.settle',
  handle: (ctx, { params, body }) =>
    returnSettlement(ctx, params.id ?? '', validate(returnRequest, body).reason),
  present: presentToOperator,
});

import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { confirmation, confirmSettlement } from '#lib/settlements/answer-settlement';
import { presentToOperator } from '#lib/settlements/settlement';

export const POST = adminRoute({
  permission: 'settlements.settle',
  handle: (ctx, { params, body }) =>
    confirmSettlement(ctx, params.id ?? '', validate(confirmation, body).bank_reference),
  present: presentToOperator,
});

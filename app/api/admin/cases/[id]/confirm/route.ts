import { confirmation, confirmSettlement } from '#lib/cases/decide-settlement';
import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';

export const POST = adminRoute({
  permission: 'cases.settle',
  handle: async (ctx, { params, body }) =>
    confirmSettlement(ctx, params.id ?? '', validate(confirmation, body).proposed_at),
});

import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { fundLiveFloat, topUp } from '#lib/rails/fund-live-float';

export const POST = adminRoute({
  permission: 'rails.manage',
  handle: async (ctx, { params, body }) => fundLiveFloat(ctx, params.provider ?? '', validate(topUp, body)),
});

import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { overruleHealth, overruling } from '#lib/rails/overrule-health';

export const POST = adminRoute({
  isLive: true,
  permission: 'rails.manage',
  handle: async (ctx, { params, body }) =>
    overruleHealth(ctx, params.provider ?? '', validate(overruling, body)),
});

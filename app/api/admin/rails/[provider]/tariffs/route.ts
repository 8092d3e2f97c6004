import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { setTariff, tariffChange } from '#lib/rails/set-tariff';

export const POST = adminRoute({
  isLive: true,
  permission: 'rails.manage',
  handle: async (ctx, { params, body }) =>
    setTariff(ctx, params.provider ?? '', validate(tariffChange, body)),
});

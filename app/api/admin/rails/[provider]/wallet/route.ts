import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { changeWallet, walletChange } from '#lib/rails/change-wallet';

export const PATCH = adminRoute({
  isLive: true,
  permission: 'rails.manage',
  handle: async (ctx, { params, body }) =>
    changeWallet(ctx, params.provider ?? '', validate(walletChange, body)),
});

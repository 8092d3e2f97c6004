import { getClientId } from '#lib/clients/get-client-id';
import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { resetRequest, resetTwoFactor } from '#lib/users/reset-two-factor';

export const POST = adminRoute({
  permission: 'users.manage',
  handle: async (ctx, { params, body }) => {
    const clientId = await getClientId(params.id ?? '');
    return resetTwoFactor(ctx, clientId, params.userId ?? '', validate(resetRequest, body));
  },
});

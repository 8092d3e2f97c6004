import { proposalRequest, proposeSettlement } from '#lib/cases/propose-settlement';
import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';

export const POST = adminRoute({
  permission: 'cases.settle',
  handle: async (ctx, { params, body }) =>
    proposeSettlement(ctx, params.id ?? '', validate(proposalRequest, body)),
});

import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { accountRequest, addSettlementAccount } from '#lib/settlements/settlement-accounts';

export const POST = dashboardRoute({
  permission: 'settlements.manage',
  handle: (ctx, { body }) => addSettlementAccount(ctx, validate(accountRequest, body)),
});

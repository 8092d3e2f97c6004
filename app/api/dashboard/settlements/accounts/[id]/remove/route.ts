import { dashboardRoute } from '#lib/http/session-route';
import { removeSettlementAccount } from '#lib/settlements/settlement-accounts';

export const POST = dashboardRoute({
  permission: 'settlements.manage',
  handle: (ctx, { params }) => removeSettlementAccount(ctx, params.id ?? ''),
});

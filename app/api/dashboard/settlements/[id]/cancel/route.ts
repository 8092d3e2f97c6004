import { dashboardRoute } from '#lib/http/session-route';
import { cancelSettlement } from '#lib/settlements/cancel-settlement';
import { presentSettlement } from '#lib/settlements/settlement';

export const POST = dashboardRoute({
  permission: 'settlements.request',
  handle: (ctx, { params }) => cancelSettlement(ctx, params.id ?? ''),
  present: presentSettlement,
});

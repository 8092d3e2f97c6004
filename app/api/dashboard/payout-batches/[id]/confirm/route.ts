import { dashboardRoute } from '#lib/http/session-route';
import { confirmBatch } from '#lib/payout-batches/confirm-batch';

export const POST = dashboardRoute({
  permission: 'payouts.create',
  handle: (ctx, { params }) => confirmBatch(ctx, params.id ?? ''),
  present: ({ id, status }) => ({ id, status }),
});

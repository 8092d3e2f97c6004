import { dashboardRoute } from '#lib/http/session-route';
import { endBatch } from '#lib/payout-batches/end-batch';

export const POST = dashboardRoute({
  permission: 'payouts.prepare',
  isExpensive: true,
  handle: (ctx, { params }) => endBatch(ctx, params.id ?? ''),
  present: ({ id, status }) => ({ id, status }),
});

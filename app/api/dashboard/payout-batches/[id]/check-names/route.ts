import { dashboardRoute } from '#lib/http/session-route';
import { checkNames } from '#lib/payout-batches/check-names';
import { presentBatchView } from '#lib/payout-batches/get-batch';

export const POST = dashboardRoute({
  permission: 'payouts.prepare',
  isExpensive: true,
  handle: (ctx, { params }) => checkNames(ctx, params.id ?? ''),
  present: presentBatchView,
});

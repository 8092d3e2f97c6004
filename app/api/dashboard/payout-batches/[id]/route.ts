import { dashboardRoute } from '#lib/http/session-route';
import { getBatch, presentBatchView } from '#lib/payout-batches/get-batch';

export const GET = dashboardRoute({
  handle: (ctx, { params }) => getBatch(ctx, params.id ?? ''),
  present: presentBatchView,
});

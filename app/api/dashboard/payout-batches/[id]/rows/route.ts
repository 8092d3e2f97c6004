import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { batchRowsQuery, listBatchRows } from '#lib/payout-batches/list-batch-rows';

export const GET = dashboardRoute({
  handle: (ctx, { params, query }) => listBatchRows(ctx, params.id ?? '', validate(batchRowsQuery, query)),
  bare: true,
});

import { answer } from '#lib/http/respond';
import { dashboardRoute } from '#lib/http/session-route';
import { makeResultFile } from '#lib/payout-batches/list-batch-rows';

export const GET = dashboardRoute({
  handle: (ctx, { params }) => makeResultFile(ctx, params.id ?? ''),
  respond: ({ fileName, text }, facts) =>
    answer(text, 200, facts, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}"`,
    }),
});

import { answer } from '#lib/http/respond';
import { dashboardRoute } from '#lib/http/session-route';
import { makeListFile } from '#lib/request-lists/list-requests';

export const GET = dashboardRoute({
  isExpensive: true,
  handle: (ctx, { params }) => makeListFile(ctx, params.id ?? ''),
  respond: ({ fileName, text }, facts) =>
    answer(text, 200, facts, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}"`,
    }),
});

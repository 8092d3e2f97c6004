import { answer } from '#lib/http/respond';
import { adminRoute } from '#lib/http/session-route';
import { writeSettlementFile } from '#lib/settlements/settlement-files';

export const GET = adminRoute({
  handle: (ctx, { params }) => writeSettlementFile(ctx, params.id ?? ''),
  respond: ({ fileName, text }, facts) =>
    answer(text, 200, facts, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}"`,
    }),
});

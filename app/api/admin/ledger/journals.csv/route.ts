import { fileAnswer } from '#lib/http/respond';
import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { exportJournals, journalsName, journalsQuery, requireDays } from '#lib/ledger/export-journals';

export const GET = adminRoute({
  reads: 'whole',
  handle: async (ctx, { query }) => {
    const days = await requireDays(validate(journalsQuery, query), ctx.now());
    return { stream: await exportJournals(days), name: journalsName(days, ctx.now()) };
  },
  respond: ({ stream, name }, facts) => fileAnswer(stream, { type: 'text/csv; charset=utf-8', name }, facts),
});

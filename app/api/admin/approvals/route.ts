import { mayReadPapers } from '#lib/applications/application';
import { listQueue, queueQuery } from '#lib/approvals/list-queue';
import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';

export const GET = adminRoute({
  bare: true,
  handle: async (ctx, { query }) =>
    listQueue(validate(queueQuery, query), { seesPapers: mayReadPapers(ctx) }),
});

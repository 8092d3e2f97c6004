import { mayReadPapers } from '#lib/applications/application';
import { auditQuery, listAuditLog } from '#lib/auth/list-audit-log';
import { adminRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';

export const GET = adminRoute({
  bare: true,
  handle: async (ctx, { query }) =>
    listAuditLog(validate(auditQuery, query), { seesPapers: mayReadPapers(ctx) }),
});

import { mayReadPapers } from '#lib/applications/application';
import { clientAuditQuery, listClientAuditLog } from '#lib/auth/list-audit-log';
import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';

export const GET = dashboardRoute({
  bare: true,
  handle: ({ client, ...who }, { query }) =>
    listClientAuditLog({ client, seesPapers: mayReadPapers(who) }, validate(clientAuditQuery, query)),
});

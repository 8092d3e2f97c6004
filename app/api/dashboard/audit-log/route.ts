import { clientAuditQuery, listClientAuditLog } from '#lib/auth/list-audit-log';
import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';

export const GET = dashboardRoute({
  bare: true,
  handle: (ctx, { query }) => listClientAuditLog(ctx.client.id, validate(clientAuditQuery, query)),
});

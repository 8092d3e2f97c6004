import { adminRoute } from '#lib/http/session-route';
import { getLatestAudit, startAudit } from '#lib/ledger/run-audit';

export const GET = adminRoute({ handle: (ctx) => getLatestAudit(ctx.now()) });

export const POST = adminRoute({ permission: 'ledger.audit', handle: startAudit });

import { listApprovals } from '#lib/approvals/list-approvals';
import { dashboardRoute } from '#lib/http/session-route';

export const GET = dashboardRoute({ handle: listApprovals });

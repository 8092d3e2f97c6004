import { dashboardRoute } from '#lib/http/session-route';
import { listRecentPayouts } from '#lib/payouts/list-recent-payouts';

export const GET = dashboardRoute({ handle: listRecentPayouts });

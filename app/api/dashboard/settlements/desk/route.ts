import { dashboardRoute } from '#lib/http/session-route';
import { getSettlementDesk } from '#lib/settlements/list-settlements';

export const GET = dashboardRoute({ handle: getSettlementDesk });

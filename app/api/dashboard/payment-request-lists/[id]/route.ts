import { dashboardRoute } from '#lib/http/session-route';
import { getList } from '#lib/request-lists/list-lists';

export const GET = dashboardRoute({ handle: (ctx, { params }) => getList(ctx, params.id ?? '') });

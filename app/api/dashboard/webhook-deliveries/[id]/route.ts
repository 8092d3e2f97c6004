import { dashboardRoute } from '#lib/http/session-route';
import { getDeliveryDetail } from '#lib/webhooks/delivery-log';

export const GET = dashboardRoute({ handle: (ctx, { params }) => getDeliveryDetail(ctx, params.id ?? '') });

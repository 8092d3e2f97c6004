import { adminRoute } from '#lib/http/session-route';
import { getDay } from '#lib/reconciliation/get-day';

export const GET = adminRoute({
  handle: (ctx, { params }) => getDay(params.provider ?? '', params.day ?? '', ctx.now()),
});

import { dashboardRoute } from '#lib/http/session-route';
import { initiateRefund } from '#lib/refunds/initiate-refund';
import { presentRefund } from '#lib/refunds/present-refund';
import { readRefund } from '#lib/refunds/refund-request';

export const POST = dashboardRoute({
  permission: 'refunds.create',
  handle: async (ctx, { body }) => initiateRefund(ctx, readRefund(body)),
  present: presentRefund,
});

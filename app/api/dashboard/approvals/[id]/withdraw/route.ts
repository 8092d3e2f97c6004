import { withdrawApproval } from '#lib/approvals/withdraw-approval';
import { dashboardRoute } from '#lib/http/session-route';

export const POST = dashboardRoute({
  permission: 'keys.manage',
  handle: (ctx, { params }) => withdrawApproval(ctx, ctx.client.id, params.id ?? ''),
});

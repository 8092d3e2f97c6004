import { approve } from '#lib/approvals/decide-approval';
import { adminRoute } from '#lib/http/session-route';

export const POST = adminRoute({
  permission: 'approvals.decide',
  handle: (ctx, { params }) => approve(ctx, params.id ?? ''),
});

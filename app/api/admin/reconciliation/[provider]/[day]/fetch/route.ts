import { adminRoute } from '#lib/http/session-route';
import { fetchStatement } from '#lib/reconciliation/import-statement';

export const POST = adminRoute({
  isLive: true,
  permission: 'reconciliation.manage',
  handle: (ctx, { params }) => fetchStatement(ctx, params.provider ?? '', params.day ?? ''),
});

import { adminRoute } from '#lib/http/session-route';
import { endSettlementFile } from '#lib/settlements/settlement-files';

export const POST = adminRoute({
  permission: 'settlements.settle',
  handle: (ctx, { params }) => endSettlementFile(ctx, params.id ?? '', 'DISCARDED'),
});

import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { mendRow, rowChange } from '#lib/payout-batches/mend-row';

export const PATCH = dashboardRoute({
  permission: 'payouts.prepare',
  handle: (ctx, { params, body }) =>
    mendRow(ctx, params.id ?? '', params.line ?? '', validate(rowChange, body)),
  present: ({ id, status, version }) => ({ id, status, version }),
});

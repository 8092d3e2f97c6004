import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { changeThreshold, presentThreshold, thresholdChange } from '#lib/payment-approvals/change-threshold';

export const POST = dashboardRoute({
  permission: 'payouts.threshold',
  handle: (ctx, { body }) => changeThreshold(ctx, validate(thresholdChange, body).payout_approval_above),
  present: presentThreshold,
});

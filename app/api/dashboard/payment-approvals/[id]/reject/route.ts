import { rejection } from '#lib/approvals/decide-approval';
import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { rejectPayment } from '#lib/payment-approvals/decide-payment';

export const POST = dashboardRoute({
  permission: 'payouts.decide',
  handle: (ctx, { params, body }) => rejectPayment(ctx, params.id ?? '', validate(rejection, body).reason),
});

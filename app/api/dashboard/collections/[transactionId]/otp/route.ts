import { presentOwnCollection } from '#lib/collections/own-collection';
import { otpRequest, submitOtp } from '#lib/collections/submit-otp';
import { dashboardRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';
import { requireOwnSale } from '#lib/till/own-sales';

export const POST = dashboardRoute({
  permission: 'collections.create',
  handle: async (ctx, { body, params }) =>
    submitOtp(ctx, await requireOwnSale(ctx, params.transactionId), validate(otpRequest, body).otp),
  present: ({ transaction }) => presentOwnCollection(transaction),
});

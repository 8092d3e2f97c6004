import { presentOwnCollection } from '#lib/collections/own-collection';
import { resendOtp } from '#lib/collections/resend-otp';
import { dashboardRoute } from '#lib/http/session-route';

export const POST = dashboardRoute({
  permission: 'collections.create',
  handle: (ctx, { params }) => resendOtp(ctx, params.transactionId ?? ''),
  present: ({ transaction }) => presentOwnCollection(transaction),
});

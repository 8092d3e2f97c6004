import { presentOwnCollection } from '#lib/collections/own-collection';
import { resendOtp } from '#lib/collections/resend-otp';
import { dashboardRoute } from '#lib/http/session-route';
import { requireOwnSale } from '#lib/till/own-sales';

export const POST = dashboardRoute({
  permission: 'collections.create',
  handle: async (ctx, { params }) => resendOtp(ctx, await requireOwnSale(ctx, params.transactionId)),
  present: ({ transaction }) => presentOwnCollection(transaction),
});

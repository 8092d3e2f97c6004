import { presentCollection } from '#lib/collections/present-collection';
import { resendOtp } from '#lib/collections/resend-otp';
import { apiRoute } from '#lib/http/api-route';

export const POST = apiRoute({
  scope: 'collections',
  withoutBody: true,
  handle: (ctx, { params }) => resendOtp(ctx, params.transactionId ?? ''),
  present: ({ transaction }) => presentCollection(transaction),
});

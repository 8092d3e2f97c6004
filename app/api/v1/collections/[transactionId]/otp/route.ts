import { presentCollection } from '#lib/collections/present-collection';
import { otpRequest, submitOtp } from '#lib/collections/submit-otp';
import { apiRoute } from '#lib/http/api-route';
import { validate } from '#lib/http/validate';

export const POST = apiRoute({
  scope: 'collections',
  handle: (ctx, { body, params }) =>
    submitOtp(ctx, params.transactionId ?? '', validate(otpRequest, body).otp),
  present: ({ transaction }) => presentCollection(transaction),
});

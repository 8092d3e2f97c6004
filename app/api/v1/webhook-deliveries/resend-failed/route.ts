import { apiRoute } from '#lib/http/api-route';
import { validate } from '#lib/http/validate';
import { resendFailed, resendFailedRequest } from '#lib/webhooks/resend';

export const POST = apiRoute({
  scope: 'account',
  isExpensive: true,
  handle: (ctx, { body }) => resendFailed(ctx, validate(resendFailedRequest, body)),
});

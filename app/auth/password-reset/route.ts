import { askForPasswordReset, passwordResetRequest } from '#lib/auth/ask-for-password-reset';
import { authRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';

export const POST = authRoute(async ({ body }, from) => {
  await askForPasswordReset(validate(passwordResetRequest, body).email, from.address, new Date());
  return { body: { status: 'success' } };
});

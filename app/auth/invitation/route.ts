import { acceptInvitation, acceptRequest } from '#lib/auth/invitations';
import { authRoute } from '#lib/http/session-route';
import { validate } from '#lib/http/validate';

export const POST = authRoute(async ({ body }, from) => {
  const { token, password } = validate(acceptRequest, body);
  return {
    body: { status: 'success', data: await acceptInvitation(token, password, from.address, new Date()) },
  };
});

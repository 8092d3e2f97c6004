import { adminRoute } from '#lib/http/session-route';
import { account } from '#lib/users/account-routes';

export const GET = adminRoute(account.read);
export const PATCH = adminRoute(account.change);

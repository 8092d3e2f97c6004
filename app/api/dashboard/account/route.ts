import { dashboardRoute } from '#lib/http/session-route';
import { account } from '#lib/users/account-routes';

export const GET = dashboardRoute(account.read);
export const PATCH = dashboardRoute(account.change);

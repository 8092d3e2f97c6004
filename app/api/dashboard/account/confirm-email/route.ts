import { dashboardRoute } from '#lib/http/session-route';
import { account } from '#lib/users/account-routes';

export const POST = dashboardRoute(account.askToConfirmEmail);

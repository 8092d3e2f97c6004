import { logInPageAt } from '#lib/auth/log-in-page';

export const { GET, POST } = logInPageAt('admin');

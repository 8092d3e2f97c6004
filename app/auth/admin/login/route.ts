import { logInAt } from '#lib/auth/log-in-route';

export const POST = logInAt('admin');

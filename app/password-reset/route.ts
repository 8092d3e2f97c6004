import { passwordResetPage } from '#lib/auth/log-in-page';

export const { GET, POST } = passwordResetPage;

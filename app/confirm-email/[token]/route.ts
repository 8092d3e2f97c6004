import { confirmEmailNow, confirmEmailPage } from '#lib/auth/confirm-email-route';

/** Of an e-mail: no key and no cookie, whoever has the address may use it. */
export const GET = confirmEmailPage;
export const POST = confirmEmailNow;

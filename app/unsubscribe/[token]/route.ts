import { unsubscribeNow, unsubscribePage } from '#lib/messages/unsubscribe-route';

/** Of an e-mail: no key and no cookie, whoever has the address may use it. */
export const GET = unsubscribePage;
export const POST = unsubscribeNow;

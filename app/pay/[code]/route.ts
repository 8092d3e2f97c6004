import { sendForm, showLink } from '#lib/payment-links/pay-route';

/** The hosted payment page: no key, whoever has the address may pay. */
export const GET = showLink;
export const POST = sendForm;

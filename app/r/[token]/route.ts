import { receiptRoute } from '#lib/receipts/receipt-route';

/** A payer's receipt: no key and no cookie, whoever has the address may see it. */
export const GET = receiptRoute;

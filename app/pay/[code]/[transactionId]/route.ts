import { actOnAttempt, showAttempt } from '#lib/payment-links/attempt-route';

export const GET = showAttempt;
export const POST = actOnAttempt;

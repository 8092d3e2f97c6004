import { payoutRoute } from '#lib/payouts/payout-route';

export const POST = payoutRoute();

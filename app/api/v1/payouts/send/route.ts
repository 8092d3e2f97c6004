import { payoutRoute } from '#lib/payouts/payout-route';

/** The day on which the older name was announced as deprecated; RFC 9745, seconds since 1970. */
const DEPRECATED_SINCE = Date.UTC(2026, 10, 20) / 1000;

export const POST = payoutRoute({
  deprecation: `@${DEPRECATED_SINCE}`,
  link: '</api/v1/payouts/initiate>; rel="successor-version"',
});

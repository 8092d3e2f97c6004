/** Every event that is sent; spec.md "Event types". The names never change. */
export const eventTypes = [
  'payment.succeeded',
  'payment.failed',
  'payment.expired',
  'payment.cancelled',
  'payout.succeeded',
  'payout.failed',
  'payout.pending',
  'payout.reversed',
  'refund.pending',
  'refund.succeeded',
  'refund.failed',
  'balance.adjusted',
] as const;

export type EventType = (typeof eventTypes)[number];

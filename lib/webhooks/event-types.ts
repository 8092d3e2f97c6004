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
  'balance.adjusted',
] as const;

export type EventType = (typeof eventTypes)[number];

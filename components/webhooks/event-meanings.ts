import type { EventType } from '#lib/webhooks/event-types';

/** What each event says happened. */
const meanings: Record<EventType, string> = {
  'payment.succeeded': 'A customer paid',
  'payment.failed': 'A payment was declined',
  'payment.expired': 'A customer did not pay in time',
  'payment.cancelled': 'A collection was cancelled',
  'payout.succeeded': 'A recipient has the money',
  'payout.failed': 'A payout could not be delivered',
  'payout.pending': 'A payout is under way or held',
  'payout.reversed': 'A payout was taken back',
  'refund.pending': 'A refund is under way or held',
  'refund.succeeded': 'A payer has the money back',
  'refund.failed': 'A refund could not be made',
  'balance.adjusted': 'Your balance was adjusted by hand',
};

export const eventMeanings = Object.entries(meanings) as [EventType, string][];

/** The earlier payload form tells of final states only. */
export const isToldInLegacyForm = (event: EventType): boolean =>
  event !== 'payout.pending' && event !== 'refund.pending' && event !== 'balance.adjusted';

/** `All events`, the one, or how many; all of them in the title. */
export function eventsText(events: readonly string[]): string {
  if (events.length === 0) return 'All events';
  return events.length === 1 ? (events[0] as string) : `${events.length} events`;
}

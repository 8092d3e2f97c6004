import { later, plural, t } from '#lib/browser/language/words';
import type { EventType } from '#lib/webhooks/event-types';

/** What each event says happened. */
const meanings: Record<EventType, () => string> = {
  'payment.succeeded': later('A customer paid'),
  'payment.failed': later('A payment was declined'),
  'payment.expired': later('A customer did not pay in time'),
  'payment.cancelled': later('A collection was cancelled'),
  'payout.succeeded': later('A recipient has the money'),
  'payout.failed': later('A payout could not be delivered'),
  'payout.pending': later('A payout is under way or held'),
  'payout.reversed': later('A payout was taken back'),
  'refund.pending': later('A refund is under way or held'),
  'refund.succeeded': later('A payer has the money back'),
  'refund.failed': later('A refund could not be made'),
  'balance.adjusted': later('Your balance was adjusted by hand'),
};

export const eventMeanings = Object.entries(meanings) as [EventType, () => string][];

/** The earlier payload form tells of final states only. */
export const isToldInLegacyForm = (event: EventType): boolean =>
  event !== 'payout.pending' && event !== 'refund.pending' && event !== 'balance.adjusted';

/** `All events`, the one, or how many; all of them in the title. */
export function eventsText(events: readonly string[]): string {
  if (events.length === 0) return t('All events');
  return events.length === 1
    ? (events[0] as string)
    : plural(events.length, { one: '{count} event', other: '{count} events' });
}

import { later, t } from '#lib/browser/language/words';
import type { TriggerKind } from '#lib/transactions/state';

const triggers: Record<TriggerKind, () => string> = {
  initiated: later('Created'),
  initiated_float_short: later('Created; the balance at the provider is short'),
  rail_succeeded: later('The provider confirmed the payment'),
  rail_failed: later('The provider declined the payment'),
  rail_expired: later('Not paid in time; the session was closed at the provider'),
  rail_cancelled: later('The customer left the checkout'),
  cancelled_by_client: later('Cancelled; the session was closed at the provider'),
  float_funded: later('There was enough at the provider; sent to it'),
  payout_in_flight: later('Accepted; waiting for the wallet to confirm'),
  payout_delivered: later('The provider delivered the money'),
  payout_refused: later('The provider refused to pay it out'),
  payout_float_short: later('The balance at the provider is short'),
  payout_cancelled: later('Cancelled before it was sent'),
  payout_reversed: later('Reversed'),
  reversal_asked: later('Created; the provider gives it back'),
  reversal_done: later('The provider gave it back to the payer'),
  reversal_refused: later('The provider refused to give it back'),
  adjusted: later('Adjusted by two operators'),
};

/** What made a transaction take a step, as people say it. `sending`: how far one is that is still to arrive. */
export function triggerLabel(trigger: string, sending: 'not_sent' | 'no_answer' | null = null): string {
  if (trigger === 'payout_in_flight' && sending === 'not_sent')
    return t('Accepted; not sent to the wallet yet');
  return Object.hasOwn(triggers, trigger) ? triggers[trigger as TriggerKind]() : trigger.replaceAll('_', ' ');
}

import type { TriggerKind } from '#lib/transactions/state';

const triggers: Record<TriggerKind, string> = {
  initiated: 'Created',
  initiated_float_short: 'Created; the balance at the provider is short',
  rail_succeeded: 'The provider confirmed the payment',
  rail_failed: 'The provider declined the payment',
  rail_expired: 'Not paid in time; the session was closed at the provider',
  rail_cancelled: 'The customer left the checkout',
  cancelled_by_client: 'Cancelled; the session was closed at the provider',
  float_funded: 'There was enough at the provider; sent to it',
  payout_in_flight: 'Accepted; waiting for the wallet to confirm',
  payout_delivered: 'The provider delivered the money',
  payout_refused: 'The provider refused to pay it out',
  payout_float_short: 'The balance at the provider is short',
  payout_cancelled: 'Cancelled before it was sent',
  payout_reversed: 'Reversed',
  reversal_asked: 'Created; the provider gives it back',
  reversal_done: 'The provider gave it back to the payer',
  reversal_refused: 'The provider refused to give it back',
  adjusted: 'Adjusted by two operators',
};

/** What made a transaction take a step, as people say it. `sending`: how far one is that is still to arrive. */
export function triggerLabel(trigger: string, sending: 'not_sent' | 'no_answer' | null = null): string {
  if (trigger === 'payout_in_flight' && sending === 'not_sent') return 'Accepted; not sent to the wallet yet';
  return Object.hasOwn(triggers, trigger) ? triggers[trigger as TriggerKind] : trigger.replaceAll('_', ' ');
}

import type { TriggerKind } from '#lib/transactions/state';

const triggers: Record<TriggerKind, string> = {
  initiated: 'Created',
  initiated_float_short: 'Created; the balance at the rail is short',
  rail_succeeded: 'The rail confirmed the payment',
  rail_failed: 'The rail declined the payment',
  rail_expired: 'Not paid in time; the session was closed at the rail',
  rail_cancelled: 'The customer left the checkout',
  cancelled_by_client: 'Cancelled; the session was closed at the rail',
  float_funded: 'There was enough at the rail; sent to it',
  payout_in_flight: 'Accepted; waiting for the wallet to confirm',
  payout_delivered: 'The rail delivered the money',
  payout_refused: 'The rail refused to pay it out',
  payout_float_short: 'The balance at the rail is short',
  payout_cancelled: 'Cancelled before it was sent',
  payout_reversed: 'Reversed',
  reversal_asked: 'Created; the rail gives it back',
  reversal_done: 'The rail gave it back to the payer',
  reversal_refused: 'The rail refused to give it back',
  adjusted: 'Adjusted by two operators',
};

/** What made a transaction take a step, as people say it. `sending`: how far one is that is still to arrive. */
export function triggerLabel(trigger: string, sending: 'not_sent' | 'no_answer' | null = null): string {
  if (trigger === 'payout_in_flight' && sending === 'not_sent') return 'Accepted; not sent to the wallet yet';
  return Object.hasOwn(triggers, trigger) ? triggers[trigger as TriggerKind] : trigger.replaceAll('_', ' ');
}

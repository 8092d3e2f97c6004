import { later } from '#lib/browser/language/words';
import { forOperator } from './for-operator.ts';

/** What a journal of a transaction did, by its kind. */
const kinds: Record<string, () => string> = {
  collection_settled: later('Credited to your balance, less the commission'),
  payout_accepted: later('Taken from your balance and held'),
  payout_delivered: later('Left through the balance at the provider'),
  payout_returned: later('Given back to your balance'),
  payout_reversed: later('Back in the balance at the provider and in your own'),
  refund_accepted: later('Taken from your balance and held for the refund'),
  refund_reversed: later('Given back by the provider, out of what it had collected'),
  refund_paid: later('Given back through the balance at the provider'),
  refund_returned: later('Not given back: in your balance again'),
  adjustment: later('Adjusted by two operators'),
  // Told to operators only.
  rail_fee: later('Taken by the provider for its work'),
  rail_fee_returned: later('Fee given back by the provider'),
  rail_fee_corrected: later('Fee set right by the provider’s statement'),
};

export function journalLabel(kind: string, isForOperator: boolean): string {
  const label = kinds[kind]?.() ?? kind;
  return isForOperator ? forOperator(label) : label;
}

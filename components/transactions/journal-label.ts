import { forOperator } from './for-operator.ts';

/** What a journal of a transaction did, by its kind. */
const kinds: Record<string, string> = {
  collection_settled: 'Credited to your balance, less the commission',
  payout_accepted: 'Taken from your balance and held',
  payout_delivered: 'Left through the balance at the provider',
  payout_returned: 'Given back to your balance',
  payout_reversed: 'Back in the balance at the provider and in your own',
  refund_accepted: 'Taken from your balance and held for the refund',
  refund_reversed: 'Given back by the provider, out of what it had collected',
  refund_paid: 'Given back through the balance at the provider',
  refund_returned: 'Not given back: in your balance again',
  adjustment: 'Adjusted by two operators',
  // Told to operators only.
  rail_fee: 'Taken by the provider for its work',
  rail_fee_returned: 'Fee given back by the provider',
  rail_fee_corrected: 'Fee set right by the provider’s statement',
};

export function journalLabel(kind: string, isForOperator: boolean): string {
  const label = kinds[kind] ?? kind;
  return isForOperator ? forOperator(label) : label;
}

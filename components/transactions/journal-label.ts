/** What a journal of a transaction did, by its kind. */
const kinds: Record<string, string> = {
  collection_settled: 'Credited to your balance, less the commission',
  payout_accepted: 'Taken from your balance and held',
  payout_delivered: 'Left through the balance at the rail',
  payout_returned: 'Given back to your balance',
  payout_reversed: 'Back in the balance at the rail and in your own',
  refund_accepted: 'Taken from your balance and held for the refund',
  refund_reversed: 'Given back by the rail, out of what it had collected',
  refund_paid: 'Given back through the balance at the rail',
  refund_returned: 'Not given back: in your balance again',
  adjustment: 'Adjusted by two operators',
};

export const journalLabel = (kind: string): string => kinds[kind] ?? kind;

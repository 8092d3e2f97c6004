const kinds: Record<string, string> = {
  collection: 'Collection',
  payout: 'Payout',
  payout_returned: 'Payout returned',
  reversal: 'Payout reversed',
  refund: 'Refund',
  refund_returned: 'Refund returned',
  refund_commission: 'Commission of a refund',
  adjustment: 'Adjustment',
  settlement: 'Settlement',
  settlement_returned: 'Settlement returned',
};

/** A kind of a statement's lines, for people. One of a later release keeps its own name. */
export const statementKindLabel = (kind: string): string => kinds[kind] ?? kind;

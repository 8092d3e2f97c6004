import { later } from '#lib/browser/language/words';

const kinds: Record<string, () => string> = {
  collection: later('Collection'),
  payout: later('Payout'),
  payout_returned: later('Payout returned'),
  reversal: later('Payout reversed'),
  refund: later('Refund'),
  refund_returned: later('Refund returned'),
  refund_commission: later('Commission of a refund'),
  adjustment: later('Adjustment'),
  settlement: later('Settlement'),
  settlement_returned: later('Settlement returned'),
};

/** A kind of a statement's lines, for people. One of a later release keeps its own name. */
export const statementKindLabel = (kind: string): string => kinds[kind]?.() ?? kind;

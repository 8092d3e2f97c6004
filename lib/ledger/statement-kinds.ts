import type { Posting, SettlementPosting } from '#lib/ledger/postings';

/**
 * What a line of a client's statement is, by the journal that moved `available`; null for one that does not. A posting
 * that is added does not compile until it has its word here.
 */
const kinds: Record<Posting | SettlementPosting, string | null> = {
  // Net of the commission, which never is the client's.
  collection_settled: 'collection',
  // When it is accepted: from then on the money is held, and no longer the client's to spend.
  payout_accepted: 'payout',
  payout_delivered: null,
  // It failed or was cancelled.
  payout_returned: 'payout_returned',
  // It was delivered, and came back.
  payout_reversed: 'reversal',
  // When it is accepted, as of a payout.
  refund_accepted: 'refund',
  // Of what is given back only a returned commission is the client's.
  refund_reversed: 'refund_commission',
  refund_paid: 'refund_commission',
  refund_returned: 'refund_returned',
  adjustment: 'adjustment',
  // When it is accepted, as of a payout.
  settlement_accepted: 'settlement',
  settlement_paid: null,
  // The bank did not pay it, it was cancelled, or it came back.
  settlement_returned: 'settlement_returned',
  settlement_came_back: 'settlement_returned',
};

/** The kinds of lines, in the order in which a statement adds them up. */
export const statementKinds = [...new Set(Object.values(kinds))].filter((kind) => kind !== null);

/** A line's kind. What this release does not know, while the next one is started beside it, keeps its own name. */
export function statementKindOf(journalKind: string): string {
  return kinds[journalKind as keyof typeof kinds] ?? journalKind;
}

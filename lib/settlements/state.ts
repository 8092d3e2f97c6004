import type { settlements } from '#db/schema/settlements';
import type { SettlementPosting } from '#lib/ledger/postings';

export type SettlementStatus = (typeof settlements.$inferSelect)['status'];

interface SettlementEdge {
  /** Null: the settlement begins here. */
  from: SettlementStatus | null;
  to: SettlementStatus;
  /** Null: no money moves. */
  posting: SettlementPosting | null;
}

/**
 * The one table of a settlement to a bank. `check_settlement` (db/functions/44_settlements.sql) holds the same pairs as
 * the last word, `step_settlement` books the journals.
 */
export const settlementEdges: readonly SettlementEdge[] = [
  // available → held: waits for a file to the bank.
  { from: null, to: 'REQUESTED', posting: 'settlement_accepted' },
  // held → available: the client thought better of it.
  { from: 'REQUESTED', to: 'CANCELLED', posting: 'settlement_returned' },
  // Held: stands in a file, which the bank does not have yet.
  { from: 'REQUESTED', to: 'IN_FILE', posting: null },
  // Held: the file was discarded.
  { from: 'IN_FILE', to: 'REQUESTED', posting: null },
  // Held: the bank has the file, and may pay at any time.
  { from: 'IN_FILE', to: 'SENT', posting: null },
  // held → the house's bank: another operator has seen it on the bank's statement.
  { from: 'SENT', to: 'CONFIRMED', posting: 'settlement_paid' },
  // held → available: the bank did not pay it, as another operator has seen.
  { from: 'SENT', to: 'FAILED', posting: 'settlement_returned' },
  // The house's bank → available: the bank paid it, and it came back.
  { from: 'CONFIRMED', to: 'RETURNED', posting: 'settlement_came_back' },
];

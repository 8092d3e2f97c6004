/** What waits for a float: refunds that go as payouts wait among them. */
export function heldNoun(count: number, refunds: number): string {
  if (refunds > 0 && refunds < count) return 'payouts and refunds';
  const noun = refunds > 0 ? 'refund' : 'payout';
  return count === 1 ? noun : `${noun}s`;
}

import { plural } from '#lib/browser/language/words';

/** What waits for a float: refunds that go as payouts wait among them. */
export function heldNoun(count: number, refunds: number): string {
  if (refunds > 0 && refunds < count) return 'payouts and refunds';
  const noun = refunds > 0 ? 'refund' : 'payout';
  return count === 1 ? noun : `${noun}s`;
}

/** `in 2 payouts`, beside the amount that waits. */
export function heldIn(count: number, refunds: number): string {
  if (refunds === 0) return plural(count, { one: 'in {count} payout', other: 'in {count} payouts' });
  return refunds === count
    ? plural(count, { one: 'in {count} refund', other: 'in {count} refunds' })
    : plural(count, { one: 'in {count} payouts and refunds', other: 'in {count} payouts and refunds' });
}

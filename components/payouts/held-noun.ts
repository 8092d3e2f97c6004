import { plural } from '#lib/browser/language/words';

/** `in 2 payouts`, beside the amount that waits for a float: refunds that go as payouts wait among them. */
export function heldIn(count: number, refunds: number): string {
  if (refunds === 0) return plural(count, { one: 'in {count} payout', other: 'in {count} payouts' });
  return refunds === count
    ? plural(count, { one: 'in {count} refund', other: 'in {count} refunds' })
    : plural(count, { one: 'in {count} payouts and refunds', other: 'in {count} payouts and refunds' });
}

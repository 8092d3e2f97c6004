import { money } from '#lib/browser/format';
import type { PresentedTransaction } from '#lib/reads/present-transaction';

/** Of these nothing stays moved, so that no sign may say that something came in or went out. */
const movesNothing: ReadonlySet<PresentedTransaction['status']> = new Set([
  'FAILED',
  'EXPIRED',
  'CANCELLED',
  'REVERSED',
]);

/** What comes in and what goes out is told apart by its sign, as on a bank's statement. */
export function signedAmount({
  type,
  status,
  amount,
}: Pick<PresentedTransaction, 'type' | 'status' | 'amount'>): string {
  if (movesNothing.has(status)) return money(amount);
  return `${type === 'collection' ? '+' : '−'}${money(amount)}`;
}

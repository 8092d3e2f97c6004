import { money } from '#lib/browser/format';
import type { PresentedTransaction } from '#lib/reads/present-transaction';

/** What comes in and what goes out is told apart by its sign, as on a bank's statement. */
export function signedAmount({ type, amount }: Pick<PresentedTransaction, 'type' | 'amount'>): string {
  return `${type === 'collection' ? '+' : '−'}${money(amount)}`;
}

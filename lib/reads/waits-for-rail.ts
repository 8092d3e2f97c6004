import { healthOf } from '#lib/rails/rail-settings';
import type { RailCallView } from '#lib/reads/rail-messages';
import type { Transaction } from '#lib/transactions/transaction';

/**
 * Pure: whether a live payout or refund that is not final was surely not sent yet, or was sent and has no answer that
 * says more; null where neither can be said, such as while it is being sent.
 */
export function sendingOf(
  { environment, type, status }: Pick<Transaction, 'environment' | 'type' | 'status'>,
  calls: Pick<RailCallView, 'outcome'>[],
): 'not_sent' | 'no_answer' | null {
  if (environment !== 'LIVE' || type === 'collection' || status !== 'PENDING') return null;
  if (calls.every(({ outcome }) => outcome === 'not_sent')) return 'not_sent';
  return calls.some(({ outcome }) => outcome === 'unknown' || outcome === 'done') ? 'no_answer' : null;
}

/**
 * Whether a payout, or a refund, has not left us and leaves by itself when its closed rail is open again: the rail was
 * not asked, or no call reached it. One whose call has no end yet may be there already.
 */
export async function waitsForRail(
  transaction: Transaction,
  calls: Pick<RailCallView, 'outcome'>[],
): Promise<boolean> {
  if (sendingOf(transaction, calls) !== 'not_sent') return false;
  return (await healthOf(transaction.environment, transaction.provider, 'payout')) === 'CLOSED';
}

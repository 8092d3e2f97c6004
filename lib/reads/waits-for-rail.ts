import { healthOf } from '#lib/rails/rail-settings';
import type { RailCallView } from '#lib/reads/rail-messages';
import type { Transaction } from '#lib/transactions/transaction';

/**
 * Whether a payout, or a refund, has not left us and leaves by itself when its closed rail is open again: the rail was
 * not asked, or no call reached it. One whose call has no end yet may be there already.
 */
export async function waitsForRail(
  { environment, type, status, provider }: Transaction,
  calls: Pick<RailCallView, 'outcome'>[],
): Promise<boolean> {
  if (type === 'collection' || status !== 'PENDING') return false;
  if (calls.some(({ outcome }) => outcome !== 'not_sent')) return false;
  return (await healthOf(environment, provider, 'payout')) === 'CLOSED';
}

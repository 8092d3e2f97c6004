import type { Context } from '#lib/context';
import type { Bututs } from '#lib/money';
import { listPayoutLimits, listRailLimits, type PayoutLimit } from '#lib/payouts/payout-limits';
import { railSetting } from '#lib/rails/rail-settings';

export interface MostToWallet {
  bututs: Bututs;
  /** What it is because of; null: the sum that there is, or what the rail takes in one payout. */
  limit: PayoutLimit | null;
}

/**
 * Of a sum, what may go to a wallet of this rail in one payout now: no more than the rail takes at once, and than is left of
 * every limit of the client and of the rail. Read, not reserved: a payout decides it again.
 */
export async function mostToWallet(ctx: Context, provider: string, sum: Bututs): Promise<MostToWallet> {
  const [{ maxBututs }, ofClient, ofRails] = await Promise.all([
    railSetting(ctx.environment, provider, 'payout'),
    listPayoutLimits(ctx),
    listRailLimits(ctx, [provider]),
  ]);
  const limits: PayoutLimit[] = [...ofClient, ...(ofRails.get(provider) ?? [])];
  return limits.reduce<MostToWallet>(
    (most, limit) => (limit.leftBututs < most.bututs ? { bututs: limit.leftBututs, limit } : most),
    { bututs: sum < maxBututs ? sum : maxBututs, limit: null },
  );
}

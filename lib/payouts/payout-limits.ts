import { sqlClient } from '#db/client';
import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { type Bututs, formatAmount, toNumber } from '#lib/money';
import type { CommitOutcome, LimitName } from '#lib/transactions/commit-together';

export interface PayoutLimit {
  name: LimitName;
  limitBututs: Bututs;
  /** What payouts may still take; of `per_payout`, the limit itself. */
  leftBututs: Bututs;
}

const nouns: Record<LimitName, string> = {
  per_payout: 'one payout',
  day: 'the day',
  month: 'the month',
};

/**
 * The limits that operators set for this client, and what is left of each in this environment; those that are not set
 * are left out. The day and the month are Banjul's. What is under way counts, and so does what reached its recipient
 * within the day or month; what failed does not. Decided again under a lock when a payout is accepted.
 */
export async function listPayoutLimits(ctx: Context): Promise<PayoutLimit[]> {
  const [row] = await sqlClient()`
    select * from payout_limits(${ctx.client.id}, ${ctx.environment}, ${ctx.now().toISOString()})`;
  const limit = (name: LimitName, most: string | null, taken = '0'): PayoutLimit[] => {
    if (most === null) return [];
    const left = BigInt(most) - BigInt(taken);
    return [{ name, limitBututs: BigInt(most), leftBututs: left > 0n ? left : 0n }];
  };
  return row === undefined
    ? []
    : [
        ...limit('per_payout', row.each_bututs),
        ...limit('day', row.day_bututs, row.day_taken_bututs),
        ...limit('month', row.month_bututs, row.month_taken_bututs),
      ];
}

/** As the API has them: null where there is no limit. */
export function presentPayoutLimits(limits: PayoutLimit[]) {
  const of = (name: LimitName) => {
    const limit = limits.find((each) => each.name === name);
    return limit ? { limit: formatAmount(limit.limitBututs), left: formatAmount(limit.leftBututs) } : null;
  };
  return { per_payout: of('per_payout'), day: of('day'), month: of('month') };
}

/** What a caller is told whose payout passes a limit. */
export function payoutLimitExceeded(
  amountBututs: Bututs,
  refusal: Extract<CommitOutcome, { outcome: 'limit_exceeded' }>,
): AppError {
  const { limit, limit_bututs, left_bututs } = refusal;
  const [most, left] = [BigInt(limit_bututs), BigInt(left_bututs)];
  const passed =
    limit === 'per_payout'
      ? `this account’s limit for ${nouns[limit]}: ${formatAmount(most)} GMD`
      : `what is left of this account’s limit for ${nouns[limit]}: ${formatAmount(left)} of ${formatAmount(most)} GMD`;
  return new AppError(
    'PAYOUT_LIMIT_EXCEEDED',
    `This payout of ${formatAmount(amountBututs)} GMD is more than ${passed}. Nothing was stored; the reference stays free.`,
    { details: { limit, limit_bututs: toNumber(most), left_bututs: toNumber(left) } },
  );
}

import { sqlClient } from '#db/client';
import type { Context } from '#lib/context';
import { AppError } from '#lib/errors';
import { type Bututs, formatAmount, toNumber } from '#lib/money';
import { railName } from '#lib/rails/rail-faces';
import type {
  ClientLimitName,
  CommitOutcome,
  LimitName,
  RailLimitName,
} from '#lib/transactions/commit-together';

export interface PayoutLimit<Name extends LimitName = LimitName> {
  name: Name;
  limitBututs: Bututs;
  /** What payouts may still take; of `per_payout`, the limit itself. */
  leftBututs: Bututs;
}

const nouns: Record<LimitName, string> = {
  per_payout: 'one payout',
  day: 'the day',
  month: 'the month',
  rail_day: 'the day',
  rail_month: 'the month',
};

/**
 * The limits that operators set for this client, and what is left of each in this environment; those that are not set
 * are left out. The day and the month are Banjul's. What is under way counts, and so does what reached its recipient
 * within the day or month; what failed does not, unless its rail has paid it all the same. Decided again under a lock when a payout is accepted.
 */
export async function listPayoutLimits(ctx: Context): Promise<PayoutLimit<ClientLimitName>[]> {
  const [row] = await sqlClient()`
    select * from payout_limits(${ctx.client.id}, ${ctx.environment}, ${ctx.now().toISOString()})`;
  return row === undefined
    ? []
    : [
        ...limit('per_payout', row.each_bututs, '0'),
        ...limit('day', row.day_bututs, row.day_taken_bututs),
        ...limit('month', row.month_bututs, row.month_taken_bututs),
      ];
}

/**
 * The same of what operators let go out over rails, by rail: in LIVE by all clients together, in SANDBOX by this one.
 * Rails without a limit are left out.
 */
export async function listRailLimits(
  ctx: Context,
  providers: string[],
): Promise<Map<string, PayoutLimit<RailLimitName>[]>> {
  const rows = await sqlClient()`
    select p.provider, l.* from unnest(${providers}::text[]) as p (provider)
    cross join lateral rail_payout_limits(${ctx.client.id}, ${ctx.environment}, p.provider, ${ctx.now().toISOString()}) l`;
  return new Map(
    rows.map((row) => [
      row.provider,
      [
        ...limit('rail_day', row.day_bututs, row.day_taken_bututs),
        ...limit('rail_month', row.month_bututs, row.month_taken_bututs),
      ],
    ]),
  );
}

/** None where there is no limit. */
function limit<Name extends LimitName>(name: Name, most: string | null, taken: string): PayoutLimit<Name>[] {
  if (most === null) return [];
  const left = BigInt(most) - BigInt(taken);
  return [{ name, limitBututs: BigInt(most), leftBututs: left > 0n ? left : 0n }];
}

/** As the API has them: null where there is no limit. */
export function presentPayoutLimits(limits: PayoutLimit[]) {
  const of = (name: LimitName) => presentLimit(limits, name);
  return { per_payout: of('per_payout'), day: of('day'), month: of('month') };
}

export function presentRailLimits(limits: PayoutLimit[]) {
  return { rail_day: presentLimit(limits, 'rail_day'), rail_month: presentLimit(limits, 'rail_month') };
}

function presentLimit(limits: PayoutLimit[], name: LimitName) {
  const found = limits.find((each) => each.name === name);
  return found ? { limit: formatAmount(found.limitBututs), left: formatAmount(found.leftBututs) } : null;
}

/** What a caller is told whose payout passes a limit. */
export function payoutLimitExceeded(
  { amountBututs, provider }: { amountBututs: Bututs; provider: string },
  refusal: Extract<CommitOutcome, { outcome: 'limit_exceeded' }>,
): AppError {
  const { limit, limit_bututs, left_bututs } = refusal;
  const [most, left] = [BigInt(limit_bututs), BigInt(left_bututs)];
  const passed = limitWords({ name: limit, limitBututs: most, leftBututs: left }, provider);
  return new AppError(
    'PAYOUT_LIMIT_EXCEEDED',
    `This payout of ${formatAmount(amountBututs)} GMD is more than ${passed}. Nothing was stored; the reference stays free.`,
    { details: { limit, limit_bututs: toNumber(most), left_bututs: toNumber(left) } },
  );
}

/** “What is left of this account’s limit for the day: 0.00 of 200.00 GMD”, in the middle of a sentence. */
export function limitWords({ name, limitBututs, leftBututs }: PayoutLimit, provider: string): string {
  const whose = isOfRail(name) ? `${railName(provider)}’s limit` : 'this account’s limit';
  const most = formatAmount(limitBututs);
  return name === 'per_payout'
    ? `${whose} for ${nouns[name]}: ${most} GMD`
    : `what is left of ${whose} for ${nouns[name]}: ${formatAmount(leftBututs)} of ${most} GMD`;
}

function isOfRail(name: LimitName): name is RailLimitName {
  return name === 'rail_day' || name === 'rail_month';
}

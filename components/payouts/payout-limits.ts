import type { PresentedCheck } from '#lib/payouts/check-payout';

type Name = keyof PresentedCheck['limits'];
export type Limits = Partial<PresentedCheck['limits']>;

export const limitWords: Record<Name, { left: string; hint(limit: string): string }> = {
  per_payout: { left: 'Most in one payout', hint: () => 'As the operators set it.' },
  day: { left: 'Left for today', hint: (limit) => `Of ${limit} a day. What fails is given back.` },
  month: { left: 'Left for this month', hint: (limit) => `Of ${limit} a month. What fails is given back.` },
  rail_day: {
    left: 'Left on this provider today',
    hint: (limit) => `Of ${limit} that its wallet may send in a day.`,
  },
  rail_month: {
    left: 'Left on this provider this month',
    hint: (limit) => `Of ${limit} that its wallet may send in a month.`,
  },
};

/** Those that are set. */
export function limitsOf(limits: Limits): { name: Name; limit: string; left: string }[] {
  return (Object.keys(limitWords) as Name[]).flatMap((name) => {
    const set = limits[name];
    return set == null ? [] : [{ name, ...set }];
  });
}

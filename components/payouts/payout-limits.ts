import { later, t } from '#lib/browser/language/words';
import type { PresentedCheck } from '#lib/payouts/check-payout';

type Name = keyof PresentedCheck['limits'];
export type Limits = Partial<PresentedCheck['limits']>;

export const limitWords: Record<Name, { left: () => string; hint(limit: string): string }> = {
  per_payout: { left: later('Most in one payout'), hint: () => t('As the operators set it.') },
  day: {
    left: later('Left for today'),
    hint: (limit) => t('Of {limit} a day. What fails is given back.', { limit }),
  },
  month: {
    left: later('Left for this month'),
    hint: (limit) => t('Of {limit} a month. What fails is given back.', { limit }),
  },
  rail_day: {
    left: later('Left on this provider today'),
    hint: (limit) => t('Of {limit} that its wallet may send in a day.', { limit }),
  },
  rail_month: {
    left: later('Left on this provider this month'),
    hint: (limit) => t('Of {limit} that its wallet may send in a month.', { limit }),
  },
};

/** Those that are set. */
export function limitsOf(limits: Limits): { name: Name; limit: string; left: string }[] {
  return (Object.keys(limitWords) as Name[]).flatMap((name) => {
    const set = limits[name];
    return set == null ? [] : [{ name, ...set }];
  });
}

import { later } from '#lib/browser/language/words';
import type { periods } from '#lib/reads/period';

/** What the spans are called that move with the day. */
export const periodLabels: Record<(typeof periods)[number], () => string> = {
  today: later('Today'),
  yesterday: later('Yesterday'),
  last_7_days: later('Last 7 days'),
  last_30_days: later('Last 30 days'),
  this_month: later('This month'),
  last_month: later('Last month'),
};

/** What an address says, in words; whatever else stands there is left as it is. */
export function periodLabel(period: string): string {
  return (periodLabels as Record<string, () => string>)[period]?.() ?? period;
}

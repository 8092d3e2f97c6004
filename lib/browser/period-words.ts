import type { periods } from '#lib/reads/period';

/** What the spans are called that move with the day. */
export const periodLabels: Record<(typeof periods)[number], string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  last_7_days: 'Last 7 days',
  last_30_days: 'Last 30 days',
  this_month: 'This month',
  last_month: 'Last month',
};

/** What an address says, in words; whatever else stands there is left as it is. */
export function periodLabel(period: string): string {
  return (periodLabels as Record<string, string>)[period] ?? period;
}

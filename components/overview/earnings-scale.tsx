import type { ComponentProps } from 'react';
import { compact, shortDay } from '#lib/browser/format';
import type { Overview } from '#lib/clients/get-overview';

// Where the parts of the earnings chart stand, in pixels: as it is drawn by the server, and as recharts draws it after.

export type Day = Overview['period']['chart'][number];

export const HEIGHT = 208;
/** Above the highest figure, and below the lowest one for the dates. */
export const TOP = 8;
export const BOTTOM = 30;
/** The amounts, left of the bars. */
export const AXIS_WIDTH = 44;
export const BAR_WIDTH = 40;
/** Of a day's room, what its bar takes. */
export const BAR_SHARE = 0.8;
export const RADIUS = 2;
/** Between a figure and what it stands at. */
export const GAP = 8;
/** Below it every other date is left out. As the container query of `EarningsDrawing` has it. */
export const NARROW = 480;

/** Zero and up to five round figures above it, the last one not below the highest day. */
export function amountTicks(days: Day[]): number[] {
  const highest = Math.max(...days.map((each) => each.earnings_bututs));
  const rough = Math.max(highest, 100) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5, 10].find((each) => each * power >= rough) ?? 10);
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, index) => index * step);
}

/** Of so many days, each how many-th one's date is written; the last day's always. */
export function dateStep(count: number): number {
  return count > 7 ? Math.round(count / 6) : 1;
}

/** The last date ends with the chart where half of it would stand out. */
export function isDateAtEnd(index: number, count: number): boolean {
  return index === count - 1 && count > 7;
}

/** `21 Nov`, `21 nov.`. */
export function dateLabel(date: string): string {
  return shortDay(date);
}

/** `1.2K`, `1,2 k` dalasi. */
export function amountLabel(bututs: number): string {
  return compact(bututs / 100);
}

/** What the server wrote stands, where an older browser would write `K` or `Sep` another way. */
export function TickText(props: ComponentProps<'text'>) {
  return <text fontSize={12} fill="var(--muted-foreground)" suppressHydrationWarning {...props} />;
}

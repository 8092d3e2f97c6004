import { banjulDay } from '#lib/clock';

/** Spans that people ask for by name; each moves with the day. Banjul is UTC. */
export const periods = [
  'today',
  'yesterday',
  'last_7_days',
  'last_30_days',
  'this_month',
  'last_month',
] as const;

type Period = (typeof periods)[number];

interface Span {
  from?: Date | undefined;
  /** Not included. */
  to?: Date | undefined;
}

const DAY_MS = 24 * 60 * 60 * 1000;

export function spanOf(period: Period, now: Date): Required<Span> {
  const today = Date.parse(`${banjulDay(now)}T00:00:00Z`);
  const day = (offset: number) => new Date(today + offset * DAY_MS);
  const month = (offset: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1));
  const spans: Record<Period, [Date, Date]> = {
    today: [day(0), day(1)],
    yesterday: [day(-1), day(0)],
    last_7_days: [day(-6), day(1)],
    last_30_days: [day(-29), day(1)],
    this_month: [month(0), month(1)],
    last_month: [month(-1), month(0)],
  };
  const [from, to] = spans[period];
  return { from, to };
}

/** With the days that the period is now, unless there are others. */
export function withPeriod<Filters extends Span & { period?: Period | undefined }>(
  filters: Filters,
  now: Date,
): Filters {
  const { period, from, to } = filters;
  return period === undefined || from || to ? filters : { ...filters, ...spanOf(period, now) };
}

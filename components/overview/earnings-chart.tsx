'use client';

import { type ComponentProps, startTransition, useEffect, useRef, useState } from 'react';
import {
  Bar,
  BarChart,
  type BarShapeProps,
  CartesianGrid,
  Tooltip,
  XAxis,
  type XAxisTickContentProps,
  YAxis,
  type YAxisTickContentProps,
} from 'recharts';
import { day, money, whole } from '#lib/browser/format';
import type { Overview } from '#lib/clients/get-overview';

type Day = Overview['period']['chart'][number];

const short = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' });
const compact = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 });

const HEIGHT = 208;
const AXIS_WIDTH = 44;
/** The widest of the dates below the bars, and the least room between two. */
const DATE_WIDTH = 44;
const DATE_GAP = 32;
const RADIUS = 2;

/**
 * Loaded only when it is shown: the library weighs more than the rest of the page. What it would measure by itself (its
 * own size, each text) is told to it, since each measurement lays out the whole page.
 */
export default function EarningsChart({ days }: { days: Day[] }) {
  const [holder, width] = useWidth();
  const [isVisited, setVisited] = useState(false);
  const part = useParts(width > AXIS_WIDTH ? 3 : 0);
  const ticks = roundTicks(Math.max(...days.map((each) => each.earnings_bututs)));
  return (
    <div ref={holder} className="h-full" onPointerEnter={() => setVisited(true)}>
      {width > AXIS_WIDTH && (
        <BarChart
          data={days}
          width={width}
          height={HEIGHT}
          margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
          accessibilityLayer={false}
        >
          {part >= 2 && (
            <CartesianGrid
              vertical={false}
              verticalCoordinatesGenerator={() => []}
              horizontalCoordinatesGenerator={({ offset: { top, height } }) =>
                ticks.map((_, index) => top + (height * index) / Math.max(ticks.length - 1, 1))
              }
              stroke="var(--border)"
            />
          )}
          {part >= 1 && (
            <XAxis
              dataKey="date"
              ticks={datesShown(days, width - AXIS_WIDTH)}
              interval={0}
              tick={dateTick(days, width)}
              tickLine={false}
              axisLine={{ stroke: 'var(--border)' }}
            />
          )}
          {part >= 2 && (
            <YAxis
              dataKey="earnings_bututs"
              ticks={ticks}
              interval={0}
              niceTicks="none"
              domain={[0, ticks.at(-1) ?? 0]}
              tick={amountTick}
              tickLine={false}
              axisLine={false}
              width={AXIS_WIDTH}
            />
          )}
          {isVisited && (
            <Tooltip
              cursor={{ fill: 'var(--surface)' }}
              isAnimationActive={false}
              content={({ active, payload }) => (active ? <DayCard day={payload?.[0]?.payload} /> : null)}
            />
          )}
          {part >= 3 && (
            <Bar
              dataKey="earnings_bututs"
              fill="var(--primary)"
              shape={column}
              maxBarSize={40}
              isAnimationActive={false}
            />
          )}
        </BarChart>
      )}
    </div>
  );
}

function useWidth() {
  const holder = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (holder.current === null) return;
    const watcher = new ResizeObserver((entries) => {
      const found = entries.at(-1)?.contentRect.width ?? 0;
      startTransition(() => setWidth(Math.floor(found)));
    });
    watcher.observe(holder.current);
    return () => watcher.disconnect();
  }, []);
  return [holder, width] as const;
}

/** Counts to `last`, each time in a task of its own: all parts of the chart at once would hold up a click. */
function useParts(last: number): number {
  const [part, setPart] = useState(0);
  useEffect(() => {
    if (part < last) startTransition(() => setPart(part + 1));
  }, [part, last]);
  return part;
}

/** As many as there is room for, at equal distances, the last day among them. */
function datesShown(days: Day[], width: number): string[] {
  const step = Math.ceil((DATE_WIDTH + DATE_GAP) / (width / days.length));
  return days.filter((_, index) => (days.length - 1 - index) % step === 0).map((each) => each.date);
}

/** The last date ends with the chart where half of it would stand out. */
function dateTick(days: Day[], width: number) {
  const isWide = (width - AXIS_WIDTH) / days.length >= DATE_WIDTH;
  const last = days.at(-1)?.date;
  return ({ x, y, payload }: XAxisTickContentProps) => {
    const atEnd = !isWide && payload.value === last;
    return (
      <TickText x={atEnd ? width : x} y={y} dy="0.71em" textAnchor={atEnd ? 'end' : 'middle'}>
        {short.format(new Date(payload.value))}
      </TickText>
    );
  };
}

function amountTick({ x, y, payload }: YAxisTickContentProps) {
  return (
    <TickText x={x} y={y} dy="0.355em" textAnchor="end">
      {compact.format(payload.value / 100)}
    </TickText>
  );
}

function TickText(props: ComponentProps<'text'>) {
  return <text fontSize={12} fill="var(--muted-foreground)" {...props} />;
}

/** A bar whose upper corners are round. */
function column({ x, y, width, height, fill }: BarShapeProps) {
  if (height === 0) return null;
  const round = Math.min(RADIUS, height, width / 2);
  return (
    <path
      fill={fill}
      d={`M${x},${y + height}v${round - height}q0,${-round} ${round},${-round}h${width - 2 * round}q${round},0 ${round},${round}v${height - round}z`}
    />
  );
}

/** Zero and up to five round figures above it, the last one not below `highest`. */
function roundTicks(highest: number): number[] {
  const rough = Math.max(highest, 100) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5, 10].find((each) => each * power >= rough) ?? 10);
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, index) => index * step);
}

function DayCard({ day: shown }: { day: Day | undefined }) {
  if (shown === undefined) return null;
  return (
    <div className="rounded-md border bg-background px-3 py-2 text-[13px]">
      <p className="text-muted-foreground">{day(shown.date)}</p>
      <p className="font-semibold tabular-nums">{money(shown.earnings_gmd)}</p>
      <p className="text-muted-foreground">
        {whole(shown.count)} {shown.count === 1 ? 'collection' : 'collections'}
      </p>
    </div>
  );
}

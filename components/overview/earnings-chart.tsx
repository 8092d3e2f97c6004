'use client';

import { useLayoutEffect, useRef, useState } from 'react';
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
import { day, money } from '#lib/browser/format';
import { plural } from '#lib/browser/language/words';
import {
  AXIS_WIDTH,
  amountLabel,
  amountTicks,
  BAR_SHARE,
  BAR_WIDTH,
  BOTTOM,
  type Day,
  dateLabel,
  dateStep,
  HEIGHT,
  isDateAtEnd,
  NARROW,
  RADIUS,
  TickText,
  TOP,
} from './earnings-scale.tsx';

/**
 * The chart that answers to the pointer. It stands where `EarningsDrawing` stood, and is loaded when somebody points at
 * that: the library weighs more than the rest of the page. What it would measure by itself (its own size, each text) is
 * told to it, since each measurement lays out the whole page.
 */
export default function EarningsChart({ days }: { days: Day[] }) {
  const [holder, width] = useWidth();
  const ticks = amountTicks(days);
  return (
    <div ref={holder} className="h-full">
      {width > AXIS_WIDTH && (
        <BarChart
          data={days}
          width={width}
          height={HEIGHT}
          margin={{ top: TOP, right: 0, bottom: 0, left: 0 }}
          barCategoryGap={`${(100 * (1 - BAR_SHARE)) / 2}%`}
          accessibilityLayer={false}
        >
          <CartesianGrid
            vertical={false}
            verticalCoordinatesGenerator={() => []}
            horizontalCoordinatesGenerator={({ offset: { top, height } }) =>
              ticks.map((_, index) => top + (height * index) / Math.max(ticks.length - 1, 1))
            }
            stroke="var(--border)"
          />
          <XAxis
            dataKey="date"
            ticks={datesShown(days, width)}
            interval={0}
            height={BOTTOM}
            tick={dateTick(days, width)}
            tickLine={false}
            axisLine={{ stroke: 'var(--border)' }}
          />
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
          <Tooltip
            cursor={{ fill: 'var(--surface)' }}
            isAnimationActive={false}
            content={({ active, payload }) => (active ? <DayCard day={payload?.[0]?.payload} /> : null)}
          />
          <Bar
            dataKey="earnings_bututs"
            fill="var(--primary)"
            shape={column}
            maxBarSize={BAR_WIDTH}
            isAnimationActive={false}
          />
        </BarChart>
      )}
    </div>
  );
}

/** Known before the first paint. */
function useWidth() {
  const holder = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (holder.current === null) return;
    setWidth(holder.current.clientWidth);
    const watcher = new ResizeObserver((entries) =>
      setWidth(Math.floor(entries.at(-1)?.contentRect.width ?? 0)),
    );
    watcher.observe(holder.current);
    return () => watcher.disconnect();
  }, []);
  return [holder, width] as const;
}

function datesShown(days: Day[], width: number): string[] {
  const step = dateStep(days.length) * (width < NARROW ? 2 : 1);
  return days.filter((_, index) => (days.length - 1 - index) % step === 0).map((each) => each.date);
}

function dateTick(days: Day[], width: number) {
  return ({ x, y, payload }: XAxisTickContentProps) => {
    const index = days.findIndex(({ date }) => date === payload.value);
    const atEnd = isDateAtEnd(index, days.length);
    return (
      <TickText x={atEnd ? width : x} y={y} dy="0.71em" textAnchor={atEnd ? 'end' : 'middle'}>
        {dateLabel(payload.value)}
      </TickText>
    );
  };
}

function amountTick({ x, y, payload }: YAxisTickContentProps) {
  return (
    <TickText x={x} y={y} dy="0.355em" textAnchor="end">
      {amountLabel(payload.value)}
    </TickText>
  );
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

function DayCard({ day: shown }: { day: Day | undefined }) {
  if (shown === undefined) return null;
  return (
    <div className="rounded-md border bg-background px-3 py-2 text-[13px]">
      <p className="text-muted-foreground">{day(shown.date)}</p>
      <p className="font-semibold tabular-nums">{money(shown.earnings_gmd)}</p>
      <p className="text-muted-foreground">
        {plural(shown.count, { one: '{count} collection', other: '{count} collections' })}
      </p>
    </div>
  );
}

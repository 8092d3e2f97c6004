'use client';

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { day, money, whole } from '#lib/browser/format';
import type { Overview } from '#lib/clients/get-overview';

type Day = Overview['period']['chart'][number];

const short = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' });
const compact = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 });

/** Loaded only when it is shown: the library weighs more than the rest of the page. */
export default function EarningsChart({ days }: { days: Day[] }) {
  const ticks = roundTicks(Math.max(...days.map((each) => each.earnings_bututs)));
  return (
    <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 560, height: 208 }}>
      <BarChart data={days} margin={{ top: 8, right: 0, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--border)" />
        <XAxis
          dataKey="date"
          tickFormatter={(date: string) => short.format(new Date(date))}
          tick={{ fill: 'var(--muted-foreground)', fontSize: 12 }}
          tickLine={false}
          axisLine={{ stroke: 'var(--border)' }}
          minTickGap={32}
        />
        <YAxis
          dataKey="earnings_bututs"
          tickFormatter={(bututs: number) => compact.format(bututs / 100)}
          ticks={ticks}
          domain={[0, ticks.at(-1) ?? 0]}
          tick={{ fill: 'var(--muted-foreground)', fontSize: 12 }}
          tickLine={false}
          axisLine={false}
          width={44}
        />
        <Tooltip
          cursor={{ fill: 'var(--surface)' }}
          isAnimationActive={false}
          content={({ active, payload }) => (active ? <DayCard day={payload?.[0]?.payload} /> : null)}
        />
        <Bar
          dataKey="earnings_bututs"
          fill="var(--primary)"
          radius={[2, 2, 0, 0]}
          maxBarSize={40}
          isAnimationActive={false}
        />
      </BarChart>
    </ResponsiveContainer>
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

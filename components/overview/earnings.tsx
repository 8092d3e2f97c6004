'use client';

import Link from 'next/link';
import { startTransition, useState } from 'react';
import { day, money, share, whole } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { Overview } from '#lib/clients/get-overview';
import { rich } from '../language/rich.tsx';
import { cn } from '../ui/cn.ts';
import { numeric, Table, Td, Th } from '../ui/table.tsx';
import type EarningsChart from './earnings-chart.tsx';
import { EarningsDrawing } from './earnings-drawing.tsx';

type Period = Overview['period'];

export const periods = [7, 30, 90] as const;

interface EarningsProps {
  period: Period;
  onPeriod(days: number): void;
  isLoading: boolean;
}

/** What was earned on each day, as a chart and as a table. */
export function Earnings({ period, onPeriod, isLoading }: EarningsProps) {
  const [Chart, setChart] = useState<typeof EarningsChart>();
  const load = async () => {
    // Without a line the drawing stays, which shows the same.
    const loaded = await import('./earnings-chart.tsx').catch(() => undefined);
    if (loaded) startTransition(() => setChart(() => loaded.default));
  };
  return (
    <section aria-labelledby="earnings" className="min-w-0">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id="earnings" className="font-semibold">
            {t('Earnings, last {days} days', { days: period.days })}
          </h2>
          <p className="text-[13px] text-muted-foreground">
            {rich(
              period.count === 1
                ? '{amount} from {count} collection, after commission'
                : '{amount} from {count} collections, after commission',
              {
                amount: (
                  <span className="font-semibold text-foreground tabular-nums">
                    {money(period.earnings_gmd)}
                  </span>
                ),
                count: whole(period.count),
              },
            )}
          </p>
          <p className="text-[13px] text-muted-foreground">{comparedWith(period)}</p>
        </div>
        <nav aria-label={t('Period')} className="flex rounded-md border p-0.5">
          {periods.map((days) => (
            <Link
              key={days}
              href={`?days=${days}`}
              aria-current={days === period.days ? 'true' : undefined}
              onNavigate={(event) => {
                event.preventDefault();
                onPeriod(days);
              }}
              className={cn(
                'rounded px-2.5 py-0.5 text-[13px] base:text-muted-foreground hover:text-foreground',
                days === period.days && 'bg-surface font-semibold text-foreground',
              )}
            >
              {t('{days} days', { days })}
            </Link>
          ))}
        </nav>
      </div>
      <div
        onPointerEnter={load}
        role="img"
        aria-label={t(
          'Bar chart of the earnings of each of the last {days} days. The same figures follow as a table.',
          { days: period.days },
        )}
        className={cn('h-52', isLoading && 'opacity-60')}
      >
        {Chart ? <Chart days={period.chart} /> : <EarningsDrawing days={period.chart} />}
      </div>
      <details className="mt-2">
        <summary className="cursor-pointer text-[13px] text-muted-foreground hover:text-foreground">
          {t('Show as a table')}
        </summary>
        <div className="mt-2 max-h-80 overflow-y-auto">
          <DayTable chart={period.chart} />
        </div>
      </details>
    </section>
  );
}

/** With as many days before: first the difference, then the figure that it is one of. */
function comparedWith({ days, before }: Period): string {
  const { more_permille: more } = before;
  const amount = money(before.earnings_gmd);
  if (more === null) return t('Nothing in the {days} days before', { days });
  if (more === 0) return t('As much as in the {days} days before: {amount}', { days, amount });
  return t(
    more > 0
      ? '{share} more than in the {days} days before: {amount}'
      : '{share} less than in the {days} days before: {amount}',
    { share: share(Math.abs(more), 1000) ?? '', days, amount },
  );
}

function DayTable({ chart }: { chart: Period['chart'] }) {
  return (
    <Table label={t('Earnings by day')}>
      <thead>
        <tr>
          <Th>{t('Day')}</Th>
          <Th className={numeric}>{t('Collections')}</Th>
          <Th className={numeric}>{t('Earnings')}</Th>
        </tr>
      </thead>
      <tbody>
        {chart.toReversed().map((each) => (
          <tr key={each.date} className="border-b last:border-b-0">
            <Td className="h-8">{day(each.date)}</Td>
            <Td className={cn('h-8', numeric)}>{whole(each.count)}</Td>
            <Td className={cn('h-8', numeric)}>{money(each.earnings_gmd)}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

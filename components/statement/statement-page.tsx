'use client';

import { Download } from 'lucide-react';
import { useTransition } from 'react';
import { day, difference, money, whole } from '#lib/browser/format';
import { plural, t } from '#lib/browser/language/words';
import { statementKindLabel } from '#lib/browser/statement-words';
import type { ShownStatement } from '#lib/ledger/show-statement';
import type { PresentedStatement } from '#lib/ledger/write-statement';
import { PageHeader } from '../frame/page-header.tsx';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { EmptyState } from '../ui/feedback.tsx';
import { numeric, Table, Td, Th } from '../ui/table.tsx';
import { CommissionStatement } from './commission-statement.tsx';
import { PeriodForm } from './period-form.tsx';
import { StatementLines } from './statement-lines.tsx';

interface StatementPageProps {
  environment: 'SANDBOX' | 'LIVE';
  home: string;
  today: string;
  /** As it was asked for; it may be none. */
  period: { from: string; to: string };
  shown: ShownStatement;
}

/** A period of a client's balance: its figures, its lines, and both to be kept. */
export function StatementPage({ environment, home, today, period, shown }: StatementPageProps) {
  const [isLoading, startTransition] = useTransition();
  const { statement } = shown;
  return (
    <>
      <PageHeader
        title={t('Statement')}
        action={statement && <Downloads {...{ environment, period }} isPrintable={shown.isPrintable} />}
      >
        {t('Every movement of your available balance, between two days in Banjul.')}
      </PageHeader>
      <PeriodForm period={period} today={today} startTransition={startTransition} />
      {!statement ? (
        <p role="alert" className="text-failed">
          {shown.fault}
        </p>
      ) : (
        <div
          aria-busy={isLoading}
          className={cn('grid grid-cols-[minmax(0,1fr)] gap-6', isLoading && 'opacity-60')}
        >
          <Summary statement={statement} collected={shown.collected} isToToday={period.to === today} />
          <section aria-labelledby="lines">
            <h2 id="lines" className="mb-3 font-semibold">
              {plural(shown.count, { one: '{count} line', other: '{count} lines' })}
            </h2>
            {shown.count === 0 ? (
              <EmptyState title={t('Nothing moved your balance')}>
                {t('Collections that are paid and payouts that are accepted in these days will stand here.')}
              </EmptyState>
            ) : (
              <StatementLines
                key={`${period.from} ${period.to} ${shown.count} ${statement.closing_balance}`}
                initial={shown.lines}
                {...{ environment, home, period }}
              />
            )}
          </section>
        </div>
      )}
      <div className="mt-10">
        <CommissionStatement
          key={environment}
          address="/api/dashboard/commission-statement"
          {...{ environment, today }}
        />
      </div>
    </>
  );
}

function Downloads({
  environment,
  period,
  isPrintable,
}: Pick<StatementPageProps, 'environment' | 'period'> & { isPrintable: boolean }) {
  const addressOf = (format: string) =>
    `/api/dashboard/statement/export?${new URLSearchParams({ environment, ...period, format })}`;
  return (
    <>
      <Button asChild>
        <a href={addressOf('csv')} download>
          <Download aria-hidden="true" /> CSV
        </a>
      </Button>
      {isPrintable ? (
        <Button asChild>
          <a href={addressOf('pdf')} download>
            <Download aria-hidden="true" /> PDF
          </a>
        </Button>
      ) : (
        <p className="self-center text-[13px] text-muted-foreground">{t('Too many lines for a PDF')}</p>
      )}
    </>
  );
}

interface SummaryProps extends Pick<ShownStatement, 'collected'> {
  statement: PresentedStatement;
  isToToday: boolean;
}

function Summary({ statement, collected, isToToday }: SummaryProps) {
  const { from, to, opening_balance, closing_balance, totals } = statement;
  return (
    <Table label={t('Summary')}>
      <thead>
        <tr>
          <Th>{t('What')}</Th>
          <Th className={numeric}>{t('Lines')}</Th>
          <Th className={numeric}>{t('Amount')}</Th>
        </tr>
      </thead>
      <tbody>
        <BalanceRow name={t('Opening balance')} note={day(from)} amount={opening_balance} />
        {Object.entries(totals).map(([kind, { count, amount }]) => (
          <tr key={kind} className="border-b">
            <Td className="h-9 py-1.5 whitespace-normal">
              {statementKindLabel(kind)}
              {kind === 'collection' && collected && collected.commission !== '0.00' && (
                <span className="block text-[13px] text-muted-foreground">
                  {t('{gross} paid by customers, less {commission} commission', {
                    gross: money(collected.gross),
                    commission: money(collected.commission),
                  })}
                </span>
              )}
            </Td>
            <Td className={cn('h-9', numeric)}>{whole(count)}</Td>
            <Td className={cn('h-9', numeric)}>{difference(amount)}</Td>
          </tr>
        ))}
        <BalanceRow
          name={t('Closing balance')}
          note={isToToday ? t('now') : day(to)}
          amount={closing_balance}
        />
      </tbody>
    </Table>
  );
}

function BalanceRow({ name, note, amount }: { name: string; note: string; amount: string }) {
  return (
    <tr className="border-b last:border-b-0">
      <th scope="row" colSpan={2} className="h-11 px-3 py-1.5 text-left font-semibold">
        {name} <span className="font-normal whitespace-nowrap text-muted-foreground">{note}</span>
      </th>
      <Td className={cn(numeric, 'font-semibold')}>{money(amount)}</Td>
    </tr>
  );
}

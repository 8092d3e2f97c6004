'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { call } from '#lib/browser/api';
import { day as dayName, whole } from '#lib/browser/format';
import { plural, t } from '#lib/browser/language/words';
import { railName } from '#lib/browser/rail-names';
import type { StatementDays } from '#lib/reconciliation/list-days';
import { PageHeader } from '../../frame/page-header.tsx';
import { RailName } from '../../rails/rail-name.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/feedback.tsx';
import { State } from '../../ui/state.tsx';
import { Table, Td, Th, Tr } from '../../ui/table.tsx';

const path = '/api/admin/reconciliation';
type Cell = StatementDays['days'][number]['rails'][number];

interface ReconciliationPageProps {
  until: string | undefined;
  initial: StatementDays;
}

/** Two weeks of every live rail: which days still need the rail's statement, and which are closed. */
export function ReconciliationPage({ until, initial }: ReconciliationPageProps) {
  const { data, error, refetch } = useQuery({
    queryKey: [path, until],
    queryFn: ({ signal }) => call<StatementDays>(path, { query: { until }, signal }),
    initialData: initial,
    refetchInterval: 30_000,
  });
  return (
    <>
      <PageHeader title={t('Reconciliation')}>
        {t(
          'Each live rail’s own record of a day against our books. A difference becomes a case, never a silent edit.',
        )}
      </PageHeader>
      {error && <ErrorState error={error} onRetry={() => refetch()} />}
      <Table label={t('Days and rails')} inBlocks>
        <thead>
          <tr>
            <Th>{t('Day')}</Th>
            {data.rails.map((rail) => (
              <Th key={rail}>
                <RailName of={rail} />
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.days.map(({ day, rails }) => (
            <Tr key={day}>
              <Td className="tabular-nums max-sm:col-span-2 max-sm:font-semibold">
                {dayName(day)}
                {day === data.today && (
                  <span className="font-normal text-muted-foreground">{t(', today')}</span>
                )}
              </Td>
              {rails.map((cell) => (
                <Td key={cell.provider} label={railName(cell.provider)}>
                  <Link
                    href={`/admin/reconciliation/${cell.provider}/${day}`}
                    className="inline-flex flex-col py-1.5 hover:underline max-sm:items-end max-sm:py-0.5"
                    aria-label={`${railName(cell.provider)}, ${dayName(day)}: ${wordOf(cell, day === data.today)}`}
                  >
                    <State tone={toneOf(cell)}>{wordOf(cell, day === data.today)}</State>
                    {(cell.booked > 0 || cell.statement) && (
                      <span className="text-[13px] text-muted-foreground">
                        {cell.booked === 0
                          ? t('nothing booked')
                          : t('{count} booked', { count: whole(cell.booked) })}
                      </span>
                    )}
                  </Link>
                </Td>
              ))}
            </Tr>
          ))}
        </tbody>
      </Table>
      <nav aria-label={t('Other days')} className="mt-4 flex flex-wrap justify-between gap-2">
        <Button asChild>
          <Link href={`/admin/reconciliation?until=${data.older}`}>{t('Earlier days')}</Link>
        </Button>
        {data.newer && (
          <Button asChild>
            <Link
              href={
                data.newer >= data.today
                  ? '/admin/reconciliation'
                  : `/admin/reconciliation?until=${data.newer}`
              }
            >
              {t('Later days')}
            </Link>
          </Button>
        )}
      </nav>
    </>
  );
}

function toneOf({ statement, booked }: Cell) {
  if (statement === null) return booked === 0 ? 'ended' : 'pending';
  if (statement.closed_by !== null) return 'succeeded';
  return statement.differences === 0 ? 'pending' : 'failed';
}

function wordOf({ statement, booked }: Cell, isToday: boolean): string {
  if (statement === null)
    return isToday ? t('Under way') : booked === 0 ? t('Nothing booked') : t('Statement is missing');
  if (statement.closed_by !== null) return t('Closed');
  if (statement.differences === 0) return t('Imported');
  return plural(statement.differences, { one: '{count} difference', other: '{count} differences' });
}

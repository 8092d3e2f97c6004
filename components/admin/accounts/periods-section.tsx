'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import { call } from '#lib/browser/api';
import { day as dayName, money, whole } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { Periods } from '#lib/ledger/list-periods';
import { rich } from '../../language/rich.tsx';
import { Button } from '../../ui/button.tsx';
import { Copyable } from '../../ui/copy.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback.tsx';
import { Notice } from '../../ui/notice.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { numeric, Table, Td, Th, Tr } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { monthName } from './month-name.ts';

const CloseDialog = onDemand(async () => (await import('./close-dialog.tsx')).CloseDialog);

const path = '/api/admin/ledger/periods';

/** The closed periods, and the way to close one: one operator asks, another decides. */
export function PeriodsSection({ initial, mayClose }: { initial: Periods; mayClose: boolean }) {
  const queries = useQueryClient();
  const [closing, setClosing] = useState(false);
  const {
    data: periods,
    error,
    refetch,
  } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => call<Periods>(path, { signal }),
    initialData: initial,
  });
  return (
    <section>
      <div className="mb-3 flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 className="font-semibold">{t('Closed periods')}</h2>
          <p className="mt-1 max-w-2xl text-muted-foreground">
            {t(
              'Nothing can be dated into a closed period any more; the database itself refuses it. What belongs to it is booked later and names it.',
            )}
          </p>
        </div>
        {mayClose && periods.request === null && periods.closable.length > 0 && (
          <Button onClick={() => setClosing(true)}>{t('Close…')}</Button>
        )}
      </div>
      {error && <ErrorState error={error} onRetry={() => refetch()} />}
      {periods.request && (
        <Notice className="mb-3">
          {rich(
            '{name} asked {time} to close {month}. Another operator decides under {approvals}, once the recount of the books has found nothing.',
            {
              name: periods.request.requested_by.name,
              time: <Time at={periods.request.requested_at} />,
              month: monthName(periods.request.month),
              approvals: (
                <Link href="/admin/approvals" className="underline underline-offset-4">
                  {t('Approvals')}
                </Link>
              ),
            },
          )}
        </Notice>
      )}
      {periods.closed.length === 0 ? (
        <EmptyState title={t('No period is closed yet')}>
          {periods.closable.length > 0
            ? t('A month that has been over for a day can be closed.')
            : t('The first month can be closed when it has been over for a day.')}
        </EmptyState>
      ) : (
        <ClosedPeriods closed={periods.closed} />
      )}
      {closing && (
        <CloseDialog
          months={periods.closable}
          onClose={() => setClosing(false)}
          onDone={() => queries.invalidateQueries({ queryKey: [path] })}
        />
      )}
    </section>
  );
}

function ClosedPeriods({ closed }: Pick<Periods, 'closed'>) {
  return (
    <Table label={t('Closed periods')} inBlocks>
      <thead>
        <tr>
          <Th>{t('Period')}</Th>
          <Th>{t('Closed')}</Th>
          <Th className={numeric}>{t('Entries')}</Th>
          <Th className={numeric}>{t('Debit and credit at its end')}</Th>
          <Th>{t('SHA-256 of the journals')}</Th>
          <Th>{t('Files')}</Th>
        </tr>
      </thead>
      <tbody>
        {closed.map((period) => (
          <Tr key={period.last_day}>
            <Td className="max-sm:col-span-2 max-sm:font-semibold">
              {period.first_day
                ? `${dayName(period.first_day)} – ${dayName(period.last_day)}`
                : t('Until {day}', { day: dayName(period.last_day) })}
            </Td>
            <Td className="py-2 whitespace-normal max-sm:col-span-2">
              {rich('{time} by {name}', {
                time: <Time at={period.closed_at} />,
                name: period.closed_by,
              })}
              <span className="block text-[13px] text-muted-foreground">
                {t('asked by {name}; {count} checks, no violation', {
                  name: period.asked_by,
                  count: whole(period.audit_checks),
                })}
              </span>
            </Td>
            <Td label={t('Entries')} className={numeric}>
              {whole(period.entries)}
            </Td>
            <Td label={t('Debit and credit')} className={numeric}>
              {money(period.total)}
            </Td>
            <Td label={t('SHA-256')}>
              <Copyable value={period.digest} shown={`${period.digest.slice(0, 8)}…`} />
            </Td>
            <Td className="max-sm:col-span-2">
              <Files period={period} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

function Files({ period: { first_day: from, last_day: to } }: { period: Periods['closed'][number] }) {
  const look = 'underline underline-offset-4';
  return (
    <span className="flex flex-wrap gap-x-3">
      <Link href={`/admin/accounts?environment=LIVE&date=${to}`} className={look}>
        {t('Trial balance')}
      </Link>
      <a href={`/api/admin/ledger/journals.csv?environment=LIVE&period=${to}`} className={look} download>
        {t('Journals')}
        <span className="sr-only">
          {' '}
          {from
            ? t('from {first} to {last}', { first: dayName(from), last: dayName(to) })
            : t('from the first to {last}', { last: dayName(to) })}
        </span>
      </a>
    </span>
  );
}

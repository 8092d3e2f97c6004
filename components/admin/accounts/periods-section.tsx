'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import { call } from '#lib/browser/api';
import { day as dayName, money, whole } from '#lib/browser/format';
import type { Periods } from '#lib/ledger/list-periods';
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
          <h2 className="font-semibold">Closed periods</h2>
          <p className="mt-1 max-w-2xl text-muted-foreground">
            Nothing can be dated into a closed period any more; the database itself refuses it. What belongs
            to it is booked later and names it.
          </p>
        </div>
        {mayClose && periods.request === null && periods.closable.length > 0 && (
          <Button onClick={() => setClosing(true)}>Close…</Button>
        )}
      </div>
      {error && <ErrorState error={error} onRetry={() => refetch()} />}
      {periods.request && (
        <Notice className="mb-3">
          {periods.request.requested_by.name} asked <Time at={periods.request.requested_at} /> to close{' '}
          {monthName(periods.request.month)}. Another operator decides under{' '}
          <Link href="/admin/approvals" className="underline underline-offset-4">
            Approvals
          </Link>
          , once the recount of the books has found nothing.
        </Notice>
      )}
      {periods.closed.length === 0 ? (
        <EmptyState title="No period is closed yet">
          {periods.closable.length > 0
            ? 'A month that has been over for a day can be closed.'
            : 'The first month can be closed when it has been over for a day.'}
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
    <Table label="Closed periods" inBlocks>
      <thead>
        <tr>
          <Th>Period</Th>
          <Th>Closed</Th>
          <Th className={numeric}>Entries</Th>
          <Th className={numeric}>Debit and credit at its end</Th>
          <Th>SHA-256 of the journals</Th>
          <Th>Files</Th>
        </tr>
      </thead>
      <tbody>
        {closed.map((period) => (
          <Tr key={period.last_day}>
            <Td className="max-sm:col-span-2 max-sm:font-semibold">
              {period.first_day ? `${dayName(period.first_day)} – ` : 'Until '}
              {dayName(period.last_day)}
            </Td>
            <Td className="py-2 whitespace-normal max-sm:col-span-2">
              <Time at={period.closed_at} /> by {period.closed_by}
              <span className="block text-[13px] text-muted-foreground">
                asked by {period.asked_by}; {whole(period.audit_checks)} checks, no violation
              </span>
            </Td>
            <Td label="Entries" className={numeric}>
              {whole(period.entries)}
            </Td>
            <Td label="Debit and credit" className={numeric}>
              {money(period.total)}
            </Td>
            <Td label="SHA-256">
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
        Trial balance
      </Link>
      <a href={`/api/admin/ledger/journals.csv?environment=LIVE&period=${to}`} className={look} download>
        Journals
        <span className="sr-only">
          {' '}
          {from ? `from ${dayName(from)}` : 'from the first'} to {dayName(to)}
        </span>
      </a>
    </span>
  );
}

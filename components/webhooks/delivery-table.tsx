'use client';

import Link from 'next/link';
import { whole } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { DeliveryLogRow } from '#lib/webhooks/delivery-log';
import { rich } from '../language/rich.tsx';
import { cn } from '../ui/cn.ts';
import { SkeletonRows, Unknown } from '../ui/feedback.tsx';
import { numeric, Table, Td, Th, Tr } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { DeliveryState } from './states.tsx';

interface DeliveryTableProps {
  /** Undefined while they are being loaded. */
  rows: DeliveryLogRow[] | undefined;
  home: string;
  /** On the page of one endpoint its address is known. */
  withoutEndpoint?: boolean;
}

/** Deliveries, newest first; each row leads to its detail. */
export function DeliveryTable({ rows, home, withoutEndpoint }: DeliveryTableProps) {
  return (
    <>
      <div className="hidden sm:block">
        <Table label={t('Deliveries')}>
          <thead>
            <tr>
              <Th>{t('Event')}</Th>
              <Th>{t('Reference')}</Th>
              {!withoutEndpoint && <Th>{t('Endpoint')}</Th>}
              <Th>{t('State')}</Th>
              <Th>{t('Last answer')}</Th>
              <Th className={numeric}>{t('Attempts')}</Th>
              <Th className={numeric}>{t('Created')}</Th>
            </tr>
          </thead>
          <tbody>
            {rows === undefined && <SkeletonRows rows={8} columns={withoutEndpoint ? 6 : 7} />}
            {rows?.map((row) => (
              <Tr key={row.id}>
                <Td>
                  <DeliveryLink row={row} home={home} />
                </Td>
                <Td className="max-w-44 truncate" title={row.transaction.reference ?? undefined}>
                  {row.transaction.reference}
                </Td>
                {!withoutEndpoint && (
                  <Td className="max-w-52 truncate" title={row.endpoint.url ?? undefined}>
                    {endpointText(row.endpoint)}
                  </Td>
                )}
                <Td>
                  <DeliveryState status={row.status} />
                </Td>
                <Td className="text-muted-foreground">
                  <LastAnswer row={row} />
                </Td>
                <Td className={cn(numeric, 'text-muted-foreground')}>{row.attempts}</Td>
                <Td className={cn(numeric, 'text-muted-foreground')}>
                  <Time at={row.created_at} />
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      </div>
      <DeliveryCards rows={rows} home={home} />
    </>
  );
}

/** The same on a phone: two lines each. */
function DeliveryCards({ rows, home }: Pick<DeliveryTableProps, 'rows' | 'home'>) {
  if (rows === undefined) {
    return (
      <table className="w-full sm:hidden">
        <tbody>
          <SkeletonRows rows={8} columns={2} />
        </tbody>
      </table>
    );
  }
  return (
    <ul className="rounded-lg border sm:hidden">
      {rows.map((row) => (
        <li
          key={row.id}
          className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b px-3 py-2.5 last:border-b-0"
        >
          <DeliveryLink row={row} home={home} />
          <DeliveryState status={row.status} className="justify-end text-[13px]" />
          <span className="truncate text-[13px] text-muted-foreground">{row.transaction.reference}</span>
          <span className="text-right text-[13px] text-muted-foreground">
            <Time at={row.created_at} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Covers its row. */
function DeliveryLink({ row, home }: { row: DeliveryLogRow; home: string }) {
  return (
    <Link
      href={`${home}/webhooks/deliveries/${row.id}`}
      prefetch={false}
      className="truncate font-mono text-[13px] font-semibold after:absolute after:inset-0"
    >
      {row.event}
    </Link>
  );
}

function LastAnswer({ row: { status, last_attempt: last, next_attempt_at: next } }: { row: DeliveryLogRow }) {
  if (status === 'PENDING' && next === null) return t('Being sent');
  if (last === null) {
    const isOver = status === 'SUCCEEDED' || status === 'FAILED';
    return <Unknown reason={isOver ? t('The attempts are not kept any more') : t('Nothing was sent yet')} />;
  }
  const answer = last.response_status === null ? t('No answer') : `${last.response_status}`;
  return (
    <span title={last.error ?? undefined}>
      {answer},{' '}
      {status === 'PENDING' && next
        ? rich('next {time}', { time: <Time at={next} /> })
        : t('{latencyMs} ms', { latencyMs: whole(last.latency_ms) })}
    </span>
  );
}

/** The host and path, without what every address begins with. */
export function endpointText({ url, is_removed }: DeliveryLogRow['endpoint']): string {
  if (url === null) return t('A removed endpoint');
  const short = url.replace(/^https?:\/\//, '');
  return is_removed ? t('{address} (removed)', { address: short }) : short;
}

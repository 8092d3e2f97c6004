'use client';

import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { callApi, type Page } from '#lib/browser/api';
import { difference, exactTime, figure, mobile } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import { statementKindLabel } from '#lib/browser/statement-words';
import type { PresentedLine } from '#lib/ledger/write-statement';
import { ShowMore } from '../admin/frame/show-more.tsx';
import { cn } from '../ui/cn.ts';
import { numeric, Table, Td, Th, Tr } from '../ui/table.tsx';

interface StatementLinesProps {
  environment: 'SANDBOX' | 'LIVE';
  home: string;
  period: { from: string; to: string };
  /** The first page; further ones are of the same instant, so nothing is asked for again by itself. */
  initial: Page<PresentedLine>;
}

/** The lines of a statement, a page at a time. */
export function StatementLines({ environment, home, period, initial }: StatementLinesProps) {
  const path = '/api/dashboard/statement';
  const list = useInfiniteQuery({
    queryKey: [path, environment, period, initial.pagination.next_cursor],
    queryFn: ({ pageParam, signal }) =>
      callApi<Page<PresentedLine>>(path, { query: { environment, ...period, cursor: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: (last: Page<PresentedLine>) => last.pagination.next_cursor,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    initialData: { pages: [initial], pageParams: [''] } satisfies InfiniteData<Page<PresentedLine>, string>,
  });
  const lines = list.data.pages.flatMap((page) => page.data);
  return (
    <>
      <div className="hidden lg:block">
        <LineTable lines={lines} home={home} />
      </div>
      <div className="lg:hidden">
        <LineCards lines={lines} home={home} />
      </div>
      {list.error && (
        <p role="alert" className="mt-3 text-[13px] text-failed">
          {t('The next lines could not be loaded: {message}', { message: list.error.message })}
        </p>
      )}
      <ShowMore list={list} />
    </>
  );
}

interface LinesProps {
  lines: PresentedLine[];
  home: string;
}

function LineTable({ lines, home }: LinesProps) {
  return (
    <Table label={t('Lines')}>
      <thead>
        <tr>
          <Th>{t('Date and time')}</Th>
          <Th>{t('What')}</Th>
          <Th>{t('Reference')}</Th>
          <Th>{t('Name or number')}</Th>
          <Th className={numeric}>{t('Debit')}</Th>
          <Th className={numeric}>{t('Credit')}</Th>
          <Th className={numeric}>{t('Balance')}</Th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Tr key={keyOf(line)}>
            <Td className="tabular-nums">{exactTime(line.at)}</Td>
            <Td>{statementKindLabel(line.kind)}</Td>
            <Td className="max-w-44 truncate">
              <Reference line={line} home={home} />
            </Td>
            <Td className="max-w-40 truncate">{line.counterparty && mobile(line.counterparty)}</Td>
            <Td className={numeric}>{line.debit && figure(line.debit)}</Td>
            <Td className={numeric}>{line.credit && figure(line.credit)}</Td>
            <Td className={numeric}>{figure(line.balance)}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

/** The same on a phone: three short rows each. */
function LineCards({ lines, home }: LinesProps) {
  return (
    <ul aria-label={t('Lines')} className="rounded-lg border">
      {lines.map((line) => (
        <li
          key={keyOf(line)}
          className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b px-3 py-2.5 last:border-b-0"
        >
          <span className="truncate">
            <Reference line={line} home={home} />
          </span>
          <span className={cn(numeric, 'font-semibold')}>
            {difference(line.credit ?? `-${line.debit ?? '0.00'}`)}
          </span>
          <span className="truncate text-[13px] text-muted-foreground">
            {statementKindLabel(line.kind)}
            {line.counterparty && `, ${mobile(line.counterparty)}`}
          </span>
          <span className={cn(numeric, 'text-[13px] text-muted-foreground')}>
            <span className="sr-only">{t('Balance')} </span>
            {figure(line.balance)}
          </span>
          <span className="col-span-2 text-[13px] text-muted-foreground tabular-nums">
            {exactTime(line.at)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Covers its row. */
function Reference({ line, home }: { line: PresentedLine; home: string }) {
  if (line.transaction_id === null) return statementKindLabel(line.kind);
  return (
    <Link
      href={`${home}/transactions/${line.transaction_id}`}
      prefetch={false}
      title={line.client_reference ?? ''}
      className="font-semibold after:absolute after:inset-0"
    >
      {line.client_reference}
    </Link>
  );
}

/** A transaction has one line of a kind, and one of several adjustments differs in time. */
function keyOf({ at, kind, transaction_id, balance }: PresentedLine): string {
  return [at, kind, transaction_id, balance].join(' ');
}

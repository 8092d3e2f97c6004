'use client';

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useEffect, useRef, useState } from 'react';
import { callApi, type Page } from '#lib/browser/api';
import { mobile, money } from '#lib/browser/format';
import { refusal, t } from '#lib/browser/language/words';
import type { PresentedBatchView } from '#lib/payout-batches/get-batch';
import type { BatchRow } from '#lib/payout-batches/list-batch-rows';
import type { Outcome } from '#lib/payout-batches/outcome';
import type { Place } from '../payments/environment.ts';
import { RailName } from '../rails/rail-name.tsx';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { ErrorState, SkeletonRows } from '../ui/feedback.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { numeric, Table, Td, Th, Tr } from '../ui/table.tsx';
import { OutcomeState, outcomeWords } from './state.tsx';

type Show = 'all' | 'warning' | Outcome;

// Loaded when a row is mended.
const RowDialog = onDemand(async () => (await import('./row-dialog.tsx')).RowDialog);

interface BatchRowsProps {
  place: Place;
  batch: PresentedBatchView;
  initial: Page<BatchRow>;
  /** While it waits to be confirmed, and for whoever may. */
  mayMend: boolean;
  onMended(): void;
}

/** The rows of a file in its own order, each with its verdict or its result; one kind of them on demand. */
export function BatchRows({ place, batch, initial, mayMend, onMended }: BatchRowsProps) {
  const [mended, setMended] = useState<BatchRow>();
  const [show, setShow] = useState<Show>('all');
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      // What stands in the table changes with what the batch has done.
      queryKey: ['payout-batch-rows', batch.id, show, batch.status],
      queryFn: ({ pageParam, signal }) =>
        callApi<Page<BatchRow>>(`/api/dashboard/payout-batches/${batch.id}/rows`, {
          query: { environment: place.environment, show, after: pageParam },
          signal,
        }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.pagination.next_cursor ?? undefined,
      placeholderData: keepPreviousData,
      ...(show === 'all' && { initialData: { pages: [initial], pageParams: [undefined] } }),
    });
  // What stands in the table changes exactly when the counts do.
  const counts = JSON.stringify([batch.status, batch.version, batch.outcomes, batch.warnings]);
  const shownCounts = useRef(counts);
  useEffect(() => {
    if (shownCounts.current === counts) return;
    shownCounts.current = counts;
    refetch();
  }, [counts, refetch]);
  const rows = data?.pages.flatMap((page) => page.data) ?? [];
  const hasNames = rows.some((row) => row.name !== null);
  const hasRails = rows.some((row) => row.provider !== null);
  return (
    <div className="grid grid-cols-1 gap-3">
      <Kinds batch={batch} show={show} onShow={setShow} />
      {error && rows.length === 0 ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <Table label={t('Rows of the file')} inBlocks>
          <thead>
            <tr>
              <Th className={numeric}>{t('Line')}</Th>
              <Th>{batch.status === 'CHECKED' ? t('Verdict') : t('Result')}</Th>
              <Th>{t('Reference')}</Th>
              <Th>{t('Mobile')}</Th>
              <Th className={numeric}>{t('Amount')}</Th>
              {hasNames && <Th>{t('Name')}</Th>}
              {hasRails && <Th>{t('Provider')}</Th>}
              <Th className="w-full">{t('Note')}</Th>
              {mayMend && (
                <Th>
                  <span className="sr-only">{t('Action')}</span>
                </Th>
              )}
            </tr>
          </thead>
          <tbody>
            {isPending && (
              <SkeletonRows columns={6 + Number(hasNames) + Number(hasRails) + Number(mayMend)} />
            )}
            {!isPending && rows.length === 0 && (
              <tr>
                <Td colSpan={9} className="text-muted-foreground">
                  {t('No row is in this state any more.')}
                </Td>
              </tr>
            )}
            {rows.map((row) => (
              <Tr key={row.line}>
                <Td label={t('Line')} className={cn(numeric, 'text-muted-foreground max-sm:order-6')}>
                  {row.line}
                </Td>
                <Td className="max-sm:order-4 max-sm:text-right">
                  <OutcomeState outcome={row.outcome} status={batch.status} />
                </Td>
                <Td className="max-w-52 truncate max-sm:order-1">
                  {row.transaction_id ? (
                    <Link
                      prefetch={false}
                      href={`${place.home}/transactions/${row.transaction_id}`}
                      className="font-semibold after:absolute after:inset-0"
                    >
                      {row.reference}
                    </Link>
                  ) : (
                    row.reference
                  )}
                </Td>
                <Td className="max-w-44 truncate tabular-nums max-sm:order-3">{mobile(row.mobile)}</Td>
                <Td className={cn(numeric, 'max-w-40 truncate max-sm:order-2')}>
                  {/^\d+(\.\d{1,2})?$/.test(row.amount) ? money(twoDigits(row.amount)) : row.amount}
                </Td>
                {hasNames && (
                  <Td className="max-w-44 truncate max-sm:order-5 max-sm:col-span-2">{row.name}</Td>
                )}
                {hasRails && (
                  <Td label={t('Provider')} className="max-sm:order-6">
                    <RailName of={row.provider ?? batch.provider} />
                  </Td>
                )}
                <Td className="py-1.5 whitespace-normal empty:max-sm:hidden max-sm:order-7 max-sm:col-span-2 sm:min-w-64">
                  {row.reason === null
                    ? row.warning && <span className="text-pending">{refusal(row.warning)}</span>
                    : refusal(row.reason)}
                  {row.note && <span className="block text-muted-foreground">{row.note}</span>}
                </Td>
                {mayMend && (
                  <Td className="text-right max-sm:order-8 max-sm:col-span-2">
                    <Button
                      size="small"
                      variant="ghost"
                      aria-label={t('Change line {line}', { line: row.line })}
                      onClick={() => setMended(row)}
                    >
                      {t('Change…')}
                    </Button>
                  </Td>
                )}
              </Tr>
            ))}
          </tbody>
        </Table>
      )}
      {mended && (
        <RowDialog
          place={place}
          batch={batch}
          row={mended}
          onClose={() => setMended(undefined)}
          onSaved={() => {
            refetch();
            onMended();
          }}
        />
      )}
      {hasNextPage && (
        <div>
          <Button busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {t('Show more rows')}
          </Button>
        </div>
      )}
    </div>
  );
}

const order: Outcome[] = ['bad', 'removed', 'refused', 'held', 'in_flight', 'waiting', 'paid', 'reversed'];

function Kinds({ batch, show, onShow }: { batch: PresentedBatchView; show: Show; onShow(show: Show): void }) {
  const waiting =
    batch.status === 'CHECKED' ? t('Ready') : batch.status === 'RUNNING' ? t('Waiting') : t('Not paid');
  const kinds: { show: Show; word: string; count: number }[] = [
    { show: 'all', word: t('All'), count: batch.rows.total },
    ...order.flatMap((outcome) => {
      const count = batch.outcomes[outcome]?.count ?? 0;
      const word = outcome === 'waiting' ? waiting : outcomeWords[outcome]();
      return count > 0 || show === outcome ? [{ show: outcome, word, count }] : [];
    }),
    ...(batch.warnings > 0
      ? [{ show: 'warning' as const, word: t('With a warning'), count: batch.warnings }]
      : []),
  ];
  return (
    <fieldset aria-label={t('Which rows')} className="flex min-w-0 flex-wrap gap-1">
      {kinds.map((kind) => (
        <Button
          key={kind.show}
          size="small"
          variant={kind.show === show ? 'secondary' : 'ghost'}
          aria-pressed={kind.show === show}
          onClick={() => onShow(kind.show)}
          className={kind.show === show ? 'bg-surface' : 'font-normal text-muted-foreground'}
        >
          {kind.word} <span className="tabular-nums">{kind.count}</span>
        </Button>
      ))}
    </fieldset>
  );
}

/** `150` and `150.5` as `150.00` and `150.50`: only the look of a number that was read as it stands. */
function twoDigits(amount: string): string {
  const [whole, fraction = ''] = amount.split('.');
  return `${whole}.${fraction.padEnd(2, '0')}`;
}

'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { callApi, type Page } from '#lib/browser/api';
import { money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { PresentedBatch } from '#lib/payout-batches/get-batch';
import type { Place } from '../payments/environment.ts';
import { RailName } from '../rails/rail-name.tsx';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { EmptyState } from '../ui/feedback.tsx';
import { numeric, Table, Td, Th, Tr } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { BatchState } from './state.tsx';

/** Every file that was uploaded, newest first; it follows those that are being paid. */
export function BatchList({ place, initial }: { place: Place; initial: Page<PresentedBatch> }) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['payout-batches', place.environment],
    queryFn: ({ pageParam, signal }) =>
      callApi<Page<PresentedBatch>>('/api/dashboard/payout-batches', {
        query: { environment: place.environment, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.pagination.next_cursor ?? undefined,
    initialData: { pages: [initial], pageParams: [undefined] },
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.data.some((each) => each.status === 'RUNNING')) ? 2_000 : false,
  });
  const batches = data.pages.flatMap((page) => page.data);
  if (batches.length === 0) {
    return (
      <EmptyState title={t('No file yet')}>
        {t('Every file that you upload is listed here with what became of each of its rows.')}
      </EmptyState>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <Table label={t('Files of payouts')} inBlocks>
        <thead>
          <tr>
            <Th>{t('File')}</Th>
            <Th>{t('State')}</Th>
            <Th className={numeric}>{t('Rows to pay')}</Th>
            <Th className={numeric}>{t('Total')}</Th>
            <Th>{t('Provider')}</Th>
            <Th>{t('Uploaded')}</Th>
            <Th>{t('By')}</Th>
          </tr>
        </thead>
        <tbody>
          {batches.map((batch) => (
            <Tr key={batch.id}>
              <Td className="max-w-44 truncate sm:max-w-64">
                <Link
                  prefetch={false}
                  href={`${place.home}/payouts/bulk/${batch.id}`}
                  className="font-semibold after:absolute after:inset-0"
                >
                  {batch.file_name}
                </Link>
              </Td>
              <Td className="max-sm:order-2">
                <BatchState status={batch.status} />
                {batch.status === 'RUNNING' && (
                  <span className="text-muted-foreground tabular-nums">
                    {' '}
                    {t('{done} of {good}', {
                      done: batch.rows.accepted + batch.rows.refused,
                      good: batch.rows.good,
                    })}
                  </span>
                )}
              </Td>
              <Td label={t('Rows to pay')} className={cn(numeric, 'max-sm:order-4')}>
                <span>
                  {batch.rows.good}
                  {batch.rows.good < batch.rows.total && (
                    <span className="text-muted-foreground">
                      {' '}
                      {t('of {total}', { total: batch.rows.total })}
                    </span>
                  )}
                </span>
              </Td>
              <Td className={cn(numeric, 'max-sm:order-1')}>{money(batch.amount)}</Td>
              <Td className="max-sm:order-3 max-sm:text-right">
                <RailName of={batch.provider} />
              </Td>
              <Td label={t('Uploaded')} className="text-muted-foreground max-sm:order-4">
                <Time at={batch.created_at} />
              </Td>
              <Td label={t('By')} className="text-muted-foreground max-sm:order-4">
                {batch.created_by}
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      {hasNextPage && (
        <div>
          <Button busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {t('Show more')}
          </Button>
        </div>
      )}
    </div>
  );
}

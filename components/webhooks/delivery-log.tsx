'use client';

import { ChevronRight, ChevronsLeft } from 'lucide-react';
import Link from 'next/link';
import { usePathname, useSearchParams } from 'next/navigation';
import { ApiError } from '#lib/browser/api';
import { type DeliveryFilters, deliveryQueryText, readDeliveryFilters } from '#lib/browser/delivery-filters';
import { t } from '#lib/browser/language/words';
import type { DeliveryLog as Log } from '#lib/webhooks/delivery-log';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { EmptyState, ErrorState } from '../ui/feedback.tsx';
import { DeliveryFilters as Filters, filterLabel } from './delivery-filters.tsx';
import { DeliveryTable } from './delivery-table.tsx';
import type { Place } from './place.ts';
import { SectionHeader } from './section-nav.tsx';
import { useDeliveries } from './use-deliveries.ts';

interface DeliveryLogProps extends Place {
  endpoints: { id: string; url: string }[];
  /** What the server found for the address it was asked with; undefined when it refused the filters. */
  initial: { query: string; data: Log } | undefined;
}

/** Was my server told, when, and what did it say? Filters and place stand in the address. */
export function DeliveryLog({ environment, home, endpoints, initial }: DeliveryLogProps) {
  const filters = readDeliveryFilters(new URLSearchParams(useSearchParams()));
  const pathname = usePathname();
  const text = deliveryQueryText(filters);
  const { cursor, ...set } = filters;
  const { data, error, isPlaceholderData, refetch } = useDeliveries(
    environment,
    filters,
    initial?.query === text ? initial.data : undefined,
  );

  // Within the page: the server is asked for the rows alone.
  const show = (next: DeliveryFilters) => {
    const query = deliveryQueryText(next);
    window.history.pushState(null, '', query ? `${pathname}?${query}` : pathname);
  };
  const older = data?.pagination.next_cursor;

  return (
    <>
      <SectionHeader home={home} />
      <div className="mb-4">
        <Filters
          filters={filters}
          endpoints={endpoints}
          onChange={(changes) => show({ ...set, ...changes } as DeliveryFilters)}
          onClear={() => show({})}
        />
      </div>
      {error && (!data || isPlaceholderData) ? (
        <Refused error={error} onRetry={() => refetch()} />
      ) : data?.data.length === 0 && !isPlaceholderData ? (
        <NothingFound isFiltered={text !== ''} onClear={() => show({})} home={home} />
      ) : (
        <div aria-busy={isPlaceholderData} className={cn(isPlaceholderData && 'opacity-60')}>
          <DeliveryTable rows={data?.data} home={home} />
          {(cursor || older) && (
            <nav aria-label={t('Pages')} className="mt-3 flex justify-end gap-2">
              <Button size="small" disabled={!cursor} onClick={() => show(set)}>
                <ChevronsLeft aria-hidden="true" /> {t('Newest')}
              </Button>
              <Button size="small" disabled={!older} onClick={() => older && show({ ...set, cursor: older })}>
                {t('Older')} <ChevronRight aria-hidden="true" />
              </Button>
            </nav>
          )}
        </div>
      )}
      {error && data && !isPlaceholderData && (
        <p role="alert" className="mt-3 text-[13px] text-failed">
          {t('These rows may be out of date: {message}', { message: error.message })}
        </p>
      )}
    </>
  );
}

/** A filter that is refused is named by what is wrong with it: trying again would not help. */
function Refused({ error, onRetry }: { error: Error; onRetry(): void }) {
  const faults = error instanceof ApiError ? error.fields : [];
  if (faults.length === 0) return <ErrorState error={error} onRetry={onRetry} />;
  const words = faults.map(({ path, message }) => `${filterLabel(path)}: ${message}`);
  return <ErrorState error={new Error(words.join(' '))} />;
}

function NothingFound({ isFiltered, onClear, home }: { isFiltered: boolean; onClear(): void; home: string }) {
  if (isFiltered) {
    return (
      <EmptyState
        title={t('No delivery matches')}
        action={<Button onClick={onClear}>{t('Clear all filters')}</Button>}
      >
        {t('Reference, transaction and event id match as a whole. Test events are not in the log.')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t('Nothing was sent yet')}
      action={
        <Button asChild variant="primary">
          <Link href={`${home}/webhooks`}>{t('See the endpoints')}</Link>
        </Button>
      }
    >
      {t(
        'Every event on its way to one of your endpoints will stand here, with each attempt and each answer.',
      )}
    </EmptyState>
  );
}

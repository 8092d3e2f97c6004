'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Columns3, Download } from 'lucide-react';
import Link from 'next/link';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { type ReactNode, useEffect, useOptimistic, useTransition } from 'react';
import { callApi } from '#lib/browser/api';
import { plural, t } from '#lib/browser/language/words';
import { rememberList } from '#lib/browser/last-list';
import {
  type Filters,
  type Place,
  queryText,
  readFilters,
  readPlace,
} from '#lib/browser/transaction-filters';
import type { TransactionSearch } from '#lib/reads/search-transactions';
import type { SavedFilters } from '#lib/users/saved-filters';
import { PageHeader } from '../frame/page-header.tsx';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { EmptyState, ErrorState } from '../ui/feedback.tsx';
import { Checkbox } from '../ui/field.tsx';
import { Popover } from '../ui/popover.tsx';
import { useColumns } from './columns.tsx';
import { isOpen } from './status.tsx';
import { TransactionFilters } from './transaction-filters.tsx';
import { TransactionCards, TransactionTable } from './transaction-rows.tsx';

interface TransactionListProps {
  environment: 'SANDBOX' | 'LIVE';
  home: string;
  providers: string[];
  saved: SavedFilters[];
  /** What the server found for the address it was asked with; undefined when it refused the filters. */
  initial: { query: string; data: TransactionSearch } | undefined;
}

const REFRESH_OPEN_MS = 4_000;
const REFRESH_MS = 15_000;

/** The transactions of an environment; filters and place stand in the address. */
export function TransactionList({ environment, home, providers, saved, initial }: TransactionListProps) {
  const params = new URLSearchParams(useSearchParams());
  const pathname = usePathname();
  const router = useRouter();
  const [isLeaving, startTransition] = useTransition();
  const filters = readFilters(params);
  // A change made while another is under way is one of what that asked for.
  const [newest, setNewest] = useOptimistic(filters);
  const place = readPlace(params);
  const text = queryText({ ...filters, ...place });
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['transactions', environment, text],
    queryFn: ({ signal }) =>
      callApi<TransactionSearch>('/api/dashboard/transactions', {
        query: { environment, ...filters, ...place },
        signal,
      }),
    ...(initial?.query === text && { initialData: initial.data }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.some((row) => isOpen(row.status)) ? REFRESH_OPEN_MS : REFRESH_MS,
  });
  const columns = useColumns();
  useEffect(() => rememberList(pathname, text), [pathname, text]);
  useRowOfAddress(data !== undefined);

  // The address changes together with the rows: both come in the server's answer.
  const show = (next: Filters & Place) => {
    const query = queryText(next);
    startTransition(() => {
      setNewest(readFilters(new URLSearchParams(query)));
      router.push(query ? `${pathname}?${query}` : pathname, { scroll: false });
    });
  };
  const isLoading = isLeaving || isPlaceholderData;
  const exportQuery = queryText(filters);
  const total = data?.pagination.total ?? null;

  return (
    <>
      <PageHeader
        title={t('Transactions')}
        action={
          <>
            <ColumnChooser columns={columns} />
            <Button asChild>
              <a
                href={`/api/dashboard/transactions/export?environment=${environment}${exportQuery && `&${exportQuery}`}`}
                download
              >
                <Download aria-hidden="true" /> {t('Export CSV')}
              </a>
            </Button>
          </>
        }
      />
      <div className="mb-4">
        <TransactionFilters
          filters={filters}
          providers={providers}
          saved={saved}
          onOpen={(query) => show(readFilters(new URLSearchParams(query)))}
          onChange={(changes) => show({ ...newest, ...changes } as Filters)}
        />
      </div>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : data && data.data.length === 0 ? (
        <NothingFound isFiltered={text !== ''} home={home} />
      ) : (
        <div aria-busy={isLoading} className={cn(isLoading && 'opacity-60')}>
          <div className="hidden sm:block">
            <TransactionTable rows={data?.data} columns={columns.shown} home={home} />
          </div>
          <div className="sm:hidden">
            <TransactionCards rows={data?.data} home={home} />
          </div>
          <Paging
            data={data}
            total={total}
            hrefOf={(next) => `?${queryText({ ...filters, ...next })}`}
            onPlace={(next) => show({ ...filters, ...next })}
            isFirst={place.cursor === undefined && place.back === undefined}
          />
        </div>
      )}
      {error && data && (
        <p role="alert" className="mt-3 text-[13px] text-failed">
          {t('These rows may be out of date: {error}', { error: error.message })}
        </p>
      )}
    </>
  );
}

/** While a page is put together, what was shown may be hidden once more, which takes the focus away. */
const SETTLES_WITHIN_MS = 5_000;
const LOOK_EVERY_MS = 100;

/** Whoever comes back from a transaction is at its row again, with the keyboard as well, unless they do something else first. */
function useRowOfAddress(isThere: boolean): void {
  useEffect(() => {
    if (!isThere) return;
    const since = performance.now();
    let isAtRow = false;
    const over = new AbortController();
    const look = () => {
      if (performance.now() - since > SETTLES_WITHIN_MS) return over.abort();
      const row = visibleRow(window.location.hash.slice(1));
      if (row === undefined || document.activeElement === row) return;
      if (document.activeElement !== document.body) return over.abort();
      if (!isAtRow) row.scrollIntoView({ block: 'center' });
      isAtRow = true;
      row.focus({ preventScroll: true });
    };
    const timer = setInterval(look, LOOK_EVERY_MS);
    over.signal.addEventListener('abort', () => clearInterval(timer));
    for (const act of ['pointerdown', 'keydown', 'wheel'])
      window.addEventListener(act, () => over.abort(), { signal: over.signal });
    look();
    return () => over.abort();
  }, [isThere]);
}

/** A row stands there twice: in the table, and on a phone's card. */
function visibleRow(id: string): HTMLElement | undefined {
  if (id === '') return undefined;
  const links = document.querySelectorAll<HTMLElement>(`[data-row="${CSS.escape(id)}"]`);
  return [...links].find((link) => link.offsetParent !== null);
}

function ColumnChooser({ columns }: { columns: ReturnType<typeof useColumns> }) {
  return (
    <Popover
      label={t('Columns')}
      className="w-52"
      trigger={
        <Button className="hidden sm:inline-flex">
          <Columns3 aria-hidden="true" /> {t('Columns')}
        </Button>
      }
    >
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-semibold">{t('Columns')}</legend>
        {columns.all.map((column) => (
          <Checkbox
            key={column.id}
            label={column.label()}
            checked={columns.shown.includes(column)}
            onChange={() => columns.toggle(column.id)}
          />
        ))}
      </fieldset>
      <Button variant="ghost" size="small" className="mt-3 -ml-2.5" onClick={columns.reset}>
        {t('Reset columns')}
      </Button>
    </Popover>
  );
}

interface PagingProps {
  data: TransactionSearch | undefined;
  total: number | null;
  isFirst: boolean;
  hrefOf(place: Place): string;
  onPlace(place: Place): void;
}

function Paging({ data, total, isFirst, hrefOf, onPlace }: PagingProps) {
  const { previous_cursor: previous, next_cursor: next } = data?.pagination ?? {};
  const only = isFirst && !next ? (data?.data.length ?? 0) : null;
  const known = total ?? only;
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
      <p className="text-[13px] text-muted-foreground">
        {known !== null && plural(known, { one: '{count} transaction', other: '{count} transactions' })}
      </p>
      {(previous || next) && (
        <nav aria-label={t('Pages')} className="flex gap-2">
          <PageLink to={previous ? { back: previous } : undefined} hrefOf={hrefOf} onPlace={onPlace}>
            <ChevronLeft aria-hidden="true" /> {t('Newer')}
          </PageLink>
          <PageLink to={next ? { cursor: next } : undefined} hrefOf={hrefOf} onPlace={onPlace}>
            {t('Older')} <ChevronRight aria-hidden="true" />
          </PageLink>
        </nav>
      )}
    </div>
  );
}

interface PageLinkProps extends Pick<PagingProps, 'hrefOf' | 'onPlace'> {
  /** Undefined: there is no such page. */
  to: Place | undefined;
  children: ReactNode;
}

function PageLink({ to, hrefOf, onPlace, children }: PageLinkProps) {
  if (to === undefined) {
    return (
      <Button size="small" disabled>
        {children}
      </Button>
    );
  }
  const go = (event: { preventDefault(): void }) => {
    event.preventDefault();
    onPlace(to);
  };
  return (
    <Button asChild size="small">
      <Link href={hrefOf(to)} prefetch={false} onNavigate={go}>
        {children}
      </Link>
    </Button>
  );
}

function NothingFound({ isFiltered, home }: { isFiltered: boolean; home: string }) {
  if (isFiltered) {
    return (
      <EmptyState
        title={t('No transaction matches')}
        action={
          <Button asChild>
            <Link href={`${home}/transactions`}>{t('Clear all filters')}</Link>
          </Button>
        }
      >
        {t(
          'A search finds a customer’s name by how one of its words begins, a mobile number or an amount that is written in full, and a reference by how it begins or by its whole number: 1042 finds ORDER-1042. Names and notes are looked for in your newest 20,000 payments. Live and the sandbox are searched each by itself.',
        )}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t('No transactions yet')}
      action={
        <Button asChild variant="primary">
          <Link href={`${home}/collect`}>{t('Charge a customer')}</Link>
        </Button>
      }
    >
      {t('Every collection and payout of this environment will stand here, newest first.')}
    </EmptyState>
  );
}

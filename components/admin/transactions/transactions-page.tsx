'use client';

import Link from 'next/link';
import { useRouter, useSearchParams } from 'next/navigation';
import { useEffect, useOptimistic, useTransition } from 'react';
import type { Page } from '#lib/browser/api';
import { money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import { rememberList } from '#lib/browser/last-list';
import {
  type OperatorFilters,
  operatorQueryText,
  readOperatorFilters,
} from '#lib/browser/transaction-filters';
import type { FoundTransaction } from '#lib/reads/find-as-operator';
import { PageHeader } from '../../frame/page-header.tsx';
import { RailName } from '../../rails/rail-name.tsx';
import { TransactionState, typeLabel } from '../../transactions/status.tsx';
import { FacetFilters } from '../../transactions/transaction-filters.tsx';
import { cn } from '../../ui/cn.ts';
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { ClearAll, FilterBar } from '../../ui/filters.tsx';
import { numeric, Table, Td, Th, Tr } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { EnvironmentLinks, EnvironmentScope } from '../frame/environment-links.tsx';
import { SearchForm } from '../frame/search-form.tsx';
import { ShowMore } from '../frame/show-more.tsx';
import { usePages } from '../frame/use-pages.ts';
import { ClientFilter } from './client-filter.tsx';

interface TransactionsPageProps {
  providers: string[];
  /** Those that the address names. */
  chosenClients: { id: string; name: string }[];
  /** What the server found for the address that it was asked with; undefined where it refused the filters. */
  initial: { query: string; page: Page<FoundTransaction> } | undefined;
}

const path = '/admin/transactions';

/** The transactions of all clients; what they are narrowed by stands in the address. */
export function TransactionsPage({ providers, chosenClients, initial }: TransactionsPageProps) {
  const filters = readOperatorFilters(new URLSearchParams(useSearchParams()));
  const router = useRouter();
  const [isLeaving, startTransition] = useTransition();
  // A change made while another is under way is one of what that asked for.
  const [newest, setNewest] = useOptimistic(filters);
  const text = operatorQueryText(filters);
  const list = usePages(
    '/api/admin/transactions',
    filters,
    initial?.query === text ? initial.page : undefined,
  );
  useEffect(() => rememberList(path, text), [text]);
  const show = (next: OperatorFilters) => {
    const query = operatorQueryText(next);
    startTransition(() => {
      setNewest(next);
      router.push(query ? `${path}?${query}` : path, { scroll: false });
    });
  };
  const change = (changes: object) => show({ ...newest, ...changes });
  const { environment: named, ...others } = filters;
  const environment = named === 'LIVE' || named === 'SANDBOX' ? named : undefined;
  const { q, ...beside } = filters;
  return (
    <EnvironmentScope environment={environment}>
      <PageHeader
        title={t('Transactions')}
        action={<EnvironmentLinks path={path} current={environment} query={others} withBoth />}
      >
        {t('Of all clients, newest first. A search finds whole identifiers only.')}
      </PageHeader>
      <div className="mb-4 grid gap-3">
        <SearchForm
          path={path}
          label={t('Id, reference, mobile or rail reference')}
          value={q ?? ''}
          query={beside}
        />
        <FilterBar filters={filters}>
          <ClientFilter
            value={newest.client}
            chosen={chosenClients}
            onChange={(client) => change({ client })}
          />
          <FacetFilters filters={facetsOf(newest)} providers={providers} onChange={change} />
          {Object.keys(facetsOf(newest)).length + (newest.client ? 1 : 0) > 0 && (
            <ClearAll
              names={['client', ...Object.keys(facetsOf(newest))]}
              onClear={() => show({ ...(q && { q }), ...(environment && { environment }) })}
            />
          )}
        </FilterBar>
      </div>
      {list.error && list.items.length === 0 ? (
        <ErrorState error={list.error} onRetry={() => list.refetch()} />
      ) : list.isPending ? (
        <Skeleton className="h-64 w-full" />
      ) : list.items.length === 0 ? (
        <NothingFound filters={filters} />
      ) : (
        <div aria-busy={isLeaving} className={cn(isLeaving && 'opacity-60')}>
          <Rows items={list.items} isOfBoth={environment === undefined} />
        </div>
      )}
      <ShowMore list={list} />
    </EnvironmentScope>
  );
}

/** Without what is not one of them. */
function facetsOf({ q, environment, client, ...facets }: OperatorFilters) {
  return Object.fromEntries(Object.entries(facets).filter(([, value]) => value)) as typeof facets;
}

function NothingFound({ filters: { q, environment, ...others } }: { filters: OperatorFilters }) {
  if (Object.keys(others).length > 0)
    return (
      <EmptyState title={t('No transaction matches')}>
        {environment === undefined
          ? t('Take a filter away, or look in other days.')
          : t('Take a filter away, or look in the other environment.')}
      </EmptyState>
    );
  return (
    <EmptyState title={q ? t('No transaction bears this identifier') : t('No transaction yet')}>
      {q ? (
        <>
          {t(
            'Look for the whole transaction id, the client’s reference, a mobile number or the rail’s reference.',
          )}{' '}
          <Link href={`/admin/clients?q=${encodeURIComponent(q)}`} className="font-semibold underline">
            {t('Look for it among the clients')}
          </Link>
        </>
      ) : (
        t('They appear here as soon as a client collects or pays out.')
      )}
    </EmptyState>
  );
}

function Rows({ items, isOfBoth }: { items: FoundTransaction[]; isOfBoth: boolean }) {
  return (
    <Table label={t('Transactions')} inBlocks>
      <thead>
        <tr>
          <Th>{t('Reference')}</Th>
          <Th>{t('Client')}</Th>
          <Th>{t('Type')}</Th>
          <Th>{t('State')}</Th>
          <Th>{t('Rail')}</Th>
          <Th className={numeric}>{t('Amount')}</Th>
          <Th>{t('Created')}</Th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Tr key={item.id}>
            <Td className="max-w-56 truncate">
              <Link
                href={`/admin/transactions/${item.id}`}
                className="font-semibold after:absolute after:inset-0 hover:underline"
              >
                {item.reference}
              </Link>
            </Td>
            <Td className="max-w-44 truncate max-sm:order-2">{item.client.name}</Td>
            <Td className="max-sm:order-4">
              {typeLabel(item.type)}
              {isOfBoth && (
                <span className="block text-[13px] text-muted-foreground">
                  {item.environment === 'LIVE' ? t('live') : t('sandbox')}
                </span>
              )}
            </Td>
            <Td className="max-sm:order-3 max-sm:text-right">
              <TransactionState status={item.status} />
              {item.late && <span className="text-[13px] text-muted-foreground"> {t('late')}</span>}
            </Td>
            <Td className="max-sm:hidden">
              <RailName of={item.provider} />
            </Td>
            <Td className={cn(numeric, 'max-sm:order-1')}>{money(item.amount)}</Td>
            <Td className="max-sm:order-5 max-sm:text-right">
              <Time at={item.created_at} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

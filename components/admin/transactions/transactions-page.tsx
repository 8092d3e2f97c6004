'use client';

import Link from 'next/link';
import type { Page } from '#lib/browser/api';
import { money } from '#lib/browser/format';
import type { FoundTransaction } from '#lib/reads/find-as-operator';
import { PageHeader } from '../../frame/page-header.tsx';
import { RailName } from '../../rails/rail-name.tsx';
import { TransactionState, typeLabel } from '../../transactions/status.tsx';
import { cn } from '../../ui/cn.ts';
import { EmptyState, ErrorState } from '../../ui/feedback.tsx';
import { numeric, Table, Td, Th, Tr } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { EnvironmentLinks, EnvironmentScope } from '../frame/environment-links.tsx';
import { SearchForm } from '../frame/search-form.tsx';
import { ShowMore } from '../frame/show-more.tsx';
import { usePages } from '../frame/use-pages.ts';

interface TransactionsPageProps {
  q: string;
  environment: 'SANDBOX' | 'LIVE' | undefined;
  initial: Page<FoundTransaction>;
}

export function TransactionsPage({ q, environment, initial }: TransactionsPageProps) {
  const list = usePages('/api/admin/transactions', { q: q || undefined, environment }, initial);
  return (
    <EnvironmentScope environment={environment}>
      <PageHeader
        title="Transactions"
        action={<EnvironmentLinks path="/admin/transactions" current={environment} query={{ q }} withBoth />}
      >
        Of all clients, newest first. A search finds whole identifiers only.
      </PageHeader>
      <div className="mb-4">
        <SearchForm
          path="/admin/transactions"
          label="Id, reference, mobile or rail reference"
          value={q}
          query={{ environment }}
        />
      </div>
      {list.error ? (
        <ErrorState error={list.error} onRetry={() => list.refetch()} />
      ) : list.items.length === 0 ? (
        <EmptyState title={q ? 'No transaction bears this identifier' : 'No transaction yet'}>
          {q
            ? 'Look for the whole transaction id, the client’s reference, a mobile number or the rail’s reference.'
            : 'They appear here as soon as a client collects or pays out.'}
        </EmptyState>
      ) : (
        <Table label="Transactions" inBlocks>
          <thead>
            <tr>
              <Th>Reference</Th>
              <Th>Client</Th>
              <Th>Type</Th>
              <Th>State</Th>
              <Th>Rail</Th>
              <Th className={numeric}>Amount</Th>
              <Th>Created</Th>
            </tr>
          </thead>
          <tbody>
            {list.items.map((item) => (
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
                  {environment === undefined && (
                    <span className="block text-[13px] text-muted-foreground">
                      {item.environment === 'LIVE' ? 'live' : 'sandbox'}
                    </span>
                  )}
                </Td>
                <Td className="max-sm:order-3 max-sm:text-right">
                  <TransactionState status={item.status} />
                  {item.late && <span className="text-[13px] text-muted-foreground"> late</span>}
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
      )}
      <ShowMore list={list} />
    </EnvironmentScope>
  );
}

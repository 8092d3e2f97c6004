'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { call } from '#lib/browser/api';
import { money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { OwnCollection } from '#lib/collections/own-collection';
import type { Place } from '../payments/environment.ts';
import { RailName } from '../rails/rail-name.tsx';
import { isOpen, TransactionState } from '../transactions/status.tsx';
import { cn } from '../ui/cn.ts';
import { EmptyState } from '../ui/feedback.tsx';
import { numeric, Table, Td, Th, Tr } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';

/** The newest collections, to come back to their links; it follows them while one is open. */
export function RecentCollections({ place, initial }: { place: Place; initial: OwnCollection[] }) {
  const { data } = useQuery({
    queryKey: ['collections', place.environment],
    queryFn: ({ signal }) =>
      call<OwnCollection[]>('/api/dashboard/collections', {
        query: { environment: place.environment },
        signal,
      }),
    initialData: initial,
    refetchInterval: ({ state }) => (state.data?.some((each) => isOpen(each.status)) ? 4_000 : false),
  });
  if (data.length === 0) {
    return (
      <EmptyState title={t('No collection yet')}>
        {t('Fill in the form above. You get a link and a code to show or send to the customer.')}
      </EmptyState>
    );
  }
  return (
    <Table label={t('Newest collections')} inBlocks>
      <thead>
        <tr>
          <Th>{t('Reference')}</Th>
          <Th>{t('Status')}</Th>
          <Th className={numeric}>{t('Amount')}</Th>
          <Th>{t('Provider')}</Th>
          <Th>{t('Created')}</Th>
        </tr>
      </thead>
      <tbody>
        {data.map((each) => (
          <Tr key={each.transaction_id}>
            <Td className="max-w-44 truncate sm:max-w-64">
              <Link
                prefetch={false}
                href={`${place.home}/collect/${each.transaction_id}`}
                className="font-semibold after:absolute after:inset-0"
              >
                {each.client_reference}
              </Link>
            </Td>
            <Td className="max-sm:order-2">
              <TransactionState status={each.status} />
            </Td>
            <Td className={cn(numeric, 'max-sm:order-1')}>{money(each.amount)}</Td>
            <Td className="max-sm:hidden">
              <RailName of={each.provider} />
            </Td>
            <Td className="text-muted-foreground max-sm:order-3 max-sm:text-right">
              <Time at={each.created_at} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { call } from '#lib/browser/api';
import { mobile, money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { presentPayout } from '#lib/payouts/present-payout';
import type { Place } from '../payments/environment.ts';
import { RailName } from '../rails/rail-name.tsx';
import { isOpen, TransactionState } from '../transactions/status.tsx';
import { cn } from '../ui/cn.ts';
import { EmptyState } from '../ui/feedback.tsx';
import { numeric, Table, Td, Th, Tr } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';

export type Payout = ReturnType<typeof presentPayout>;

export function RecentPayouts({ place, initial }: { place: Place; initial: Payout[] }) {
  const { data } = useQuery({
    queryKey: ['recent-payouts', place.environment],
    queryFn: ({ signal }) =>
      call<Payout[]>('/api/dashboard/payouts/recent', { query: { environment: place.environment }, signal }),
    initialData: initial,
    refetchInterval: ({ state }) => (state.data?.some((each) => isOpen(each.status)) ? 2_000 : 15_000),
  });
  if (data.length === 0) {
    return (
      <EmptyState title={t('No payout yet')}>
        {t('Send money from your balance to a mobile number, one at a time or many from a file.')}
      </EmptyState>
    );
  }
  return (
    <Table label={t('Newest payouts')} inBlocks>
      <thead>
        <tr>
          <Th>{t('Reference')}</Th>
          <Th>{t('Status')}</Th>
          <Th className={numeric}>{t('Amount')}</Th>
          <Th>{t('To')}</Th>
          <Th>{t('Provider')}</Th>
          <Th>{t('Created')}</Th>
        </tr>
      </thead>
      <tbody>
        {data.map((payout) => (
          <Tr key={payout.transaction_id}>
            <Td className="max-w-44 truncate sm:max-w-64">
              <Link
                prefetch={false}
                href={`${place.home}/transactions/${payout.transaction_id}`}
                className="font-semibold after:absolute after:inset-0"
              >
                {payout.client_reference}
              </Link>
            </Td>
            <Td className="max-sm:order-2">
              <TransactionState status={payout.status} />
            </Td>
            <Td className={cn(numeric, 'max-sm:order-1')}>{money(payout.amount)}</Td>
            <Td className="tabular-nums max-sm:order-4">{mobile(payout.recipient_mobile ?? '')}</Td>
            <Td className="max-sm:order-5 max-sm:text-right">
              <RailName of={payout.provider} />
            </Td>
            <Td className="text-muted-foreground max-sm:order-3 max-sm:text-right">
              <Time at={payout.created_at} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

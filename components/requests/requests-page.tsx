'use client';

import { useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { Page } from '#lib/browser/api';
import { day, mobile } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { PresentedRequest } from '#lib/payment-requests/payment-request';
import { ShowMore } from '../admin/frame/show-more.tsx';
import { usePages } from '../admin/frame/use-pages.ts';
import { PageHeader } from '../frame/page-header.tsx';
import type { Place } from '../payments/environment.ts';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { EmptyState, ErrorState } from '../ui/feedback.tsx';
import { ChoiceFilter } from '../ui/filters.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { numeric, Table, Td, Th, Tr } from '../ui/table.tsx';
import { AmountOf, customerOf, RequestState, requestStates } from './request-state.tsx';

const NewRequestDialog = onDemand(async () => (await import('./new-request-dialog.tsx')).NewRequestDialog);

const path = '/api/dashboard/payment-requests';
const options = () => Object.entries(requestStates).map(([status, { label }]) => [status, label()] as const);

interface RequestsPageProps {
  place: Place;
  initial: Page<PresentedRequest>;
  mayManage: boolean;
  /** Whether this Kaira can write to a number. */
  sendsSms: boolean;
  /** Whether whoever looks may see what others have made from files. */
  mayRead: boolean;
}

/** Who is asked to pay what, and who has. */
export function RequestsPage({ place, initial, mayManage, sendsSms, mayRead }: RequestsPageProps) {
  const [isAsking, setAsking] = useState(false);
  const [status, setStatus] = useState<string>();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: [path] });
  const router = useRouter();
  return (
    <>
      <PageHeader
        title={t('Requests')}
        action={
          <div className="flex flex-wrap gap-2">
            {mayRead && (
              <Button asChild>
                <Link prefetch={false} href={`${place.home}/requests/file`}>
                  {t('From a file')}
                </Link>
              </Button>
            )}
            {mayManage && (
              <Button variant="primary" onClick={() => setAsking(true)}>
                {t('New request')}
              </Button>
            )}
          </div>
        }
      >
        {t('Ask one customer to pay: by WhatsApp, SMS, e-mail or on paper.')}
      </PageHeader>
      <div className="mb-4 flex">
        <ChoiceFilter
          name="status"
          label={t('Status')}
          value={status}
          options={options()}
          onChange={setStatus}
        />
      </div>
      <RequestList key={status ?? ''} place={place} status={status} initial={initial} mayManage={mayManage} />
      {isAsking && (
        <NewRequestDialog
          place={place}
          sendsSms={sendsSms}
          onClose={() => {
            setAsking(false);
            // Also a request whose answer got lost is then in the list.
            void refresh();
          }}
          onMade={({ id }) => {
            void refresh();
            router.push(`${place.home}/requests/${id}`);
          }}
        />
      )}
    </>
  );
}

function RequestList({
  place,
  status,
  initial,
  mayManage,
}: Omit<RequestsPageProps, 'mayRead' | 'sendsSms'> & { status: string | undefined }) {
  // The server has read those of all states.
  const nothing: typeof initial = {
    ...initial,
    data: [],
    pagination: { ...initial.pagination, next_cursor: null },
  };
  const list = usePages(path, { environment: place.environment, status }, status ? nothing : initial);
  if (list.error) return <ErrorState error={list.error} onRetry={() => list.refetch()} />;
  if (list.items.length === 0) {
    if (status)
      return (
        <EmptyState title={t('No request stands so')}>
          {t('Take the filter away to see the others.')}
        </EmptyState>
      );
    return (
      <EmptyState title={t('No request yet')}>
        {mayManage
          ? t(
              'Make one for a customer: what for, how much, and by when. They pay with their own wallet, and you see it here.',
            )
          : t('An owner, a developer or a cashier of your account can make one.')}
      </EmptyState>
    );
  }
  return (
    <>
      <Table label={t('Requests')} inBlocks>
        <thead>
          <tr>
            <Th>{t('Customer')}</Th>
            <Th>{t('Status')}</Th>
            <Th>{t('What for')}</Th>
            <Th>{t('Pay by')}</Th>
            <Th className={numeric}>{t('Amount')}</Th>
          </tr>
        </thead>
        <tbody>
          {list.items.map((request) => (
            <Tr key={request.id}>
              <Td className="max-w-52 truncate">
                <Link
                  prefetch={false}
                  href={`${place.home}/requests/${request.id}`}
                  className="font-semibold after:absolute after:inset-0"
                >
                  {mobile(customerOf(request))}
                </Link>
              </Td>
              <Td className="max-sm:order-2">
                <RequestState status={request.status} />
              </Td>
              <Td className="max-w-64 truncate text-muted-foreground max-sm:order-3 max-sm:col-span-2 max-sm:max-w-full">
                {request.description}
              </Td>
              <Td className="text-muted-foreground max-sm:hidden">
                {request.due_on ? day(request.due_on) : '–'}
              </Td>
              <Td className={cn(numeric, 'max-sm:order-1')}>
                <AmountOf request={request} />
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      <ShowMore list={list} />
    </>
  );
}

'use client';

import { useQuery } from '@tanstack/react-query';
import { Download, MessageCircle } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { call, type Page } from '#lib/browser/api';
import { mobile, money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import { whatsAppHref } from '#lib/browser/link-sharing';
import type { PresentedRequest } from '#lib/payment-requests/payment-request';
import type { PresentedList } from '#lib/request-lists/list-lists';
import { ShowMore } from '../admin/frame/show-more.tsx';
import { usePages } from '../admin/frame/use-pages.ts';
import { PageHeader } from '../frame/page-header.tsx';
import type { Place } from '../payments/environment.ts';
import { AmountOf, customerOf, isWaiting, RequestState } from '../requests/request-state.tsx';
import { sharedOf } from '../requests/shared-of.ts';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { EmptyState, ErrorState, Figure } from '../ui/feedback.tsx';
import { ChoiceFilter } from '../ui/filters.tsx';
import { numeric, Table, Td, Th, Tr } from '../ui/table.tsx';
import { paidCount } from './all-lists.tsx';

interface ListPageProps {
  place: Place;
  initial: PresentedList;
  requests: Page<PresentedRequest>;
}

const REFRESH_MS = 15_000;
const shows = () =>
  [
    ['unpaid', t('Not paid')],
    ['paid', t('Paid')],
    ['cancelled', t('Cancelled')],
  ] as const;

/** Who of a list has paid, who has not, and what it comes to. */
export function ListPage({ place, initial, requests }: ListPageProps) {
  const path = `/api/dashboard/payment-request-lists/${initial.id}`;
  const query = { environment: place.environment };
  const [show, setShow] = useState<string>();
  const { data: list } = useQuery({
    queryKey: [path, query],
    queryFn: ({ signal }) => call<PresentedList>(path, { query, signal }),
    initialData: initial,
    refetchInterval: REFRESH_MS,
  });
  const { totals } = list;
  const overdue = totals.OVERDUE.count > 0 && t('{count} overdue', { count: totals.OVERDUE.count });
  return (
    <>
      <PageHeader
        title={list.name}
        action={
          <Button asChild>
            <a href={`${path}/file?environment=${place.environment}`} download>
              <Download aria-hidden="true" /> CSV
            </a>
          </Button>
        }
      >
        {t('{paid} have paid.', { paid: paidCount(list) })}
        {totals.PARTLY_PAID.count > 0 &&
          ` ${t('{count} more in part.', { count: totals.PARTLY_PAID.count })}`}
      </PageHeader>
      <div className="mb-6 grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Figure name={t('Asked for')}>{money(list.amount)}</Figure>
        <Figure name={t('Paid here')}>{money(list.paid)}</Figure>
        <Figure name={t('Paid by hand')}>{money(list.paid_by_hand)}</Figure>
        <Figure name={t('Not paid yet')} {...(overdue && { hint: overdue })}>
          {money(list.left)}
        </Figure>
      </div>
      <div className="mb-4 flex">
        <ChoiceFilter name="show" label={t('Show')} value={show} options={shows()} onChange={setShow} />
      </div>
      <Rows key={show ?? 'all'} place={place} path={path} show={show} initial={requests} />
    </>
  );
}

interface RowsProps {
  place: Place;
  path: string;
  show: string | undefined;
  initial: Page<PresentedRequest>;
}

function Rows({ place, path, show, initial }: RowsProps) {
  // The server has read all of them.
  const nothing = { ...initial, data: [], pagination: { ...initial.pagination, next_cursor: null } };
  const query = { environment: place.environment, ...(show && { show }) };
  const list = usePages(`${path}/requests`, query, show ? nothing : initial);
  if (list.error) return <ErrorState error={list.error} onRetry={() => list.refetch()} />;
  if (list.items.length === 0) return <EmptyState title={t('Nobody of this list stands so')} />;
  return (
    <>
      <Table label={t('Requests of this list')} inBlocks>
        <thead>
          <tr>
            <Th>{t('Customer')}</Th>
            <Th>{t('Status')}</Th>
            <Th>{t('Reference')}</Th>
            <Th className={numeric}>{t('Amount')}</Th>
            <Th>
              <span className="sr-only">{t('Send')}</span>
            </Th>
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
              <Td className="max-w-40 truncate text-muted-foreground max-sm:order-3 max-sm:text-right">
                {request.client_reference}
              </Td>
              <Td className={cn(numeric, 'max-sm:order-1')}>
                <AmountOf request={request} />
              </Td>
              <Td className="max-sm:order-4 max-sm:col-span-2">
                <Remind request={request} />
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      <ShowMore list={list} />
    </>
  );
}

/** Opens the chat with the customer, the text typed; the merchant sends it. */
function Remind({ request }: { request: PresentedRequest }) {
  if (!isWaiting(request.status) || request.customer_mobile === null) return null;
  return (
    <Button asChild size="small" className="relative z-10">
      <a href={whatsAppHref(sharedOf(request))} target="_blank" rel="noreferrer">
        <MessageCircle aria-hidden="true" /> {t('WhatsApp')}
        <span className="sr-only"> {t('to {name}', { name: customerOf(request) })}</span>
      </a>
    </Button>
  );
}

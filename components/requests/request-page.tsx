'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { call } from '#lib/browser/api';
import { day, figure, mobile, money, whole } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { PresentedRequest } from '#lib/payment-requests/payment-request';
import { PageHeader } from '../frame/page-header.tsx';
import { ShareButtons } from '../links/share-buttons.tsx';
import type { Place } from '../payments/environment.ts';
import { Button } from '../ui/button.tsx';
import { Copyable } from '../ui/copy.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Notice } from '../ui/notice.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { numeric, Table, Td, Th, Tr } from '../ui/table.tsx';
import { isWaiting, leftOf, RequestState, requestStates } from './request-state.tsx';
import { RequestStory } from './request-story.tsx';
import { sharedOf } from './shared-of.ts';

const MarkPaidDialog = onDemand(async () => (await import('./mark-paid-dialog.tsx')).MarkPaidDialog);
const TakeBackDialog = onDemand(async () => (await import('./take-back-dialog.tsx')).TakeBackDialog);
const CancelDialog = onDemand(async () => (await import('./cancel-dialog.tsx')).CancelDialog);

interface RequestPageProps {
  place: Place;
  initial: PresentedRequest;
  code: ReactNode;
  mayManage: boolean;
  mayTakeBack: boolean;
  /** Whether whoever looks may know of the payment more than stands here. */
  mayRead: boolean;
}

const REFRESH_MS = 5_000;

/** One request: how it stands, how it gets to the customer, and what it is for. */
export function RequestPage({ place, initial, code, mayManage, mayTakeBack, mayRead }: RequestPageProps) {
  const path = `/api/dashboard/payment-requests/${initial.id}`;
  const query = { environment: place.environment };
  const queries = useQueryClient();
  const [asking, setAsking] = useState<'paid' | 'cancel' | 'back'>();
  const { data: request } = useQuery({
    queryKey: [path, query],
    queryFn: ({ signal }) => call<PresentedRequest>(path, { query, signal }),
    initialData: initial,
    refetchInterval: REFRESH_MS,
  });
  const isOpen = isWaiting(request.status);
  const dialog = {
    path,
    query,
    request,
    onClose: () => setAsking(undefined),
    onDone: (after: PresentedRequest) => {
      queries.setQueryData([path, query], after);
      void queries.invalidateQueries({ queryKey: ['/api/dashboard/payment-requests'] });
    },
  };
  return (
    <>
      <PageHeader
        title={request.description}
        action={
          mayManage &&
          isOpen && (
            <div className="flex flex-wrap gap-2">
              <Button onClick={() => setAsking('paid')}>{t('Paid by hand')}</Button>
              <Button variant="danger" onClick={() => setAsking('cancel')}>
                {t('Cancel it')}
              </Button>
            </div>
          )
        }
      >
        <RequestState status={request.status} /> – {requestStates[request.status].meaning()}
      </PageHeader>
      <TooMuch request={request} />
      <Amounts request={request} />
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className={isOpen ? 'order-2 grid grid-cols-1 gap-8 lg:order-1' : 'grid grid-cols-1 gap-8'}>
          {request.lines.length > 0 && <Lines request={request} />}
          <RequestStory
            request={request}
            home={mayRead ? place.home : undefined}
            onTakeBack={mayTakeBack && request.paid_by_hand ? () => setAsking('back') : undefined}
          />
          <RequestFacts request={request} />
        </div>
        <div className="order-1 grid gap-4 lg:order-2">
          {isOpen && (
            <section
              aria-labelledby="share"
              className="grid content-start gap-4 rounded-lg border p-4 sm:p-5"
            >
              <h2 id="share" className="font-semibold">
                {t('Send or show it')}
              </h2>
              <ShareButtons shared={sharedOf(request)} />
              <div className="grid justify-items-center border-t pt-4">{code}</div>
            </section>
          )}
          <Button asChild>
            <a href={`${path}/invoice?environment=${place.environment}`} download>
              <Download aria-hidden="true" /> {t('Print it (PDF)')}
            </a>
          </Button>
        </div>
      </div>
      {asking === 'paid' && <MarkPaidDialog {...dialog} />}
      {asking === 'back' && <TakeBackDialog {...dialog} />}
      {asking === 'cancel' && <CancelDialog {...dialog} />}
    </>
  );
}

function Lines({ request }: { request: PresentedRequest }) {
  return (
    <section aria-labelledby="lines">
      <h2 id="lines" className="mb-3 font-semibold">
        {t('What it is for')}
      </h2>
      <Table label={t('Lines of this request')}>
        <thead>
          <tr>
            <Th>{t('What')}</Th>
            <Th className={numeric}>{t('Price')}</Th>
            <Th className={numeric}>{t('Sum')}</Th>
          </tr>
        </thead>
        <tbody>
          {request.lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines never change, and two may be alike.
            <Tr key={index}>
              <Td className="py-2 whitespace-normal">{line.description}</Td>
              <Td className={numeric}>
                {line.quantity > 1 && `${whole(line.quantity)} × `}
                {figure(line.unit_price)}
              </Td>
              <Td className={numeric}>{figure(line.amount)}</Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

/** Of two who took the money, or of more than was left: something is to be given back. */
function TooMuch({ request }: { request: PresentedRequest }) {
  if (!request.payments.some((payment) => payment.over_limit)) return null;
  if (request.paid_by_hand === null && request.status !== 'PAID') return null;
  return (
    <Notice className="mb-6">
      {request.paid_by_hand
        ? t('It was marked as paid by hand, and a payment has come all the same. Give one of the two back.')
        : t('More came than was left to be paid. Give back what is too much, if you have not done so.')}
    </Notice>
  );
}

function Amounts({ request }: { request: PresentedRequest }) {
  const left = leftOf(request);
  return (
    <div className="mb-6">
      <p className="text-2xl font-semibold tabular-nums">
        {money(left ?? request.amount)}
        {left && <span className="text-base font-normal text-muted-foreground"> {t('left')}</span>}
      </p>
      {left && (
        <p className="text-muted-foreground tabular-nums">
          {t('{amount} of {all} is paid.', {
            amount: money(request.paid),
            all: money(request.amount),
          })}
        </p>
      )}
    </div>
  );
}

function RequestFacts({ request }: { request: PresentedRequest }) {
  return (
    <section aria-labelledby="about">
      <h2 id="about" className="mb-3 font-semibold">
        {t('About it')}
      </h2>
      <Facts isFramed>
        {request.customer_name && <Fact name={t('Customer')}>{request.customer_name}</Fact>}
        {request.customer_mobile && (
          <Fact name={t('Number')}>
            {mobile(request.customer_mobile)}
            {request.send_sms && request.environment === 'LIVE' && t(', which is written to by SMS')}
          </Fact>
        )}
        {request.customer_email && (
          <Fact name={t('E-mail')}>
            {request.customer_email}
            {request.send_email && request.environment === 'LIVE' && t(', which is written to')}
          </Fact>
        )}
        {request.allow_part_payments && (
          <Fact name={t('In parts')}>
            {request.min_part_amount
              ? t('Of {amount} or more', { amount: money(request.min_part_amount) })
              : t('Of any size')}
          </Fact>
        )}
        <Fact name={t('Pay by')}>{request.due_on ? day(request.due_on) : t('No day was set')}</Fact>
        {request.message && <Fact name={t('Message')}>{request.message}</Fact>}
        <Fact name={t('Reference')}>
          <Copyable value={request.client_reference} />
        </Fact>
      </Facts>
    </section>
  );
}

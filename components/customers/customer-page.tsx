'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, MessageCircle, Phone } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { call, type Page } from '#lib/browser/api';
import { day, mobile, money, whole } from '#lib/browser/format';
import { plural, t } from '#lib/browser/language/words';
import type { CustomerDetail } from '#lib/customers/get-customer';
import type { PresentedTransaction } from '#lib/reads/present-transaction';
import { PageHeader } from '../frame/page-header.tsx';
import { rich } from '../language/rich.tsx';
import type { Place } from '../payments/environment.ts';
import { TransactionState } from '../transactions/status.tsx';
import { Button } from '../ui/button.tsx';
import { Copyable } from '../ui/copy.tsx';
import { StackedFact } from '../ui/facts.tsx';
import { Unknown } from '../ui/feedback.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { Time } from '../ui/time.tsx';
import { CustomerNotes } from './customer-notes.tsx';
import { CustomerPayments } from './customer-payments.tsx';
import { EraseSection } from './erase-section.tsx';
import { OpenRequests } from './open-requests.tsx';

const NewRequestDialog = onDemand(
  async () => (await import('../requests/new-request-dialog.tsx')).NewRequestDialog,
);

interface CustomerPageProps {
  place: Place;
  initial: CustomerDetail;
  payments: Page<PresentedTransaction>;
  /** What the role of whoever looks is good for. */
  mayCharge: boolean;
  mayRequest: boolean;
  /** Whether this Kaira can write to a number. */
  sendsSms: boolean;
  mayNote: boolean;
  mayErase: boolean;
}

const REFRESH_MS = 30_000;

/** One customer: what they paid, what they are asked to pay, and what colleagues should know. */
export function CustomerPage({ place, initial, payments, ...may }: CustomerPageProps) {
  const number = initial.mobile.slice(1);
  const path = `/api/dashboard/customers/${number}`;
  const query = { environment: place.environment };
  const queries = useQueryClient();
  const router = useRouter();
  const [isAsking, setAsking] = useState(false);
  const { data: customer } = useQuery({
    queryKey: [path, query],
    queryFn: ({ signal }) => call<CustomerDetail>(path, { query, signal }),
    initialData: initial,
    refetchInterval: REFRESH_MS,
  });
  const refresh = () => queries.invalidateQueries({ queryKey: [path] });
  return (
    <>
      <Link
        href={`${place.home}/customers`}
        className="mb-4 inline-flex items-center gap-1.5 text-[13px] text-muted-foreground hover:text-foreground"
      >
        <ArrowLeft aria-hidden="true" className="size-3.5" /> {t('Customers')}
      </Link>
      <PageHeader
        title={customer.name ?? mobile(customer.mobile)}
        action={
          <>
            {may.mayRequest && <Button onClick={() => setAsking(true)}>{t('Request a payment')}</Button>}
            {may.mayCharge && (
              <Button asChild variant="primary">
                <Link prefetch={false} href={`${place.home}/collect?mobile=${number}`}>
                  {t('Charge')}
                </Link>
              </Button>
            )}
          </>
        }
      />
      <CustomerFacts customer={customer} place={place} />
      <div className="mt-6 grid gap-8">
        {customer.requests.length > 0 && <OpenRequests customer={customer} home={place.home} />}
        <CustomerNotes
          path={path}
          environment={place.environment}
          notes={customer.notes}
          mayNote={may.mayNote}
          onChanged={refresh}
        />
        <CustomerPayments place={place} mobile={customer.mobile} initial={payments} />
        {may.mayErase && <EraseSection path={path} place={place} mobile={customer.mobile} />}
      </div>
      {isAsking && (
        <NewRequestDialog
          place={place}
          sendsSms={may.sendsSms}
          customer={customer}
          onClose={() => {
            setAsking(false);
            // Also a request whose answer got lost is then among the open ones.
            void refresh();
          }}
          onMade={({ id }) => router.push(`${place.home}/requests/${id}`)}
        />
      )}
    </>
  );
}

function CustomerFacts({ customer, place }: { customer: CustomerDetail; place: Place }) {
  const { last_payment: last, mobile: number } = customer;
  const digits = number.slice(1);
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 border-y py-3 sm:flex sm:flex-wrap sm:gap-x-10">
        <StackedFact name={t('Number')}>
          <Copyable value={number} shown={mobile(number)} />
        </StackedFact>
        <StackedFact name={customer.figures_are_whole ? t('Paid in all') : t('Paid by the newest')}>
          {money(customer.paid_amount)}
        </StackedFact>
        <StackedFact name={customer.figures_are_whole ? t('Payments') : t('Newest payments')}>
          {whole(customer.payments)}
        </StackedFact>
        <StackedFact name={t('Last payment')}>
          {last ? (
            <span className="flex flex-wrap gap-x-2">
              <TransactionState status={last.status} />
              <Time at={last.created_at} />
            </span>
          ) : (
            <Unknown reason={t('Asked, and nothing paid yet')} />
          )}
        </StackedFact>
        <StackedFact name={t('Customer since')}>
          {customer.since ? day(customer.since) : <Unknown reason={t('Not known')} />}
        </StackedFact>
      </dl>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button asChild>
          <a href={`tel:${number}`}>
            <Phone aria-hidden="true" /> {t('Call')}
          </a>
        </Button>
        <Button asChild>
          <a href={`https://wa.me/${digits}`} target="_blank" rel="noreferrer">
            <MessageCircle aria-hidden="true" /> {t('WhatsApp')}
          </a>
        </Button>
      </div>
      {customer.payouts > 0 && (
        <p className="mt-4 text-muted-foreground">
          {rich('You paid out {amount} to this number, in {link}.', {
            amount: money(customer.paid_out_amount),
            link: (
              <Link
                prefetch={false}
                href={`${place.home}/transactions?type=payout&mobile=${digits}`}
                className="text-primary underline underline-offset-4"
              >
                {plural(customer.payouts, { one: '{count} payout', other: '{count} payouts' })}
              </Link>
            ),
          })}
        </p>
      )}
    </>
  );
}

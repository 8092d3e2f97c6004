'use client';

import Link from 'next/link';
import type { Page } from '#lib/browser/api';
import { mobile, money } from '#lib/browser/format';
import { plural, t } from '#lib/browser/language/words';
import type { PresentedCustomer } from '#lib/customers/customer-figures';
import { SearchForm } from '../admin/frame/search-form.tsx';
import { ShowMore } from '../admin/frame/show-more.tsx';
import { usePages } from '../admin/frame/use-pages.ts';
import { PageHeader } from '../frame/page-header.tsx';
import type { Place } from '../payments/environment.ts';
import { TransactionState } from '../transactions/status.tsx';
import { cn } from '../ui/cn.ts';
import { EmptyState, ErrorState, Unknown } from '../ui/feedback.tsx';
import { numeric, Table, Td, Th, Tr } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { EraseSection } from './erase-section.tsx';
import { ErasedCustomers } from './erased-customers.tsx';

interface CustomersPageProps {
  place: Place;
  q: string;
  initial: Page<PresentedCustomer>;
  /** The number that is looked for, where it is a whole one and whoever looks may erase it. */
  erasable: string | null;
}

/** Who has paid, or was asked to: found by a part of the name or the number. */
export function CustomersPage({ place, q, initial, erasable }: CustomersPageProps) {
  const list = usePages(
    '/api/dashboard/customers',
    { environment: place.environment, q: q || undefined },
    initial,
  );
  return (
    <>
      <PageHeader title={t('Customers')}>
        {t('Everybody who paid you or was asked to, by number; the newest payment or request first.')}
      </PageHeader>
      <div className="mb-4">
        <SearchForm path={`${place.home}/customers`} label={t('Name or number')} value={q} />
      </div>
      {list.error ? (
        <ErrorState error={list.error} onRetry={() => list.refetch()} />
      ) : list.items.length === 0 ? (
        <>
          <NoCustomer isSearch={q !== ''} />
          {erasable !== null && (
            <div className="mt-8">
              <EraseSection
                path={`/api/dashboard/customers/${erasable.slice(1)}`}
                place={place}
                mobile={erasable}
                isCustomer={false}
              />
            </div>
          )}
        </>
      ) : (
        <CustomerTable place={place} customers={list.items} />
      )}
      <ShowMore list={list} />
      <ErasedCustomers place={place} />
    </>
  );
}

function CustomerTable({ place, customers }: { place: Place; customers: PresentedCustomer[] }) {
  return (
    <Table label={t('Customers')} inBlocks>
      <thead>
        <tr>
          <Th>{t('Name')}</Th>
          <Th>{t('Number')}</Th>
          <Th className={numeric}>{t('Paid in all')}</Th>
          <Th className={numeric}>{t('Payments')}</Th>
          <Th>{t('Last payment')}</Th>
        </tr>
      </thead>
      <tbody>
        {customers.map((customer) => (
          <Tr key={customer.mobile}>
            <Td className="max-w-64 truncate">
              <Link
                prefetch={false}
                href={`${place.home}/customers/${customer.mobile.slice(1)}`}
                className="font-semibold after:absolute after:inset-0"
                title={customer.name ?? undefined}
              >
                {customer.name ?? mobile(customer.mobile)}
              </Link>
            </Td>
            <Td className="text-muted-foreground tabular-nums max-sm:order-2">
              {customer.name ? mobile(customer.mobile) : <Unknown reason={t('No name was given')} />}
            </Td>
            <Td className={cn(numeric, 'max-sm:order-1')}>{money(customer.paid_amount)}</Td>
            <Td className={cn(numeric, 'max-sm:order-3')}>
              <PaymentCount of={customer} />
            </Td>
            <Td className="max-sm:order-4 max-sm:col-span-2">
              <LastPayment of={customer} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Of whoever pays all the time the newest are added up, and said to be that. */
function PaymentCount({ of }: { of: PresentedCustomer }) {
  const payments = plural(of.payments, { one: '{count} payment', other: '{count} payments' });
  if (of.figures_are_whole) return payments;
  return (
    <span title={t('What they paid is of these. Their own page has more.')}>
      {t('newest {payments}', { payments })}
    </span>
  );
}

function LastPayment({ of: { last_payment: last } }: { of: PresentedCustomer }) {
  if (last === null) return <span className="text-muted-foreground">{t('Asked, and nothing paid yet')}</span>;
  return (
    <span className="flex items-center gap-3 max-sm:justify-between">
      <TransactionState status={last.status} />
      <span className="text-muted-foreground">
        <Time at={last.created_at} />
      </span>
    </span>
  );
}

function NoCustomer({ isSearch }: { isSearch: boolean }) {
  if (isSearch) {
    return (
      <EmptyState title={t('No customer matches')}>
        {t(
          'Names match from the beginning of a word, among your newest 20,000 payments. A whole number is found however old its payments are; some digits of one where you have 3,000 numbers at most, else among the same payments.',
        )}
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t('No customer yet')}>
      {t(
        'Whoever pays you with a number, or is asked to pay at one, will stand here with what they have paid.',
      )}
    </EmptyState>
  );
}

'use client';

import type { Page } from '#lib/browser/api';
import { t } from '#lib/browser/language/words';
import type { PresentedTransaction } from '#lib/reads/present-transaction';
import { ShowMore } from '../admin/frame/show-more.tsx';
import { usePages } from '../admin/frame/use-pages.ts';
import type { Place } from '../payments/environment.ts';
import { useColumns } from '../transactions/columns.tsx';
import { TransactionCards, TransactionTable } from '../transactions/transaction-rows.tsx';
import { ErrorState } from '../ui/feedback.tsx';
import { Heading } from '../ui/heading.tsx';

interface CustomerPaymentsProps {
  place: Place;
  mobile: string;
  initial: Page<PresentedTransaction>;
}

/** What a customer paid and has back, newest first. */
export function CustomerPayments({ place, mobile, initial }: CustomerPaymentsProps) {
  const query = { environment: place.environment, type: 'collection,refund', mobile, limit: '10' };
  const list = usePages('/api/dashboard/transactions', query, initial);
  // Whose they are stands above.
  const columns = useColumns().shown.filter(({ id }) => id !== 'mobile' && id !== 'customer');
  return (
    <section aria-labelledby="payments" className="min-w-0">
      <Heading id="payments">{t('Payments')}</Heading>
      {list.error ? (
        <ErrorState error={list.error} onRetry={() => list.refetch()} />
      ) : list.items.length === 0 ? (
        <p className="text-muted-foreground">{t('None yet.')}</p>
      ) : (
        <>
          <div className="hidden sm:block">
            <TransactionTable rows={list.items} columns={columns} home={place.home} />
          </div>
          <div className="sm:hidden">
            <TransactionCards rows={list.items} home={place.home} />
          </div>
        </>
      )}
      <ShowMore list={list} />
    </section>
  );
}

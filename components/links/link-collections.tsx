'use client';

import Link from 'next/link';
import type { Page } from '#lib/browser/api';
import { mobile, money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { LinkCollection } from '#lib/payment-links/list-link-collections';
import type { PresentedLink } from '#lib/payment-links/payment-link';
import { ShowMore } from '../admin/frame/show-more.tsx';
import { usePages } from '../admin/frame/use-pages.ts';
import type { Place } from '../payments/environment.ts';
import { RailName } from '../rails/rail-name.tsx';
import { TransactionState } from '../transactions/status.tsx';
import { cn } from '../ui/cn.ts';
import { EmptyState, ErrorState } from '../ui/feedback.tsx';
import { numeric, Table, Td, Th, Tr } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';

interface LinkCollectionsProps {
  place: Place;
  link: PresentedLink;
  initial: Page<LinkCollection>;
}

/** What was paid, or begun, at one link; by who answered what it asks for, where it asks. */
export function LinkCollections({ place, link, initial }: LinkCollectionsProps) {
  const path = `/api/dashboard/payment-links/${link.id}/collections`;
  const list = usePages(path, { environment: place.environment }, initial);
  const [asked] = link.fields;
  return (
    <section aria-labelledby="payments">
      <h2 id="payments" className="mb-3 font-semibold">
        {t('Payments')}
      </h2>
      {list.error ? (
        <ErrorState error={list.error} onRetry={() => list.refetch()} />
      ) : list.items.length === 0 ? (
        <EmptyState title={t('Nobody has paid yet')}>
          {t('What comes through this link appears here by itself.')}
        </EmptyState>
      ) : (
        <Table label={t('Payments of this link')} inBlocks>
          <thead>
            <tr>
              <Th>{t('Payer')}</Th>
              <Th>{t('Status')}</Th>
              <Th className="max-2xl:hidden">{t('Provider')}</Th>
              <Th>{t('Begun')}</Th>
              <Th className={numeric}>{t('Amount')}</Th>
            </tr>
          </thead>
          <tbody>
            {list.items.map((each) => (
              <Tr key={each.transaction_id}>
                <Td className="max-w-44 truncate">
                  <Link
                    prefetch={false}
                    href={`${place.home}/transactions/${each.transaction_id}`}
                    className="font-semibold after:absolute after:inset-0"
                  >
                    {(asked && each.metadata[asked.key]) ??
                      (each.customer_mobile ? mobile(each.customer_mobile) : each.client_reference)}
                  </Link>
                </Td>
                <Td className="max-sm:order-2">
                  <TransactionState status={each.status} />
                  {each.over_limit && (
                    <span className="block text-[13px] text-muted-foreground">{t('one too many')}</span>
                  )}
                </Td>
                <Td className="max-2xl:hidden">
                  <RailName of={each.provider} />
                </Td>
                <Td className="text-muted-foreground max-sm:order-3 max-sm:text-right">
                  <Time at={each.created_at} />
                </Td>
                <Td className={cn(numeric, 'max-sm:order-1')}>{money(each.amount)}</Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      )}
      <ShowMore list={list} />
    </section>
  );
}

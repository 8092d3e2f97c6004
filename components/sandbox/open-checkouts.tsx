'use client';

import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import Link from 'next/link';
import { call } from '#lib/browser/api';
import { money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { OwnCollection } from '#lib/collections/own-collection';
import type { Place } from '../payments/environment.ts';
import { RailName } from '../rails/rail-name.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/feedback.tsx';
import { numeric, Table, Td, Th, Tr } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';

/** Collections that wait for a customer: here you are the customer. */
export function OpenCheckouts({ place, initial }: { place: Place; initial: OwnCollection[] }) {
  const { data } = useQuery({
    queryKey: ['open-checkouts', place.environment],
    queryFn: ({ signal }) =>
      call<OwnCollection[]>('/api/dashboard/collections', {
        query: { environment: place.environment, open: 'true' },
        signal,
      }),
    initialData: initial,
    refetchInterval: 3_000,
  });
  if (data.length === 0) {
    return (
      <EmptyState title={t('No checkout is open')}>
        {t(
          'A collection of any amount that is not magic waits here for a customer: pay, decline or cancel it yourself.',
        )}
      </EmptyState>
    );
  }
  return (
    <Table label={t('Open checkouts')} inBlocks>
      <thead>
        <tr>
          <Th>{t('Reference')}</Th>
          <Th className={numeric}>{t('Amount')}</Th>
          <Th>{t('Provider')}</Th>
          <Th>{t('Created')}</Th>
          <Th>{t('Ends')}</Th>
          <Th>
            <span className="sr-only">{t('Checkout')}</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {data.map((each) => {
          const link = linkOf(each);
          return (
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
              <Td className={numeric}>{money(each.amount)}</Td>
              <Td>
                <RailName of={each.provider} />
              </Td>
              <Td className="text-muted-foreground max-sm:hidden">
                <Time at={each.created_at} />
              </Td>
              <Td label={t('Ends')} className="text-muted-foreground max-sm:order-1">
                {each.expires_at ? <Time at={each.expires_at} /> : t('Never by itself')}
              </Td>
              <Td className="text-right">
                <Button asChild size="small" className="relative z-10">
                  {link ? (
                    <a
                      href={link}
                      target="_blank"
                      rel="noreferrer"
                      aria-label={t('Open the checkout of {clientReference}', {
                        clientReference: each.client_reference,
                      })}
                    >
                      <ExternalLink /> {t('Open the checkout')}
                    </a>
                  ) : (
                    <Link
                      href={`${place.home}/collect/${each.transaction_id}`}
                      aria-label={t('Enter the code of {clientReference}', {
                        clientReference: each.client_reference,
                      })}
                    >
                      {t('Enter the code')}
                    </Link>
                  )}
                </Button>
              </Td>
            </Tr>
          );
        })}
      </tbody>
    </Table>
  );
}

function linkOf(collection: OwnCollection): string | null {
  const action = collection.next_action;
  return action && 'show_card_page' in action
    ? (action.show_card_page?.url ?? null)
    : collection.redirect_url;
}

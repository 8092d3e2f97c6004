'use client';

import { useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { Page } from '#lib/browser/api';
import { money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { PresentedLink } from '#lib/payment-links/payment-link';
import { ShowMore } from '../admin/frame/show-more.tsx';
import { usePages } from '../admin/frame/use-pages.ts';
import { PageHeader } from '../frame/page-header.tsx';
import type { Place } from '../payments/environment.ts';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';
import { EmptyState, ErrorState } from '../ui/feedback.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { numeric, Table, Td, Th, Tr } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { LinkState } from './link-state.tsx';
import { linkAmount, paymentCount } from './link-words.ts';

const NewLinkDialog = onDemand(async () => (await import('./new-link-dialog.tsx')).NewLinkDialog);

const path = '/api/dashboard/payment-links';

interface LinksPageProps {
  place: Place;
  initial: Page<PresentedLink>;
  mayManage: boolean;
}

/** The addresses at which anybody may pay, and what each brought in. */
export function LinksPage({ place, initial, mayManage }: LinksPageProps) {
  const [isAsking, setAsking] = useState(false);
  const router = useRouter();
  const queries = useQueryClient();
  const list = usePages(path, { environment: place.environment }, initial);
  const refresh = () => queries.invalidateQueries({ queryKey: [path] });
  const close = () => {
    setAsking(false);
    // Also a link whose answer got lost is then in the list.
    void refresh();
  };
  return (
    <>
      <PageHeader
        title={t('Links')}
        action={
          mayManage && (
            <Button variant="primary" onClick={() => setAsking(true)}>
              {t('New link')}
            </Button>
          )
        }
      >
        {t('Addresses at which anybody can pay you: send one in a chat, or print its code.')}
      </PageHeader>
      {list.error ? (
        <ErrorState error={list.error} onRetry={() => list.refetch()} />
      ) : list.items.length === 0 ? (
        <EmptyState title={t('No link yet')}>
          {mayManage
            ? t(
                'Make one for what you sell, and send it to your customers. No shop and no program is needed.',
              )
            : t('An owner or a developer of your account can make one.')}
        </EmptyState>
      ) : (
        <LinkTable links={list.items} place={place} />
      )}
      <ShowMore list={list} />
      {isAsking && (
        <NewLinkDialog
          place={place}
          onClose={close}
          onMade={({ id }) => {
            void refresh();
            router.push(`${place.home}/links/${id}`);
          }}
        />
      )}
    </>
  );
}

function LinkTable({ links, place }: { links: PresentedLink[]; place: Place }) {
  return (
    <Table label={t('Links')} inBlocks>
      <thead>
        <tr>
          <Th>{t('Link')}</Th>
          <Th>{t('Status')}</Th>
          <Th className={numeric}>{t('Brought in')}</Th>
          <Th className={numeric}>{t('Payments')}</Th>
          <Th className={numeric}>{t('Amount')}</Th>
          <Th>{t('Made')}</Th>
        </tr>
      </thead>
      <tbody>
        {links.map((link) => (
          <Tr key={link.id}>
            <Td className="max-w-64 truncate">
              <Link
                prefetch={false}
                href={`${place.home}/links/${link.id}`}
                title={link.title}
                className="font-semibold after:absolute after:inset-0"
              >
                {link.title}
              </Link>
            </Td>
            <Td className="max-sm:text-right">
              <LinkState status={link.status} />
            </Td>
            <Td label={t('Brought in')} className={numeric}>
              {money(link.collected_gmd)}
            </Td>
            <Td label={t('Payments')} className={numeric}>
              {paymentCount(link)}
            </Td>
            <Td className={cn(numeric, 'max-w-64 truncate text-muted-foreground max-sm:hidden')}>
              {linkAmount(link)}
            </Td>
            <Td className="text-muted-foreground max-sm:hidden">
              <Time at={link.created_at} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

'use client';

import Link from 'next/link';
import type { Page } from '#lib/browser/api';
import { money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import type { PresentedList } from '#lib/request-lists/list-lists';
import { ShowMore } from '../admin/frame/show-more.tsx';
import { usePages } from '../admin/frame/use-pages.ts';
import type { Place } from '../payments/environment.ts';
import { cn } from '../ui/cn.ts';
import { EmptyState } from '../ui/feedback.tsx';
import { numeric, Table, Td, Th, Tr } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';

/** Every list that was made from a file, with how many have paid. */
export function AllLists({ place, initial }: { place: Place; initial: Page<PresentedList> }) {
  const list = usePages('/api/dashboard/payment-request-lists', { environment: place.environment }, initial);
  if (list.items.length === 0)
    return (
      <EmptyState title={t('No list yet')}>
        {t('Each file becomes a list here, which shows who has paid and who has not.')}
      </EmptyState>
    );
  return (
    <>
      <Table label={t('Lists')} inBlocks>
        <thead>
          <tr>
            <Th>{t('List')}</Th>
            <Th className={numeric}>{t('Have paid')}</Th>
            <Th className={numeric}>{t('Asked for')}</Th>
            <Th>{t('Made')}</Th>
          </tr>
        </thead>
        <tbody>
          {list.items.map((each) => (
            <Tr key={each.id}>
              <Td className="max-w-64 truncate">
                <Link
                  prefetch={false}
                  href={`${place.home}/requests/lists/${each.id}`}
                  className="font-semibold after:absolute after:inset-0"
                >
                  {each.name}
                </Link>
              </Td>
              <Td label={t('Have paid')} className={numeric}>
                {paidCount(each)}
              </Td>
              <Td label={t('Asked for')} className={numeric}>
                {money(each.amount)}
              </Td>
              <Td className={cn('text-muted-foreground max-sm:hidden')}>
                <Time at={each.created_at} />
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      <ShowMore list={list} />
    </>
  );
}

/** `3 of 40`: here or by hand, of those that were not cancelled. */
export function paidCount({ totals, requests }: PresentedList): string {
  return t('{done} of {all}', {
    done: totals.PAID.count + totals.PAID_BY_HAND.count,
    all: requests - totals.CANCELLED.count,
  });
}

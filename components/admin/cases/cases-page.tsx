'use client';

import Link from 'next/link';
import { useRouter } from 'next/navigation';
import type { Page } from '#lib/browser/api';
import { caseWords } from '#lib/browser/case-words';
import { money } from '#lib/browser/format';
import { t } from '#lib/browser/language/words';
import { railName } from '#lib/browser/rail-names';
import type { PresentedCase } from '#lib/cases/case';
import { PageHeader } from '../../frame/page-header.tsx';
import { RailName } from '../../rails/rail-name.tsx';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { EmptyState, ErrorState, Unknown } from '../../ui/feedback.tsx';
import { ChoiceFilter, FilterBar } from '../../ui/filters.tsx';
import { numeric, Table, Td, Th, Tr } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { ShowMore } from '../frame/show-more.tsx';
import { StateTabs } from '../frame/state-tabs.tsx';
import { usePages } from '../frame/use-pages.ts';
import { amountIn } from './case-facts.ts';
import { CaseState } from './case-words.tsx';

interface Filters {
  status: 'open' | 'closed';
  kind: PresentedCase['kind'] | undefined;
  provider: string | undefined;
}

interface CasesPageProps extends Filters {
  rails: string[];
  initial: Page<PresentedCase>;
}

/** The queue of what only a person can settle. Its filters stand in the address. */
export function CasesPage({ rails, initial, ...filters }: CasesPageProps) {
  const router = useRouter();
  const list = usePages('/api/admin/cases', { ...filters }, initial);
  const { status, kind, provider } = filters;
  const go = (change: Partial<Record<keyof Filters, string | undefined>>) =>
    router.push(hrefOf({ ...filters, ...change }));
  const isFiltered = kind !== undefined || provider !== undefined;
  return (
    <>
      <PageHeader title={t('Cases')}>
        {t(
          'Where our books and a rail’s word do not fit together. Nothing moves by itself: one of you proposes, another one confirms.',
        )}
      </PageHeader>
      <StateTabs
        current={status}
        tabs={[
          ['open', t('Open'), hrefOf({ ...filters, status: 'open' })],
          ['closed', t('Closed'), hrefOf({ ...filters, status: 'closed' })],
        ]}
      />
      <div className="mb-4">
        <FilterBar filters={{ ...filters }}>
          <ChoiceFilter
            name="kind"
            label={t('Kind')}
            value={kind}
            options={Object.entries(caseWords).map(([value, { title }]) => [value, title()] as const)}
            onChange={(value) => go({ kind: value })}
          />
          <ChoiceFilter
            name="provider"
            label={t('Rail')}
            value={provider}
            options={rails.map((rail) => [rail, railName(rail)] as const)}
            onChange={(value) => go({ provider: value })}
          />
          {isFiltered && (
            <Button variant="ghost" size="small" asChild>
              <Link href={hrefOf({ status })}>{t('Show all')}</Link>
            </Button>
          )}
        </FilterBar>
      </div>
      {list.error ? (
        <ErrorState error={list.error} onRetry={() => list.refetch()} />
      ) : list.items.length === 0 ? (
        <EmptyState title={emptyTitle(status, isFiltered)}>
          {status === 'open'
            ? t(
                'Payments whose outcome nobody knows, notices that do not fit, and what a statement and our books differ in appear here by themselves.',
              )
            : t(
                'A case stands here once two people have settled it, or one has closed it with what was found.',
              )}
        </EmptyState>
      ) : (
        <Table label={t('Cases')} inBlocks>
          <thead>
            <tr>
              <Th>{t('Case')}</Th>
              <Th>{t('State')}</Th>
              <Th>{t('Rail')}</Th>
              <Th>{t('Client')}</Th>
              <Th className={numeric}>{t('Amount')}</Th>
              <Th>{status === 'open' ? t('Opened') : t('Closed')}</Th>
            </tr>
          </thead>
          <tbody>
            {list.items.map((item) => (
              <Tr key={item.id}>
                <Td>
                  <Link
                    href={`/admin/cases/${item.id}`}
                    className="font-semibold after:absolute after:inset-0 hover:underline"
                  >
                    {caseWords[item.kind].title()}
                  </Link>
                </Td>
                <Td className="max-sm:order-2">
                  <CaseState status={item.status} proposal={item.proposal} />
                </Td>
                <Td className="max-sm:order-4">
                  <RailName of={item.provider} />
                </Td>
                <Td className="max-w-48 truncate max-sm:order-5 max-sm:text-right">
                  {item.client?.name ?? <Unknown reason={t('No client is known')} />}
                </Td>
                <Td className={cn(numeric, 'max-sm:order-1')}>{amountOf(item)}</Td>
                <Td className="max-sm:order-3 max-sm:text-right">
                  <Time at={item.closed?.at ?? item.opened_at} />
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      )}
      <ShowMore list={list} />
    </>
  );
}

function amountOf({ transaction, details }: PresentedCase) {
  const amount = transaction ? money(transaction.amount) : amountIn(details);
  // Of what a statement alone has, the rail's words say how much.
  return amount ?? details.theirs ?? <Unknown reason={t('No amount is known')} />;
}

function emptyTitle(status: Filters['status'], isFiltered: boolean): string {
  if (isFiltered)
    return status === 'open' ? t('No open case fits these filters') : t('No closed case fits these filters');
  return status === 'open' ? t('No case is open') : t('No case was closed yet');
}

function hrefOf(filters: Partial<Record<keyof Filters, string | undefined>>): string {
  const kept = Object.entries(filters).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== 'open',
  );
  const search = new URLSearchParams(kept).toString();
  return search ? `/admin/cases?${search}` : '/admin/cases';
}

'use client';

import { useQuery } from '@tanstack/react-query';
import type { SealState } from '#lib/book-seals/read-seal-state';
import { call } from '#lib/browser/api';
import { money } from '#lib/browser/format';
import { plural, t } from '#lib/browser/language/words';
import type { ChartOfAccounts } from '#lib/ledger/chart-of-accounts';
import type { Journal } from '#lib/ledger/find-journals';
import type { LedgerAudit } from '#lib/ledger/run-audit';
import { PageHeader } from '../../frame/page-header.tsx';
import { EmptyState, ErrorState, Figure } from '../../ui/feedback.tsx';
import { Heading } from '../../ui/heading.tsx';
import { State } from '../../ui/state.tsx';
import { numeric, Table, Td, Th, Tr } from '../../ui/table.tsx';
import { EnvironmentLinks, EnvironmentScope } from '../frame/environment-links.tsx';
import { SearchForm } from '../frame/search-form.tsx';
import { meaningOf } from './account-words.ts';
import { JournalTable } from './journal-table.tsx';
import { LedgerAuditSection } from './ledger-audit-section.tsx';
import { SealsSection } from './seals-section.tsx';

interface LedgerPageProps {
  environment: 'SANDBOX' | 'LIVE';
  chart: ChartOfAccounts;
  audit: LedgerAudit;
  seals: SealState;
  journalOf: string;
  journals: Journal[];
  mayAudit: boolean;
}

export function LedgerPage({
  environment,
  chart: initial,
  audit,
  seals,
  journalOf,
  journals,
  mayAudit,
}: LedgerPageProps) {
  const {
    data: chart,
    error,
    refetch,
  } = useQuery({
    queryKey: ['ledger-accounts', environment],
    queryFn: ({ signal }) =>
      call<ChartOfAccounts>('/api/admin/ledger/accounts', { query: { environment }, signal }),
    initialData: initial,
    refetchInterval: 15_000,
  });
  const isBalanced = chart.totals.difference === '0.00';
  return (
    <EnvironmentScope environment={environment}>
      <PageHeader
        title={t('Ledger')}
        action={<EnvironmentLinks path="/admin/ledger" current={environment} />}
      >
        {t('Every butut stands on two accounts: the sum of all is zero.')}
      </PageHeader>
      {error && <ErrorState error={error} onRetry={() => refetch()} />}
      <div className="grid grid-cols-1 gap-10">
        <section aria-label={t('Trial balance')} className="grid grid-cols-1 gap-3 sm:grid-cols-3 sm:gap-4">
          <Figure name={t('Debit')}>{money(chart.totals.debit)}</Figure>
          <Figure name={t('Credit')}>{money(chart.totals.credit)}</Figure>
          <Figure
            name={t('Trial balance')}
            hint={
              <State tone={isBalanced ? 'succeeded' : 'failed'}>
                {isBalanced ? t('The books balance') : t('The books do not balance')}
              </State>
            }
          >
            {money(chart.totals.difference)}
          </Figure>
        </section>
        <section>
          <Heading>{t('Chart of accounts')}</Heading>
          <Table label={t('Chart of accounts')} inBlocks>
            <thead>
              <tr>
                <Th>{t('Account')}</Th>
                <Th>{t('What it is')}</Th>
                <Th>{t('Owner')}</Th>
                <Th className={numeric}>{t('Debit')}</Th>
                <Th className={numeric}>{t('Credit')}</Th>
              </tr>
            </thead>
            <tbody>
              {chart.accounts.map((account) => (
                <Tr key={account.owner + account.name}>
                  <Td className="font-mono text-[13px] max-sm:col-span-2">{account.name}</Td>
                  <Td className="whitespace-normal text-muted-foreground max-sm:col-span-2">
                    {meaningOf(account.name)}
                  </Td>
                  <Td className="max-sm:hidden">
                    {account.owner === 'house'
                      ? t('The house')
                      : plural(account.owners, { one: '{count} client', other: '{count} clients' })}
                  </Td>
                  <Td label={t('Debit')} className={numeric}>
                    {amount(account.debit, account.side === 'debit' && account.credit === null)}
                  </Td>
                  <Td label={t('Credit')} className={numeric}>
                    {amount(account.credit, account.side === 'credit' && account.debit === null)}
                  </Td>
                </Tr>
              ))}
            </tbody>
            <tfoot>
              <tr className="border-t font-semibold">
                <Td colSpan={3} className="max-sm:col-span-2">
                  {t('Total')}
                </Td>
                <Td label={t('Debit')} className={numeric}>
                  {money(chart.totals.debit)}
                </Td>
                <Td label={t('Credit')} className={numeric}>
                  {money(chart.totals.credit)}
                </Td>
              </tr>
            </tfoot>
          </Table>
        </section>
        <LedgerAuditSection initial={audit} mayAudit={mayAudit} />
        <SealsSection seals={seals} />
        <section>
          <Heading>{t('Journals')}</Heading>
          <SearchForm
            path="/admin/ledger"
            label={t('Transaction or journal id')}
            name="journal"
            value={journalOf}
            query={{ environment }}
          />
          <div className="mt-4 grid grid-cols-1 gap-4">
            {journalOf !== '' && journals.length === 0 && (
              <EmptyState title={t('No journal has this id')}>
                {t(
                  'Money moves when a collection succeeds and when a payout is accepted: before that a transaction has no journal.',
                )}
              </EmptyState>
            )}
            {journalOf === '' && (
              <p className="text-muted-foreground">
                {t('The entries of a transaction, or of one journal, appear here once you look for its id.')}
              </p>
            )}
            {journals.map((journal) => (
              <JournalTable key={journal.id} journal={journal} />
            ))}
          </div>
        </section>
      </div>
    </EnvironmentScope>
  );
}

/** An empty account shows its zero on the side where it stands. */
function amount(value: string | null, isItsSide: boolean) {
  if (value !== null) return money(value);
  return isItsSide ? <span className="text-muted-foreground">{money('0.00')}</span> : null;
}

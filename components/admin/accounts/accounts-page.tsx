'use client';

import { t } from '#lib/browser/language/words';
import type { Periods } from '#lib/ledger/list-periods';
import type { ProfitAndLoss } from '#lib/ledger/profit-and-loss';
import type { TrialBalance } from '#lib/ledger/trial-balance';
import { PageHeader } from '../../frame/page-header.tsx';
import { EnvironmentLinks, EnvironmentScope } from '../frame/environment-links.tsx';
import { CommissionSection } from './commission-section.tsx';
import { ExportSection } from './export-section.tsx';
import { PeriodsSection } from './periods-section.tsx';
import { ProfitSection } from './profit-section.tsx';
import { TrialBalanceSection } from './trial-balance-section.tsx';

interface AccountsPageProps {
  environment: 'SANDBOX' | 'LIVE';
  balance: TrialBalance;
  profit: ProfitAndLoss;
  periods: Periods;
  mayClose: boolean;
}

/** The house's books, for whoever keeps its accounts. */
export function AccountsPage({ environment, balance, profit, periods, mayClose }: AccountsPageProps) {
  return (
    <EnvironmentScope environment={environment}>
      <PageHeader
        title={t('Accounts')}
        action={
          <EnvironmentLinks path="/admin/accounts" current={environment} query={{ date: balance.date }} />
        }
      >
        {t(
          'The house’s books for an accountant: any day’s trial balance, each month’s profit, every journal as a file.',
        )}
      </PageHeader>
      <div className="grid grid-cols-1 gap-10">
        <TrialBalanceSection balance={balance} />
        <ProfitSection profit={profit} />
        <CommissionSection profit={profit} />
        <ExportSection environment={environment} periods={periods} />
        {environment === 'LIVE' && <PeriodsSection initial={periods} mayClose={mayClose} />}
      </div>
    </EnvironmentScope>
  );
}

import { requireAdminPage, type SearchParams } from '#app/admin-page';
import { AccountsPage } from '#components/admin/accounts/accounts-page';
import { ReadAt } from '#components/admin/read-at';
import { t } from '#lib/browser/language/words';
import { listPeriods } from '#lib/ledger/list-periods';
import { getProfitAndLoss } from '#lib/ledger/profit-and-loss';
import { getTrialBalance, readDate } from '#lib/ledger/trial-balance';
import { readApart } from '#lib/reads/read-apart';

export function generateMetadata() {
  return { title: t('Accounts') };
}

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { environment, query, may } = await requireAdminPage('/admin/accounts', searchParams);
  const now = new Date();
  const [{ result: figures, asOf }, periods] = await Promise.all([
    readApart('recent', () =>
      Promise.all([
        getTrialBalance({ environment, date: readDate(query.date, now) }, now),
        getProfitAndLoss({ environment }, now),
      ]),
    ),
    listPeriods(now),
  ]);
  const [balance, profit] = figures;
  return (
    <>
      <AccountsPage
        key={environment + balance.date}
        environment={environment}
        balance={balance}
        profit={profit}
        periods={periods}
        mayClose={may('periods.close')}
      />
      <ReadAt first={asOf?.toISOString()} />
    </>
  );
}

import { requireAdminPage, type SearchParams } from '#app/admin-page';
import { LedgerPage } from '#components/admin/ledger/ledger-page';
import { ReadAt } from '#components/admin/read-at';
import { readSealState } from '#lib/book-seals/read-seal-state';
import { t } from '#lib/browser/language/words';
import { getChartOfAccounts } from '#lib/ledger/chart-of-accounts';
import { findJournals } from '#lib/ledger/find-journals';
import { getLatestAudit } from '#lib/ledger/run-audit';
import { readApart } from '#lib/reads/read-apart';

export function generateMetadata() {
  return { title: t('Ledger') };
}

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { environment, query, may } = await requireAdminPage('/admin/ledger', searchParams);
  const journalOf = query.journal ?? '';
  const [{ result: chart, asOf }, audit, seals, journals] = await Promise.all([
    readApart('recent', () => getChartOfAccounts({ environment })),
    getLatestAudit(new Date()),
    readSealState(),
    findJournals(journalOf),
  ]);
  return (
    <>
      <LedgerPage
        key={environment + journalOf}
        environment={environment}
        chart={chart}
        audit={audit}
        seals={seals}
        journalOf={journalOf}
        journals={journals}
        mayAudit={may('ledger.audit')}
      />
      <ReadAt first={asOf?.toISOString()} />
    </>
  );
}

import { requireAdminPage, type SearchParams } from '#app/admin-page';
import { ReconciliationPage } from '#components/admin/reconciliation/reconciliation-page';
import { t } from '#lib/browser/language/words';
import { daysQuery, listDays } from '#lib/reconciliation/list-days';

export function generateMetadata() {
  return { title: t('Reconciliation') };
}

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { query } = await requireAdminPage('/admin/reconciliation', searchParams);
  const asked = daysQuery.safeParse({ until: query.until });
  const until = asked.success ? asked.data.until : undefined;
  return <ReconciliationPage key={until} until={until} initial={await listDays({ until }, new Date())} />;
}

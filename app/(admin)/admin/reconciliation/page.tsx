import type { Metadata } from 'next';
import { requireAdminPage, type SearchParams } from '#app/admin-page';
import { ReconciliationPage } from '#components/admin/reconciliation/reconciliation-page';
import { daysQuery, listDays } from '#lib/reconciliation/list-days';

export const metadata: Metadata = { title: 'Reconciliation' };

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { query } = await requireAdminPage('/admin/reconciliation', searchParams);
  const asked = daysQuery.safeParse({ until: query.until });
  const until = asked.success ? asked.data.until : undefined;
  return <ReconciliationPage key={until} until={until} initial={await listDays({ until }, new Date())} />;
}

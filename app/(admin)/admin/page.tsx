import type { Metadata } from 'next';
import { requireAdminPage, type SearchParams } from '#app/admin-page';
import { OverviewPage } from '#components/admin/overview/overview-page';
import { getOperatorOverview } from '#lib/overview/operator-overview';

export const metadata: Metadata = { title: 'Overview' };

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { environment } = await requireAdminPage('/admin', searchParams);
  return <OverviewPage key={environment} initial={await getOperatorOverview(environment, new Date())} />;
}

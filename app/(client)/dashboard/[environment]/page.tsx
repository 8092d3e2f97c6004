import type { Metadata } from 'next';
import { requireDashboardPage } from '#app/page-session';
import { PageHeader } from '#components/frame/page-header';

export const metadata: Metadata = { title: 'Overview' };

export default async function OverviewPage({ params }: { params: Promise<{ environment: string }> }) {
  await requireDashboardPage(params, '');
  return <PageHeader title="Overview" />;
}

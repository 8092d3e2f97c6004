import type { Metadata } from 'next';
import { requireDashboardPage } from '#app/page-session';
import { Overview } from '#components/overview/overview';
import { getOverview, overviewQuery } from '#lib/clients/get-overview';
import { settings } from '#lib/settings';

export const metadata: Metadata = { title: 'Overview' };

interface PageProps {
  params: Promise<{ environment: string }>;
  searchParams: Promise<{ days?: string | string[] }>;
}

export default async function OverviewPage({ params, searchParams }: PageProps) {
  const { ctx, environment, home } = await requireDashboardPage(params, '');
  const asked = overviewQuery.safeParse(await searchParams);
  const initial = await getOverview(ctx, asked.success ? asked.data : overviewQuery.parse({}));
  return <Overview environment={environment} home={home} baseUrl={settings().baseUrl} initial={initial} />;
}

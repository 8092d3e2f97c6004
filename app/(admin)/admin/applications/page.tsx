import { notFound } from 'next/navigation';
import { requireAdminPage, type SearchParams } from '#app/admin-page';
import { ApplicationsPage } from '#components/admin/applications/applications-page';
import { applicationsQuery, listApplications } from '#lib/applications/list-applications';
import { t } from '#lib/browser/language/words';

export function generateMetadata() {
  return { title: t('Applications') };
}

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { query, may } = await requireAdminPage('/admin/applications', searchParams);
  if (!may('applications.review')) notFound();
  const asked = applicationsQuery.safeParse({ state: query.state });
  const { state } = asked.success ? asked.data : applicationsQuery.parse({});
  return <ApplicationsPage key={state} state={state} initial={await listApplications({ state })} />;
}

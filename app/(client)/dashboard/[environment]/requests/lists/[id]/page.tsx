import type { Metadata } from 'next';
import { orNotFound } from '#app/or-not-found';
import { requireDashboardPage } from '#app/page-session';
import { ListPage } from '#components/request-lists/list-page';
import { t } from '#lib/browser/language/words';
import { getList } from '#lib/request-lists/list-lists';
import { listRequests, listRequestsQuery } from '#lib/request-lists/list-requests';

export function generateMetadata(): Metadata {
  return { title: t('List') };
}

interface PageProps {
  params: Promise<{ environment: string; id: string }>;
}

export default async function Page({ params }: PageProps) {
  const { id } = await params;
  const { ctx, environment, home } = await requireDashboardPage(params, `/requests/lists/${id}`);
  const list = await orNotFound(getList(ctx, id));
  return (
    <ListPage
      place={{ environment, home }}
      initial={list}
      requests={await listRequests(ctx, id, listRequestsQuery.parse({}))}
    />
  );
}

import { requireAdminPage, type SearchParams } from '#app/admin-page';
import { ClientsPage } from '#components/admin/clients/clients-page';
import { t } from '#lib/browser/language/words';
import { clientQuery, listClients } from '#lib/clients/list-clients';

export function generateMetadata() {
  return { title: t('Clients') };
}

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const { query, may } = await requireAdminPage('/admin/clients', searchParams);
  const q = (query.q ?? '').slice(0, 255);
  const initial = await listClients(clientQuery.parse({ q }));
  return <ClientsPage key={q} q={q} initial={initial} mayManage={may('clients.manage')} />;
}

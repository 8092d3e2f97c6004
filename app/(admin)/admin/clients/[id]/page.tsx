import { orNotFound, requireAdminPage } from '#app/admin-page';
import { ClientPage } from '#components/admin/clients/client-page';
import { t } from '#lib/browser/language/words';
import { getClient } from '#lib/clients/get-client';

export function generateMetadata() {
  return { title: t('Client') };
}

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const { may } = await requireAdminPage(`/admin/clients/${id}`);
  const client = await orNotFound(getClient(id, new Date()));
  return <ClientPage initial={client} mayManage={may('clients.manage')} />;
}

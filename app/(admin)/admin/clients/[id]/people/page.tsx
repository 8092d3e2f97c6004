import { orNotFound, requireAdminPage } from '#app/admin-page';
import { TeamPage } from '#components/team/team-page';
import { t } from '#lib/browser/language/words';
import { getClient } from '#lib/clients/get-client';
import { listUsers } from '#lib/users/list-users';

export function generateMetadata() {
  return { title: t('People of a client') };
}

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const { session, may } = await requireAdminPage(`/admin/clients/${id}/people`);
  const client = await orNotFound(getClient(id, new Date()));
  return (
    <TeamPage
      path={`/api/admin/clients/${client.id}/users`}
      side="client"
      isOperators
      title={t('People')}
      back={{ href: `/admin/clients/${client.id}`, label: client.name }}
      initial={await listUsers(client.id)}
      userId={session.user.id}
      mayManage={may('users.manage')}
    >
      {t(
        'Who signs in for {client}. A new person and a new link take another operator. The client’s owners are told of every change, as made by Kaira.',
        { client: client.name },
      )}
    </TeamPage>
  );
}
